// From a rename or a search-and-replace to the places that it would change. Changes nothing.
//
// A rename without a language server is one of whole words, in texts of the same language.

import type * as monaco from "monaco-editor";
import type { Config } from "../../config";
import type { NesSuggestion } from "../../protocol/acp";
import type { Tools } from "../../tools/tools";
import type { Documents } from "../../workspace/documents";
import { isRelated, wordAt, type Splice, type Wanted } from "./text-matches";
import type { Outcome, Task } from "./text-matches.worker";
import { fromWireRange, pathOf } from "../positions";
import { plainPattern, plainResult } from "../display/labels";

/** Seconds for a pattern; one that takes longer would never end. */
const MATCHING_LIMIT = 5_000;
const SEARCH_LIMIT = 10_000;
const MOST_FILES = 300;
/** Characters of a line that a list shows. */
const SHOWN = 160;

export interface Place {
  readonly path: string;
  /** For people. */
  readonly name: string;
  readonly range: monaco.IRange;
  readonly text: string;
  /** The line as it is, cut, and as it would be. */
  readonly before: string;
  readonly after: string;
  /** Whether it is the same name only by its letters, as far as can be told: left out unless asked for. */
  readonly doubtful?: boolean;
}

export interface Plan {
  readonly title: string;
  readonly places: readonly Place[];
  /** What each text was when this was planned; a text that has changed since is not touched. */
  readonly texts: ReadonlyMap<string, string>;
}

/** It does not fit the texts: a sentence says why. */
export class BadSuggestion extends Error {}

type Planned = Extract<NesSuggestion, { kind: "rename" | "searchAndReplace" | "edit" }>;

export class Planner {
  constructor(
    private readonly config: Config,
    private readonly documents: Documents,
    private readonly tools: Tools | null,
  ) {}

  async plan(suggestion: Planned): Promise<Plan> {
    const path = pathOf(suggestion.uri);
    if (path === null) throw new BadSuggestion(`${suggestion.uri} is no file of this workspace.`);
    if (suggestion.kind === "edit") return this.#edit(suggestion, path);
    const { wanted, title, files } =
      suggestion.kind === "rename"
        ? await this.#rename(suggestion, path)
        : await this.#search(suggestion, path);
    const texts = await this.#texts(files);
    const found = await matched({ texts: [...texts.values()], wanted });
    const isDoubtful = (one: string, text: string) =>
      suggestion.kind === "rename" && one !== path && !isRelated(path, one, text);
    const places = [...texts].flatMap(([one, text], index) =>
      this.#places(one, text, found[index] ?? [], isDoubtful(one, text)),
    );
    if (places.length === 0) throw new BadSuggestion("What it would replace is nowhere to be found.");
    return { title, places, texts };
  }

  /** Edits that are too far apart to be seen at once. */
  async #edit(suggestion: Extract<Planned, { kind: "edit" }>, path: string): Promise<Plan> {
    const text = await this.documents.text(path);
    const starts = lineStarts(text);
    const offset = (line: number, character: number) => (starts[line] ?? text.length) + character;
    const splices = suggestion.edits
      .map(({ range, newText }) => ({
        start: offset(range.start.line, range.start.character),
        end: offset(range.end.line, range.end.character),
        text: newText,
      }))
      .sort((one, other) => one.start - other.start);
    return {
      title: `Change ${splices.length} places`,
      places: this.#places(path, text, splices),
      texts: new Map([[path, text]]),
    };
  }

  async #rename(suggestion: Extract<Planned, { kind: "rename" }>, path: string) {
    const text = await this.documents.text(path);
    const { line, character } = suggestion.position;
    const word = wordAt(text.split(/\r\n|\n|\r/)[line] ?? "", character);
    if (!word) throw new BadSuggestion("There is no name at the place that it wants to rename.");
    if (!suggestion.newName || /[\r\n]/.test(suggestion.newName)) {
      throw new BadSuggestion("The new name is none.");
    }
    const ending = endingOf(path);
    const open = this.documents.all.value.map((one) => one.path).filter((one) => endingOf(one) === ending);
    const elsewhere = await this.#holding(word, this.config.roots.map((root) => root.path), ending);
    return {
      wanted: { kind: "word", word, replace: suggestion.newName } satisfies Wanted,
      title: `Rename ${word} to ${suggestion.newName}`,
      files: [path, ...open, ...elsewhere],
    };
  }

  async #search(suggestion: Extract<Planned, { kind: "searchAndReplace" }>, path: string) {
    const { search, replace, isRegex } = suggestion;
    if (!search) throw new BadSuggestion("It searches for nothing.");
    const wanted: Wanted = { kind: isRegex ? "pattern" : "text", search, replace };
    const title = isRegex
      ? `Replace ${plainPattern(search)} with ${plainResult(replace) || "nothing"}`
      : `Replace ${search} with ${replace || "nothing"}`;
    if (this.documents.find(path)) return { wanted, title, files: [path] };
    const folder = `${path.replace(/\/$/, "")}/`;
    const open = this.documents.all.value.map((one) => one.path).filter((one) => one.startsWith(folder));
    try {
      await this.documents.text(path);
      return { wanted, title, files: [path] };
    } catch {
      const inside = isRegex
        ? await this.#matching(search, folder)
        : await this.#holding(search, [folder], null);
      return { wanted, title, files: [...open, ...inside] };
    }
  }

  /** Files below the folders that hold the text, of that ending if one is given. */
  async #holding(text: string, folders: readonly string[], ending: string | null): Promise<string[]> {
    return this.#found({ query: text, type: "literal", paths: folders }, ending);
  }

  async #matching(pattern: string, folder: string): Promise<string[]> {
    return this.#found({ query: pattern, type: "regex", paths: [folder] }, null);
  }

  async #found(
    query: { query: string; type: "literal" | "regex"; paths: readonly string[] },
    ending: string | null,
  ): Promise<string[]> {
    if (!this.tools) return [];
    try {
      const answer = await this.tools.call<{ matches: { path: string }[] }>(
        "searchFiles",
        {
          ...query,
          recursive: true,
          respectGitignore: true,
          ...(ending ? { includePatterns: [`**/*.${ending}`] } : {}),
        },
        AbortSignal.timeout(SEARCH_LIMIT),
      );
      return answer.matches.map(({ path }) =>
        path.startsWith("/") ? path : `${this.config.roots[0]?.path ?? ""}/${path}`,
      );
    } catch {
      return []; // what is open can still be changed
    }
  }

  /** Of several files the ones that cannot be read are passed over; the only one must be. */
  async #texts(files: readonly string[]): Promise<Map<string, string>> {
    const paths = [...new Set(files)].slice(0, MOST_FILES);
    const texts = new Map<string, string>();
    for (const path of paths) {
      try {
        texts.set(path, await this.documents.text(path));
      } catch (error) {
        if (paths.length > 1) continue;
        throw new BadSuggestion(error instanceof Error ? error.message : String(error));
      }
    }
    return texts;
  }

  #places(path: string, text: string, splices: readonly Splice[], doubtful = false): Place[] {
    if (splices.length === 0) return [];
    const starts = lineStarts(text);
    const root = this.config.roots.find((one) => path.startsWith(`${one.path}/`));
    const name = root ? path.slice(root.path.length + 1) : path;
    return splices.map(({ start, end, text: made }) => {
      const first = lineAt(starts, start);
      const last = lineAt(starts, end);
      const from = starts[first] ?? 0;
      const to = lineEnd(text, starts, last);
      return {
        path,
        name,
        range: fromWireRange({
          start: { line: first, character: start - from },
          end: { line: last, character: end - (starts[last] ?? 0) },
        }),
        text: made,
        before: text.slice(from, to).trim().slice(0, SHOWN),
        after: `${text.slice(from, start)}${made}${text.slice(end, to)}`.trim().slice(0, SHOWN),
        ...(doubtful ? { doubtful } : {}),
      };
    });
  }
}

function endingOf(path: string): string {
  return /\.([^./]+)$/.exec(path)?.[1]?.toLowerCase() ?? "";
}

function lineStarts(text: string): number[] {
  const starts = [0];
  for (const end of text.matchAll(/\r\n|\n|\r/g)) starts.push(end.index + end[0].length);
  return starts;
}

/** The last line that begins at the offset or before. */
function lineAt(starts: readonly number[], offset: number): number {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((starts[middle] ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}

function lineEnd(text: string, starts: readonly number[], line: number): number {
  const next = starts[line + 1];
  if (next === undefined) return text.length;
  return text.startsWith("\r\n", next - 2) ? next - 2 : next - 1;
}

function matched(task: Task): Promise<readonly Splice[][]> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL("./text-matches.worker.ts", import.meta.url), { type: "module" });
    const limit = setTimeout(() => {
      worker.terminate();
      reject(new BadSuggestion("Its pattern takes too long to match."));
    }, MATCHING_LIMIT);
    const end = (act: () => void) => {
      clearTimeout(limit);
      worker.terminate();
      act();
    };
    worker.onerror = () => end(() => reject(new BadSuggestion("Its pattern could not be tried.")));
    worker.onmessage = ({ data }: MessageEvent<Outcome>) =>
      end(() => {
        if ("failed" in data) reject(new BadSuggestion(`Its pattern cannot be read: ${data.failed}`));
        else resolve(data.found);
      });
    worker.postMessage(task);
  });
}
