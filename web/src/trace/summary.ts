// A short summary that distinguishes a message from its neighbors. Knows ACP's common messages; for any other
// it shows the first short values.

import type { Message } from "../rpc/peer";
import { MAX_SUMMARY_CHARS, MAX_SUMMARY_VALUES } from "./limits";

/** Shown first, in this order, if present. */
const PREFERRED_FIELDS = [
  "kind",
  "uri",
  "path",
  "version",
  "position",
  "triggerKind",
  "reason",
  "modeId",
  "modelId",
  "configId",
  "value",
  "stopReason",
  "title",
  "toolCallId",
  "command",
  "requestId",
  "protocolVersion",
  "cwd",
  "id",
];

type Fields = Readonly<Record<string, unknown>>;

export function summarize(method: string, message: Message): string {
  if (message === null || typeof message !== "object") return "";
  if (message.error) return truncate(`${message.error.code} ${message.error.message}`);
  const payload = message.method === undefined ? message.result : message.params;
  if (!isFields(payload)) return payload === undefined || payload === null ? "" : truncate(String(payload));
  const parts: string[] = [];
  if (typeof payload.sessionId === "string") parts.push(shortSession(payload.sessionId));
  const known = methodSummary(method, payload);
  parts.push(...(known.length > 0 ? known : preferredValues(payload)));
  return truncate(parts.join(" · "));
}

/** The end of a session's id: the beginning is the same for all. */
export function shortSession(id: string): string {
  return id.length > 10 ? `…${id.slice(-6)}` : id;
}

function methodSummary(method: string, payload: Fields): string[] {
  if (method === "session/update" && isFields(payload.update)) {
    const { update } = payload;
    const text = isFields(update.content) ? update.content.text : (update.title ?? update.status);
    return [String(update.sessionUpdate ?? ""), typeof text === "string" ? quoted(text) : ""].filter(Boolean);
  }
  if (method === "nes/suggest" && Array.isArray(payload.suggestions)) {
    const kinds = payload.suggestions
      .filter(isFields)
      .map((one) => `${one.kind ?? "?"} ${fileOf(one.uri)}`.trim());
    return [kinds.join(", ") || `nothing${reasonOf(payload)}`];
  }
  if (method === "session/prompt" && Array.isArray(payload.prompt)) {
    const first = payload.prompt.find((part) => isFields(part) && typeof part.text === "string") as
      Fields | undefined;
    return [first ? quoted(String(first.text)) : `${payload.prompt.length} parts`];
  }
  return [];
}

function reasonOf(payload: Fields): string {
  if (!isFields(payload._meta)) return "";
  for (const value of Object.values(payload._meta)) {
    if (isFields(value) && typeof value.reason === "string") return `: ${value.reason}`;
  }
  return "";
}

function preferredValues(payload: Fields): string[] {
  const names = [...PREFERRED_FIELDS.filter((name) => name in payload), ...Object.keys(payload)];
  const parts: string[] = [];
  for (const name of new Set(names)) {
    if (name === "sessionId" || name === "_meta") continue;
    const value = fieldText(name, payload[name]);
    if (value) parts.push(value);
    if (parts.length === MAX_SUMMARY_VALUES) break;
  }
  return parts;
}

function fieldText(name: string, value: unknown): string {
  if (name === "uri" || name === "path" || name === "cwd") return fileOf(value);
  if (name === "position" && isFields(value))
    return `${Number(value.line) + 1}:${Number(value.character) + 1}`;
  if (typeof value === "string") return value.length > 60 ? "" : `${name}: ${value}`;
  if (typeof value === "number" || typeof value === "boolean") return `${name}: ${value}`;
  if (Array.isArray(value)) return `${name}: ${value.length}`;
  return "";
}

function fileOf(uri: unknown): string {
  if (typeof uri !== "string") return "";
  const tail = uri.split("/").pop() || uri;
  try {
    return decodeURIComponent(tail);
  } catch {
    return tail;
  }
}

function quoted(text: string): string {
  return `“${text.slice(0, 80).replace(/\s+/g, " ")}${text.length > 80 ? "…" : ""}”`;
}

function truncate(text: string): string {
  return text.length > MAX_SUMMARY_CHARS ? `${text.slice(0, MAX_SUMMARY_CHARS - 1)}…` : text;
}

function isFields(value: unknown): value is Fields {
  return value !== null && typeof value === "object" && !Array.isArray(value);
}
