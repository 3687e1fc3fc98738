// fs/read_text_file and fs/write_text_file: the agent sees what the person sees, unsaved changes included,
// and never writes over those unasked. Where a path may lead is the tools' decision.

import type { Agent } from "../agent/agent";
import type { ReadTextFileRequest, WriteTextFileRequest } from "../protocol/acp";
import { RpcError } from "../rpc/peer";
import { ask } from "../shell/notices";
import { ToolError, withoutAdvice } from "../tools/tools";
import { isMissing, isOutdated, isUtf8, type Disk, type DiskText } from "./disk";
import type { TextDocument } from "./document";
import type { Documents } from "./documents";

const INVALID_REQUEST = -32600;
const INVALID_PARAMS = -32602;
const INTERNAL = -32603;
/** ACP's "resource not found". */
const NOT_FOUND = -32002;

/** `disk` asks a person in the agent's name. */
export function serveFiles(agent: Agent, documents: Documents, disk: Disk): void {
  const turns = new Map<string, Promise<unknown>>();
  agent.on("fs/read_text_file", (params, signal) => read(documents, params, signal));
  agent.on("fs/write_text_file", (params, signal) => {
    // Writes of one file happen in the order in which they came.
    const before = turns.get(params.path) ?? Promise.resolve();
    const turn = before.then(() => write({ documents, disk }, params, signal));
    const settled = turn.catch(() => {});
    turns.set(params.path, settled);
    void settled.then(() => turns.get(params.path) === settled && turns.delete(params.path));
    return turn;
  });
}

async function read(documents: Documents, params: ReadTextFileRequest, signal: AbortSignal) {
  requireAbsolute(params.path);
  try {
    const open = bufferOf(documents, params.path);
    if (open !== null) return { content: partOf(open, params.line, params.limit) };
    return { content: await fromDisk(documents, params, signal) };
  } catch (error) {
    throw translated(error);
  }
}

function bufferOf(documents: Documents, path: string): string | null {
  const open = documents.own(path);
  return open?.whole && !open.readOnly ? open.model.getValue() : null;
}

async function fromDisk(documents: Documents, params: ReadTextFileRequest, signal: AbortSignal) {
  const { path, line, limit } = params;
  const first = Math.max(line ?? 1, 1);
  const count = typeof limit === "number" ? Math.max(limit, 1) : null;
  const found = await documents.disk.lines(path, first, count, signal);
  // By the place that links lead to it may be open after all.
  const open = bufferOf(documents, found.path);
  if (open !== null) return partOf(open, line, limit);
  return limit === 0 ? "" : found.text;
}

interface Place {
  readonly documents: Documents;
  readonly disk: Disk;
}

async function write(place: Place, params: WriteTextFileRequest, signal: AbortSignal) {
  const { documents } = place;
  requireAbsolute(params.path);
  requireText(params.content);
  try {
    signal.throwIfAborted();
    const before = await existing(documents, params.path);
    const open = before && documents.own(before.path);
    if (open) await writeOpen(place, open, params.content, signal);
    else await writeClosed(place, params, before, signal);
    documents.agentWrote();
    return {};
  } catch (error) {
    throw translated(error);
  }
}

async function existing(documents: Documents, path: string): Promise<DiskText | null> {
  try {
    return await documents.disk.read(path);
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

async function writeClosed(
  { disk }: Place,
  params: WriteTextFileRequest,
  before: DiskText | null,
  signal: AbortSignal,
) {
  const { path, content } = params;
  if (before?.lossy && content.includes("\ufffd")) {
    throw new ToolError(`'${path}' has bytes that are no UTF-8, which would be lost.`, "INVALID_ARGUMENT", {
      reason: "not_encodable",
    });
  }
  // A file whose encoding is kept must still be the one that was looked at.
  const encoding = before?.encoding ?? "utf-8";
  const expected = before && !isUtf8(encoding) ? before.hash : undefined;
  await disk.write({ path, text: withoutMark(content), encoding, expected }, signal);
}

async function writeOpen(place: Place, open: TextDocument, content: string, signal: AbortSignal) {
  if (open.readOnly) throw new ToolError(open.why, "INVALID_ARGUMENT", { reason: "read_only" });
  if (open.dirty.value || open.conflict.value) await requireWay(open, signal);
  const turn = open.saving.then(() => put(place, open, withoutMark(content), signal));
  open.saving = turn.catch(() => {});
  await turn;
}

/** The person decides whether unsaved changes give way. */
async function requireWay(open: TextDocument, signal: AbortSignal): Promise<void> {
  const choice = await ask(
    `The agent wants to write ${open.name}`,
    "This file has unsaved changes of yours. With the agent's text they can be brought back by undo.",
    [
      { id: "mine", label: "Keep mine" },
      { id: "agent", label: "Take the agent's", danger: true },
    ],
    signal,
    "agent",
  );
  if (choice === "agent") return;
  const words = `${open.path} has unsaved changes in the editor, which the user kept.`;
  throw new RpcError(INVALID_REQUEST, words, { reason: "refused", path: open.path });
}

async function put({ documents, disk }: Place, open: TextDocument, content: string, signal: AbortSignal) {
  const { path, encoding } = open;
  const expected = open.conflict.value === null ? open.hash : undefined;
  const hash = await disk.write({ path, text: content, encoding, expected }, signal);
  documents.reload(open, {
    path,
    text: content,
    hash,
    encoding,
    size: content.length,
    whole: true,
    lossy: false,
  });
}

/** The wanted lines, counted from 1. */
export function partOf(text: string, line?: number | null, limit?: number | null): string {
  if ((line ?? null) === null && (limit ?? null) === null) return text;
  const lines = text.split("\n");
  const first = Math.max(line ?? 1, 1) - 1;
  const end = (limit ?? null) === null ? lines.length : first + limit!;
  const open = first < end && end < lines.length ? "\n" : "";
  return lines.slice(first, end).join("\n") + open;
}

function withoutMark(text: string): string {
  return text.startsWith("\ufeff") ? text.slice(1) : text;
}

function requireAbsolute(path: string): void {
  if (typeof path === "string" && path.startsWith("/")) return;
  throw new RpcError(INVALID_PARAMS, "The path must be absolute.", { reason: "bad_path" });
}

function requireText(content: string): void {
  if (typeof content !== "string") throw new RpcError(INVALID_PARAMS, "The content must be text.");
}

function translated(error: unknown): unknown {
  if (!(error instanceof ToolError)) return error;
  const data = { code: error.code, ...error.details };
  const message = withoutAdvice(error.message);
  if (error.code === "FILE_NOT_FOUND") return new RpcError(NOT_FOUND, message, data);
  const failed = ["GONE", "HTTP", "TIMEOUT", "EXECUTION_FAILED"].includes(error.code);
  if (isOutdated(error)) {
    const words = "The file changed on disk since the editor read it. Read it again and redo the change.";
    return new RpcError(INVALID_PARAMS, words, data);
  }
  return new RpcError(failed ? INTERNAL : INVALID_PARAMS, message, data);
}
