// Reads and writes files through the tools: the whole text, with the encoding and byte order mark that must
// be preserved. Knows no editor.

import { ToolError, type FileChange, type Tools } from "../tools/tools";
import { MAX_EDITABLE_BYTES } from "./limits";

export interface DiskText {
  /** Absolute path, symbolic links resolved. */
  readonly path: string;
  /** Without a byte order mark. */
  readonly text: string;
  readonly hash: string;
  /** The tools' name of the encoding, such as `utf-8 with BOM`. */
  readonly encoding: string;
  readonly size: number;
  /** False if only the beginning was read. */
  readonly isComplete: boolean;
  /** Whether the file has bytes that are not valid text, shown as U+FFFD. */
  readonly lossy: boolean;
}

export interface WriteRequest {
  readonly path: string;
  readonly text: string;
  readonly encoding: string;
  /** The hash the file must have; null if it must not exist; undefined to overwrite any content. */
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
      isComplete,
      lossy: isComplete && (await isLossy(text, encoding, hash)),
    };
  }

  /** A range of lines, counted from 1, and the path they were read from, symbolic links resolved. */
  async lines(path: string, first: number, count: number | null, signal?: AbortSignal) {
    const range = { startLine: first, ...(count === null ? {} : { endLine: first + count - 1 }) };
    const found = await this.tools.call("readFile", { path, ...range }, signal);
    if (found.isTruncated) throw tooLargeError(path);
    return { path: found.metadata.path, text: found.content };
  }

  /** The hash of the whole file; null if it does not exist. */
  async hash(path: string, signal?: AbortSignal): Promise<string | null> {
    try {
      return (await this.tools.call("readFile", { path, endLine: 1 }, signal)).hash;
    } catch (error) {
      if (isMissing(error)) return null;
      throw error;
    }
  }

  /** Write the text in its encoding and return the new hash. Fails if the file is not the expected one. */
  async write({ path, text, encoding, expected }: WriteRequest, signal?: AbortSignal): Promise<string> {
    const hashArgs = typeof expected === "string" ? { expectedHash: expected } : {};
    if (isUtf8(encoding)) {
      const content = encoding === "utf-8" ? text : `\ufeff${text}`;
      const mode = expected === null ? ("create" as const) : ("overwrite" as const);
      const createDirectories = expected === null || expected === undefined;
      const args = { path, content, mode, createDirectories, ...hashArgs };
      return (await this.tools.call("writeFile", args, signal)).hash;
    }
    // modifyFile preserves the encoding, and rejects characters that the encoding lacks.
    const replacement = text.replaceAll("$", "$$$$");
    const all = { type: "regexReplace", pattern: "^[\\s\\S]*$", replacement };
    const args = { path, operations: [all] as const, ...hashArgs };
    return (await this.tools.call<FileChange>("modifyFile", args, signal)).hash;
  }
}

export function tooLargeError(path: string): ToolError {
  const message = `${path} is too large to be read at once.`;
  return new ToolError(message, "SIZE_LIMIT_EXCEEDED", { reason: "too_large" });
}

export function isMissing(error: unknown): boolean {
  return error instanceof ToolError && error.code === "FILE_NOT_FOUND";
}

/** Whether a write was rejected because the file is no longer the expected one. */
export function isOutdated(error: unknown): boolean {
  return error instanceof ToolError && ["changed_since_read", "already_exists"].includes(error.reason);
}

export function isUtf8(encoding: string): boolean {
  return encoding === "utf-8" || encoding === "utf-8 with BOM";
}

/** A U+FFFD may be in the file, or stand for an invalid byte: the hash distinguishes the two. */
async function isLossy(text: string, encoding: string, hash: string): Promise<boolean> {
  if (!isUtf8(encoding) || !text.includes("\ufffd")) return false;
  // Hashing needs a secure context; without one, assume that bytes would be lost.
  if (!globalThis.crypto?.subtle) return true;
  const bytes = new TextEncoder().encode(encoding === "utf-8" ? text : `\ufeff${text}`);
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return [...digest].map((byte) => byte.toString(16).padStart(2, "0")).join("") !== hash;
}
