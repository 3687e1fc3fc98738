// The few words of a message that tell it from its neighbours. Knows the shapes of ACP's common messages; of
// any other it shows the first short values.

import type { Message } from "../rpc/peer";

const LONGEST = 140;
const MOST_VALUES = 4;
/** Said first, in this order, where a message has them. */
const TELLING = [
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

export function summarized(method: string, message: Message): string {
  if (message === null || typeof message !== "object") return "";
  if (message.error) return cut(`${message.error.code} ${message.error.message}`);
  const told = message.method === undefined ? message.result : message.params;
  if (!isFields(told)) return told === undefined || told === null ? "" : cut(String(told));
  const parts: string[] = [];
  if (typeof told.sessionId === "string") parts.push(shortSession(told.sessionId));
  const known = special(method, told);
  parts.push(...(known.length > 0 ? known : telling(told)));
  return cut(parts.join(" · "));
}

/** The end of a session's name: the beginning is the same for all. */
export function shortSession(id: string): string {
  return id.length > 10 ? `…${id.slice(-6)}` : id;
}

function special(method: string, told: Fields): string[] {
  if (method === "session/update" && isFields(told.update)) {
    const { update } = told;
    const text = isFields(update.content) ? update.content.text : (update.title ?? update.status);
    return [String(update.sessionUpdate ?? ""), typeof text === "string" ? quoted(text) : ""].filter(Boolean);
  }
  if (method === "nes/suggest" && Array.isArray(told.suggestions)) {
    const kinds = told.suggestions
      .filter(isFields)
      .map((one) => `${one.kind ?? "?"} ${fileOf(one.uri)}`.trim());
    return [kinds.join(", ") || `nothing${reasonOf(told)}`];
  }
  if (method === "session/prompt" && Array.isArray(told.prompt)) {
    const first = told.prompt.find((part) => isFields(part) && typeof part.text === "string") as
      Fields | undefined;
    return [first ? quoted(String(first.text)) : `${told.prompt.length} parts`];
  }
  return [];
}

function reasonOf(told: Fields): string {
  if (!isFields(told._meta)) return "";
  for (const value of Object.values(told._meta)) {
    if (isFields(value) && typeof value.reason === "string") return `: ${value.reason}`;
  }
  return "";
}

function telling(told: Fields): string[] {
  const names = [...TELLING.filter((name) => name in told), ...Object.keys(told)];
  const parts: string[] = [];
  for (const name of new Set(names)) {
    if (name === "sessionId" || name === "_meta") continue;
    const value = brief(name, told[name]);
    if (value) parts.push(value);
    if (parts.length === MOST_VALUES) break;
  }
  return parts;
}

function brief(name: string, value: unknown): string {
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

function cut(text: string): string {
  return text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text;
}

function isFields(value: unknown): value is Fields {
  return value !== null && typeof value === "object" && !Array.isArray(value);
}
