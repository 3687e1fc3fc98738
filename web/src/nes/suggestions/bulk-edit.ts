// Plans a bulk edit: computes the locations that a rename or a search-and-replace would change. Changes
// nothing.
//
// Without a language server, a rename replaces whole words in files of the same language.

import type * as monaco from "monaco-editor";
import type { Config } from "../../config";
import type { NesSuggestion } from "../../protocol/acp";
import type { Tools } from "../../tools/tools";
import type { Documents } from "../../workspace/documents";
import { isRelated, wordAt, type Splice, type MatchQuery } from "./text-matches";
import type { MatchOutcome, MatchTask } from "./text-matches.worker";
import { fromWireRange, pathOf } from "../positions";
import { plainPattern, plainReplacement } from "../display/labels";
import {
  FILE_SEARCH_TIMEOUT_MS,
  MATCH_TIMEOUT_MS,
  MAX_BULK_EDIT_FILES,
  MAX_PREVIEW_LINE_CHARS,
} from "../limits";

export interface EditLocation {
  readonly path: string;
  /** For display. */
  readonly name: string;
  readonly range: monaco.IRange;
  readonly text: string;
  /** The current line, truncated, and the line after the edit. */
  readonly before: string;
  readonly after: string;
  /** Whether it may be another symbol of the same name: excluded by default. */
  readonly uncertain?: boolean;
}

export interface BulkEdit {
  readonly title: string;
  readonly locations: readonly EditLocation[];
  /** Each text at planning time; a text that changed since is not edited. */
  readonly texts: ReadonlyMap<string, string>;
}

/** The suggestion does not fit the documents; the message says why. */
export class InvalidSuggestion extends Error {}

type BulkSuggestion = Extract<NesSuggestion, { kind: "rename" | "searchAndReplace" | "edit" }>;

export class BulkEditPlanner {
  constructor(
    private readonly config: Config,
    private readonly documents: Documents,
    private readonly tools: Tools | null,
  ) {}

  async plan(suggestion: BulkSuggestion): Promise<BulkEdit> {
    const path = pathOf(suggestion.uri);
    if (path === null) throw new InvalidSuggestion(`${suggestion.uri} is not a file of this workspace.`);
    if (suggestion.kind === "edit") return this.#edit(suggestion, path);
    const { query, title, files } =
      suggestion.kind === "rename"
        ? await this.#rename(suggestion, path)
        : await this.#search(suggestion, path);
    const texts = await this.#texts(files);
    const found = await runMatchWorker({ texts: [...texts.values()], query });
    const isUncertain = (one: string, text: string) =>
      suggestion.kind === "rename" && one !== path && !isRelated(path, one, text);
    const locations = [...texts].flatMap(([one, text], index) =>
      this.#locations(one, text, found[index] ?? [], isUncertain(one, text)),
    );
    if (locations.length === 0) throw new InvalidSuggestion("The text to replace was not found.");
    return { title, locations, texts };
  }

  /** Edits that are too far apart to be shown inline. */
  async #edit(suggestion: Extract<BulkSuggestion, { kind: "edit" }>, path: string): Promise<BulkEdit> {
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
      locations: this.#locations(path, text, splices),
      texts: new Map([[path, text]]),
    };
  }

  async #rename(suggestion: Extract<BulkSuggestion, { kind: "rename" }>, path: string) {
    const text = await this.documents.text(path);
    const { line, character } = suggestion.position;
    const word = wordAt(text.split(/\r\n|\n|\r/)[line] ?? "", character);
    if (!word) throw new InvalidSuggestion("There is no name at the position to rename.");
    if (!suggestion.newName || /[\r\n]/.test(suggestion.newName)) {
      throw new InvalidSuggestion("The new name is empty or contains a line break.");
    }
    const extension = extensionOf(path);
    const open =
      this.documents.all.value.map((one) => one.path).filter((one) => extensionOf(one) === extension);
    const elsewhere =
      await this.#filesContaining(word, this.config.roots.map((root) => root.path), extension);
    return {
      query: { kind: "word", word, replace: suggestion.newName } satisfies MatchQuery,
      title: `Rename ${word} to ${suggestion.newName}`,
      files: [path, ...open, ...elsewhere],
    };
  }

  async #search(suggestion: Extract<BulkSuggestion, { kind: "searchAndReplace" }>, path: string) {
    const { search, replace, isRegex } = suggestion;
    if (!search) throw new InvalidSuggestion("Its search text is empty.");
    const query: MatchQuery = { kind: isRegex ? "pattern" : "text", search, replace };
    const title = isRegex
      ? `Replace ${plainPattern(search)} with ${plainReplacement(replace) || "nothing"}`
      : `Replace ${search} with ${replace || "nothing"}`;
    if (this.documents.find(path)) return { query, title, files: [path] };
    const folder = `${path.replace(/\/$/, "")}/`;
    const open = this.documents.all.value.map((one) => one.path).filter((one) => one.startsWith(folder));
    try {
      await this.documents.text(path);
      return { query, title, files: [path] };
    } catch {
      const inside = isRegex
        ? await this.#filesMatching(search, folder)
        : await this.#filesContaining(search, [folder], null);
      return { query, title, files: [...open, ...inside] };
    }
  }

  /** Files below the folders that contain the text, optionally with an extension. */
  async #filesContaining(
    text: string,
    folders: readonly string[],
    extension: string | null,
  ): Promise<string[]> {
    return this.#searchFiles({ query: text, type: "literal", paths: folders }, extension);
  }

  async #filesMatching(pattern: string, folder: string): Promise<string[]> {
    return this.#searchFiles({ query: pattern, type: "regex", paths: [folder] }, null);
  }

  async #searchFiles(
    query: { query: string; type: "literal" | "regex"; paths: readonly string[] },
    extension: string | null,
  ): Promise<string[]> {
    if (!this.tools) return [];
    try {
      const answer = await this.tools.call<{ matches: { path: string }[] }>(
        "searchFiles",
        {
          ...query,
          recursive: true,
          respectGitignore: true,
          ...(extension ? { includePatterns: [`**/*.${extension}`] } : {}),
        },
        AbortSignal.timeout(FILE_SEARCH_TIMEOUT_MS),
      );
      return answer.matches.map(({ path }) =>
        path.startsWith("/") ? path : `${this.config.roots[0]?.path ?? ""}/${path}`,
      );
    } catch {
      return []; // open documents can still be edited
    }
  }

  /** Unreadable files are skipped, unless there is only one file. */
  async #texts(files: readonly string[]): Promise<Map<string, string>> {
    const paths = [...new Set(files)].slice(0, MAX_BULK_EDIT_FILES);
    const texts = new Map<string, string>();
    for (const path of paths) {
      try {
        texts.set(path, await this.documents.text(path));
      } catch (error) {
        if (paths.length > 1) continue;
        throw new InvalidSuggestion(error instanceof Error ? error.message : String(error));
      }
    }
    return texts;
  }

  #locations(path: string, text: string, splices: readonly Splice[], uncertain = false): EditLocation[] {
    if (splices.length === 0) return [];
    const starts = lineStarts(text);
    const root = this.config.roots.find((one) => path.startsWith(`${one.path}/`));
    const name = root ? path.slice(root.path.length + 1) : path;
    return splices.map(({ start, end, text: replacement }) => {
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
        text: replacement,
        before: text.slice(from, to).trim().slice(0, MAX_PREVIEW_LINE_CHARS),
        after: `${text.slice(from, start)}${replacement}${text.slice(end, to)}`.trim().slice(0, MAX_PREVIEW_LINE_CHARS),
        ...(uncertain ? { uncertain } : {}),
      };
    });
  }
}

function extensionOf(path: string): string {
  return /\.([^./]+)$/.exec(path)?.[1]?.toLowerCase() ?? "";
}

function lineStarts(text: string): number[] {
  const starts = [0];
  for (const end of text.matchAll(/\r\n|\n|\r/g)) starts.push(end.index + end[0].length);
  return starts;
}

/** The last line that starts at or before the offset. */
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

function runMatchWorker(task: MatchTask): Promise<readonly Splice[][]> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL("./text-matches.worker.ts", import.meta.url), { type: "module" });
    const timer = setTimeout(() => {
      worker.terminate();
      reject(new InvalidSuggestion("Its pattern takes too long to match."));
    }, MATCH_TIMEOUT_MS);
    const finish = (settle: () => void) => {
      clearTimeout(timer);
      worker.terminate();
      settle();
    };
    worker.onerror = () => finish(() => reject(new InvalidSuggestion("Its pattern could not be run.")));
    worker.onmessage = ({ data }: MessageEvent<MatchOutcome>) =>
      finish(() => {
        if ("failed" in data) reject(new InvalidSuggestion(`Its pattern is invalid: ${data.failed}`));
        else resolve(data.found);
      });
    worker.postMessage(task);
  });
}
