// Handles fs/read_text_file and fs/write_text_file: the agent sees the user's buffers, unsaved changes
// included, and never overwrites those without asking. Which paths are allowed is decided by the tools.

import type { Agent } from "../agent/agent";
import type { ReadTextFileRequest, WriteTextFileRequest } from "../protocol/acp";
import { RpcError } from "../rpc/peer";
import { ask } from "../shell/notices";
import { ToolError } from "../tools/tools";
import { isMissing, isOutdated, isUtf8, type Disk, type DiskText } from "./disk";
import type { TextDocument } from "./document";
import type { Documents } from "./documents";

const INVALID_REQUEST = -32600;
const INVALID_PARAMS = -32602;
const INTERNAL_ERROR = -32603;
/** ACP's "resource not found". */
const RESOURCE_NOT_FOUND = -32002;

/** `disk` must ask for consent on behalf of the agent. */
export function registerFileMethods(agent: Agent, documents: Documents, disk: Disk): void {
  const pendingWrites = new Map<string, Promise<unknown>>();
  agent.on("fs/read_text_file", (params, signal) => read(documents, params, signal));
  agent.on("fs/write_text_file", (params, signal) => {
    // Writes to the same file run in the order of the requests.
    const before = pendingWrites.get(params.path) ?? Promise.resolve();
    const pending = before.then(() => write({ documents, disk }, params, signal));
    const settled = pending.catch(() => {});
    pendingWrites.set(params.path, settled);
    void settled.then(() => pendingWrites.get(params.path) === settled && pendingWrites.delete(params.path));
    return pending;
  });
}

async function read(documents: Documents, params: ReadTextFileRequest, signal: AbortSignal) {
  assertAbsolute(params.path);
  try {
    const open = openBuffer(documents, params.path);
    if (open !== null) return { content: lineSlice(open, params.line, params.limit) };
    return { content: await readFromDisk(documents, params, signal) };
  } catch (error) {
    throw toRpcError(error);
  }
}

function openBuffer(documents: Documents, path: string): string | null {
  const open = documents.findTextDocument(path);
  return open?.isComplete && !open.readOnly ? open.model.getValue() : null;
}

async function readFromDisk(documents: Documents, params: ReadTextFileRequest, signal: AbortSignal) {
  const { path, line, limit } = params;
  const first = Math.max(line ?? 1, 1);
  const count = typeof limit === "number" ? Math.max(limit, 1) : null;
  const found = await documents.disk.lines(path, first, count, signal);
  // After symbolic links are resolved, the file may turn out to be open.
  const open = openBuffer(documents, found.path);
  if (open !== null) return lineSlice(open, line, limit);
  return limit === 0 ? "" : found.text;
}

interface FileAccess {
  readonly documents: Documents;
  readonly disk: Disk;
}

async function write(access: FileAccess, params: WriteTextFileRequest, signal: AbortSignal) {
  const { documents } = access;
  assertAbsolute(params.path);
  assertText(params.content);
  try {
    signal.throwIfAborted();
    const before = await readExisting(documents, params.path);
    const open = before && documents.findTextDocument(before.path);
    if (open) await writeOpen(access, open, params.content, signal);
    else await writeClosed(access, params, before, signal);
    documents.checkAfterAgentWrite();
    return {};
  } catch (error) {
    throw toRpcError(error);
  }
}

async function readExisting(documents: Documents, path: string): Promise<DiskText | null> {
  try {
    return await documents.disk.read(path);
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

async function writeClosed(
  { disk }: FileAccess,
  params: WriteTextFileRequest,
  before: DiskText | null,
  signal: AbortSignal,
) {
  const { path, content } = params;
  if (before?.lossy && content.includes("\ufffd")) {
    throw new ToolError(`'${path}' has bytes that are not valid UTF-8, which would be lost.`, "INVALID_ARGUMENT", {
      reason: "not_encodable",
    });
  }
  // If the encoding is preserved, the file must still be the one that was read.
  const encoding = before?.encoding ?? "utf-8";
  const expected = before && !isUtf8(encoding) ? before.hash : undefined;
  await disk.write({ path, text: withoutBom(content), encoding, expected }, signal);
}

async function writeOpen(access: FileAccess, open: TextDocument, content: string, signal: AbortSignal) {
  if (open.readOnly) throw new ToolError(open.readOnlyReason, "INVALID_ARGUMENT", { reason: "read_only" });
  if (open.dirty.value || open.conflict.value) await confirmOverwrite(open, signal);
  await open.serialized(() => writeBuffer(access, open, withoutBom(content), signal));
}

/** The user decides whether the agent's text replaces unsaved changes. */
async function confirmOverwrite(open: TextDocument, signal: AbortSignal): Promise<void> {
  const choice = await ask(
    `The agent wants to write ${open.name}`,
    "This file has unsaved changes. If the agent's text replaces them, undo restores them.",
    [
      { id: "mine", label: "Keep mine" },
      { id: "agent", label: "Use the agent's text", danger: true },
    ],
    signal,
    "agent",
  );
  if (choice === "agent") return;
  const reason = `${open.path} has unsaved changes in the editor, which the user kept.`;
  throw new RpcError(INVALID_REQUEST, reason, { reason: "refused", path: open.path });
}

async function writeBuffer(
  { documents, disk }: FileAccess,
  open: TextDocument,
  content: string,
  signal: AbortSignal,
) {
  const { path, encoding } = open;
  const expected = open.conflict.value === null ? open.hash : undefined;
  const hash = await disk.write({ path, text: content, encoding, expected }, signal);
  documents.reload(open, {
    path,
    text: content,
    hash,
    encoding,
    size: content.length,
    isComplete: true,
    lossy: false,
  });
}

/** The requested lines, counted from 1. */
export function lineSlice(text: string, line?: number | null, limit?: number | null): string {
  if ((line ?? null) === null && (limit ?? null) === null) return text;
  const lines = text.split("\n");
  const first = Math.max(line ?? 1, 1) - 1;
  const end = (limit ?? null) === null ? lines.length : first + limit!;
  const open = first < end && end < lines.length ? "\n" : "";
  return lines.slice(first, end).join("\n") + open;
}

function withoutBom(text: string): string {
  return text.startsWith("\ufeff") ? text.slice(1) : text;
}

function assertAbsolute(path: string): void {
  if (typeof path === "string" && path.startsWith("/")) return;
  throw new RpcError(INVALID_PARAMS, "The path must be absolute.", { reason: "bad_path" });
}

function assertText(content: string): void {
  if (typeof content !== "string") throw new RpcError(INVALID_PARAMS, "The content must be text.");
}

function toRpcError(error: unknown): unknown {
  if (!(error instanceof ToolError)) return error;
  const data = { code: error.code, ...error.details };
  const message = error.userMessage;
  if (error.code === "FILE_NOT_FOUND") return new RpcError(RESOURCE_NOT_FOUND, message, data);
  const failed = ["GONE", "HTTP", "TIMEOUT", "EXECUTION_FAILED"].includes(error.code);
  if (isOutdated(error)) {
    const reason = "The file changed on disk since the editor read it. Read it again and redo the change.";
    return new RpcError(INVALID_PARAMS, reason, data);
  }
  return new RpcError(failed ? INTERNAL_ERROR : INVALID_PARAMS, message, data);
}
