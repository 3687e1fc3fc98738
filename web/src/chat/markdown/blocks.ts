// Markdown that is still being written: which of its blocks are finished, and which one is open. A finished
// block is painted once and never again, so it is finished only when nothing that may follow can change it.
// Pure.

import MarkdownIt from "markdown-it";
import { MAX_JOINED_BLOCK_CHARS, MAX_OPEN_BLOCK_CHARS, MAX_PIECE_CHARS } from "../limits";

// Without raw HTML: a tag in an agent's prose is text to be read.
export const PARSER = new MarkdownIt({ html: false, linkify: true, breaks: false });

/** An open block of code is shown as it grows, without being parsed. */
export interface OpenFence {
  readonly info: string;
  readonly code: string;
}

export class MarkdownBlocks {
  /** Sources of the finished blocks. */
  readonly finished: string[] = [];
  /** The source of the open one. */
  open = "";
  #consumed = 0;

  /** Take the whole text as it is now; `ended` if no more will come. */
  update(text: string, ended: boolean): void {
    if (text.length < this.#consumed) this.#reset();
    const more = text.slice(this.#consumed);
    this.#consumed = text.length;
    if (more) this.#append(more);
    if (ended && this.open) {
      this.finished.push(...(openFence(this.open) ? [this.open] : splitLong(this.open)));
      this.open = "";
    }
  }

  #reset(): void {
    this.finished.length = 0;
    this.open = "";
    this.#consumed = 0;
  }

  #append(more: string): void {
    this.open += more;
    // A fence that is open and has not been closed by what came needs no parsing.
    if (openFence(this.open) && !/^ {0,3}(`{3,}|~{3,})[ \t]*$/m.test(lastLines(this.open, more.length))) {
      this.#splitLongFence();
      return;
    }
    const [done, rest] = splitFinished(this.open);
    this.finished.push(...joinSmall(done));
    this.open = rest;
    this.#splitLongFence();
  }

  /** A fence that has become too long goes on as another one. */
  #splitLongFence(): void {
    const fence = openFence(this.open);
    if (!fence || this.open.length <= MAX_OPEN_BLOCK_CHARS) return;
    const at = this.open.lastIndexOf("\n") + 1;
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(this.open)?.[1] ?? "```";
    if (at <= this.open.indexOf("\n") + 1) return;
    this.finished.push(`${this.open.slice(0, at)}${mark}\n`);
    this.open = `${mark}${fence.info}\n${this.open.slice(at)}`;
  }
}

/** Small blocks that came at once are painted at once: each painting has its price. */
function joinSmall(blocks: readonly string[]): string[] {
  const joined: string[] = [];
  for (const block of blocks) {
    const last = joined.at(-1);
    if (last !== undefined && last.length + block.length <= MAX_JOINED_BLOCK_CHARS)
      joined[joined.length - 1] = last + block;
    else joined.push(block);
  }
  return joined;
}

function lastLines(text: string, length: number): string {
  const from = text.lastIndexOf("\n", Math.max(0, text.length - length - 1));
  // The first line is what opened the fence, never what closes it.
  return text.slice(Math.max(from, text.indexOf("\n")) + 1);
}

/** The blocks that cannot change any more, and the rest. */
export function splitFinished(text: string): [string[], string] {
  // Of a line that is still being written nobody knows what it will be.
  const whole = text.slice(0, text.lastIndexOf("\n") + 1);
  if (!whole) return text.length > MAX_OPEN_BLOCK_CHARS ? splitLongLine(text) : [[], text];
  const starts = PARSER.parse(whole, {})
    .filter((token) => token.level === 0 && token.map && token.nesting >= 0)
    .map((token) => token.map?.[0] ?? 0);
  const last = starts.at(-1) ?? 0;
  if (last === 0) return text.length > MAX_OPEN_BLOCK_CHARS && !openFence(text) ? splitLongBlock(text, whole) : [[], text];
  const at = offsets(whole);
  const cuts = [...new Set([0, ...starts])].sort((one, other) => one - other);
  const done: string[] = [];
  for (let index = 0; index + 1 < cuts.length; index++) {
    const source = whole.slice(at[cuts[index] ?? 0], at[cuts[index + 1] ?? 0]);
    if (source.trim()) done.push(source);
  }
  return [done, text.slice(at[last] ?? 0)];
}

/** A list or a paragraph without an end: cut where a new item, or at least a line, begins. */
function splitLongBlock(text: string, whole: string): [string[], string] {
  const item = /\n(?=(?:[-*+]|\d{1,9}[.)]) )/g;
  let at = -1;
  for (const found of whole.matchAll(item)) at = found.index + 1;
  if (at <= 0) at = whole.length;
  return [splitLong(text.slice(0, at)), text.slice(at)];
}

/** One line that does not end: nobody reads it as one, and each frame would parse it anew. */
function splitLongLine(text: string): [string[], string] {
  const all = splitLong(text);
  return [all.slice(0, -1), all.at(-1) ?? ""];
}

/** Not longer than what is parsed at once, cut at a line or a space where there is one: some of it takes the
 * square of its length. */
function splitLong(text: string): string[] {
  const found: string[] = [];
  let from = 0;
  while (text.length - from > MAX_PIECE_CHARS) {
    const end = from + MAX_PIECE_CHARS;
    const cut = Math.max(text.lastIndexOf("\n", end), text.lastIndexOf(" ", end));
    const to = cut > from ? cut + 1 : end;
    found.push(text.slice(from, to));
    from = to;
  }
  found.push(text.slice(from));
  return found;
}

function offsets(text: string): number[] {
  const found = [0];
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) found.push(at + 1);
  return found;
}

/** The open block, if it is a fence that has not been closed yet. */
export function openFence(source: string): OpenFence | null {
  const head = /^ {0,3}(`{3,}|~{3,})([^\n`]*)\n/.exec(source);
  if (!head) return null;
  const [line, mark = "```", info = ""] = head;
  const code = source.slice(line.length);
  const close = new RegExp(`^ {0,3}${mark[0]}{${mark.length},}[ \\t]*$`, "m");
  // Only the end can close it: a fence before that would have ended the block.
  return close.test(code.slice(-400)) ? null : { info: info.trim(), code };
}
