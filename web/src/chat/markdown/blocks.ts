// Splits streaming Markdown into finished blocks and one open block. A finished block is rendered only once,
// so a block counts as finished only when no further text can change it. Pure.

import MarkdownIt from "markdown-it";
import { MAX_JOINED_BLOCK_CHARS, MAX_OPEN_BLOCK_CHARS, MAX_PIECE_CHARS } from "../limits";

// Without raw HTML: a tag in an agent's prose is shown as text.
export const PARSER = new MarkdownIt({ html: false, linkify: true, breaks: false });

/** An open code fence is shown as it grows, without being parsed. */
export interface OpenFence {
  readonly info: string;
  readonly code: string;
}

export class MarkdownBlocks {
  /** Sources of the finished blocks. */
  readonly finished: string[] = [];
  /** Source of the open block. */
  open = "";
  #consumed = 0;

  /** Pass the whole text so far; `ended` if it is complete. */
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
    // A fence that is still open after the new text needs no parsing.
    if (openFence(this.open) && !/^ {0,3}(`{3,}|~{3,})[ \t]*$/m.test(lastLines(this.open, more.length))) {
      this.#splitLongFence();
      return;
    }
    const [done, rest] = splitFinished(this.open);
    this.finished.push(...joinSmall(done));
    this.open = rest;
    this.#splitLongFence();
  }

  /** Continue a fence that became too long as a new one. */
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

/** Join small blocks that arrived together, because each rendered block has a cost. */
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
  // The first line opens the fence and never closes it.
  return text.slice(Math.max(from, text.indexOf("\n")) + 1);
}

/** The blocks that can no longer change, and the rest. */
export function splitFinished(text: string): [string[], string] {
  // The meaning of an incomplete line is not known yet.
  const whole = text.slice(0, text.lastIndexOf("\n") + 1);
  if (!whole) return text.length > MAX_OPEN_BLOCK_CHARS ? splitLongLine(text) : [[], text];
  const starts = PARSER.parse(whole, {})
    .filter((token) => token.level === 0 && token.map && token.nesting >= 0)
    .map((token) => token.map?.[0] ?? 0);
  const last = starts.at(-1) ?? 0;
  if (last === 0)
    return text.length > MAX_OPEN_BLOCK_CHARS && !openFence(text) ? splitLongBlock(text, whole) : [[], text];
  const at = offsets(whole);
  const cuts = [...new Set([0, ...starts])].sort((one, other) => one - other);
  const done: string[] = [];
  for (let index = 0; index + 1 < cuts.length; index++) {
    const source = whole.slice(at[cuts[index] ?? 0], at[cuts[index + 1] ?? 0]);
    if (source.trim()) done.push(source);
  }
  return [done, text.slice(at[last] ?? 0)];
}

/** Split an endless list or paragraph at the start of an item, or at least of a line. */
function splitLongBlock(text: string, whole: string): [string[], string] {
  const item = /\n(?=(?:[-*+]|\d{1,9}[.)]) )/g;
  let at = -1;
  for (const found of whole.matchAll(item)) at = found.index + 1;
  if (at <= 0) at = whole.length;
  return [splitLong(text.slice(0, at)), text.slice(at)];
}

/** Split an endless line: each frame would parse it again. */
function splitLongLine(text: string): [string[], string] {
  const all = splitLong(text);
  return [all.slice(0, -1), all.at(-1) ?? ""];
}

/**
 * Pieces short enough to parse, split at a line or a space where possible: some parsing takes quadratic time.
 */
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

/** The open block if it is an unclosed fence, otherwise null. */
export function openFence(source: string): OpenFence | null {
  const head = /^ {0,3}(`{3,}|~{3,})([^\n`]*)\n/.exec(source);
  if (!head) return null;
  const [line, mark = "```", info = ""] = head;
  const code = source.slice(line.length);
  const close = new RegExp(`^ {0,3}${mark[0]}{${mark.length},}[ \\t]*$`, "m");
  // Only the end can close it: an earlier closing fence would have ended the block.
  return close.test(code.slice(-400)) ? null : { info: info.trim(), code };
}
