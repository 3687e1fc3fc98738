// Files through the tools: the whole text with what must be kept of it (encoding, byte order mark), and back.
// Knows no editor.

import { ToolError, type Changed, type Tools } from "../tools/tools";
import { MAX_EDITABLE_BYTES } from "./limits";

export interface DiskText {
  /** Absolute, links followed. */
  readonly path: string;
  /** Without a byte order mark. */
  readonly text: string;
  readonly hash: string;
  /** As the tools name it, such as `utf-8 with BOM`. */
  readonly encoding: string;
  readonly size: number;
  /** False if only the beginning was read. */
  readonly isComplete: boolean;
  /** Whether it has bytes that are no text, shown as U+FFFD. */
  readonly lossy: boolean;
}

export interface WriteRequest {
  readonly path: string;
  readonly text: string;
  readonly encoding: string;
  /** The hash that the file must have; null if there must be none yet; undefined: whatever is there. */
  readonly expected: string | null | undefined;
}

export class Disk {
  constructor(private readonly tools: Pick<Tools, "call">) {}

  async read(path: string, signal?: AbortSignal): Promise<DiskText> {
    const first = await this.tools.call("readFile", { path }, signal);
    const parts = [first.content];
    let cursor = first.nextCursor;
    while (cursor && first.metadata.size <= MAX_EDITABLE_BYTES) {
      const page = await this.tools.call("readFile", { path, cursor }, signal);
      parts.push(page.content);
      cursor = page.nextCursor;
    }
    const text = parts.join("");
    const { hash, encoding } = first;
    const isComplete = !cursor;
    return {
      path: first.metadata.path,
      text,
      hash,
      encoding,
      size: first.metadata.size,
      isComplete: isComplete,
      lossy: isComplete && (await isLossy(text, encoding, hash)),
    };
  }

  /** Some lines, counted from 1, and the path that they came from, links followed. */
  async lines(path: string, first: number, count: number | null, signal?: AbortSignal) {
    const range = { startLine: first, ...(count === null ? {} : { endLine: first + count - 1 }) };
    const found = await this.tools.call("readFile", { path, ...range }, signal);
    if (found.isTruncated) throw tooLargeError(path);
    return { path: found.metadata.path, text: found.content };
  }

  /** The hash of the whole file; null if there is none. */
  async hash(path: string, signal?: AbortSignal): Promise<string | null> {
    try {
      return (await this.tools.call("readFile", { path, endLine: 1 }, signal)).hash;
    } catch (error) {
      if (isMissing(error)) return null;
      throw error;
    }
  }

  /** Write the text in its encoding; the new hash. A file that is not the expected one is left alone. */
  async write({ path, text, encoding, expected }: WriteRequest, signal?: AbortSignal): Promise<string> {
    const hashArgs = typeof expected === "string" ? { expectedHash: expected } : {};
    if (isUtf8(encoding)) {
      const content = encoding === "utf-8" ? text : `\ufeff${text}`;
      const mode = expected === null ? ("create" as const) : ("overwrite" as const);
      const createDirectories = expected === null || expected === undefined;
      const args = { path, content, mode, createDirectories, ...hashArgs };
      return (await this.tools.call("writeFile", args, signal)).hash;
    }
    // modifyFile keeps the encoding, and refuses a character that it does not have.
    const replacement = text.replaceAll("$", "$$$$");
    const all = { type: "regexReplace", pattern: "^[\\s\\S]*$", replacement };
    const args = { path, operations: [all] as const, ...hashArgs };
    return (await this.tools.call<Changed>("modifyFile", args, signal)).hash;
  }
}

export function tooLargeError(path: string): ToolError {
  const message = `${path} is too large to be read at once.`;
  return new ToolError(message, "SIZE_LIMIT_EXCEEDED", { reason: "too_large" });
}

export function isMissing(error: unknown): boolean {
  return error instanceof ToolError && error.code === "FILE_NOT_FOUND";
}

/** Whether a write was refused because the file is not the expected one any more. */
export function isOutdated(error: unknown): boolean {
  return error instanceof ToolError && ["changed_since_read", "already_exists"].includes(error.reason);
}

export function isUtf8(encoding: string): boolean {
  return encoding === "utf-8" || encoding === "utf-8 with BOM";
}

/** A U+FFFD may be the file's own, or stand for a byte that is no text: the hash tells. */
async function isLossy(text: string, encoding: string, hash: string): Promise<boolean> {
  if (!isUtf8(encoding) || !text.includes("\ufffd")) return false;
  // Without a secure context nothing can be hashed; then the careful answer counts.
  if (!globalThis.crypto?.subtle) return true;
  const bytes = new TextEncoder().encode(encoding === "utf-8" ? text : `\ufeff${text}`);
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return [...digest].map((byte) => byte.toString(16).padStart(2, "0")).join("") !== hash;
}
