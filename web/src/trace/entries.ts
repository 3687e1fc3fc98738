// A message as stored in the trace: its raw text, and what its row shows.

import type { Id, Message, TappedMessage } from "../rpc/peer";
import { summarize } from "./summary";
import { MAX_STORED_CHARS } from "./limits";

export type EntryKind = "request" | "answer" | "notification" | "divider";

/** `open` waits for its answer; `lost` will never get one, because the connection closed. */
export type Outcome = "open" | "answered" | "failed" | "cancelled" | "lost";

export interface Entry {
  /** Counts all messages of this tab, so it stays the same when older messages are dropped. */
  readonly number: number;
  readonly kind: EntryKind;
  readonly direction: TappedMessage["direction"];
  readonly at: number;
  readonly size: number;
  /** For an answer, the method of its request. */
  readonly method: string;
  readonly id: Id | undefined;
  readonly summary: string;
  /** Truncated if the message is huge; `size` is the full length. */
  readonly text: string;
  /** An answer with an error. */
  readonly failed: boolean;
  /** The request of an answer, or the answer to a request. */
  pair: Entry | null;
  /** Milliseconds from the request to the answer, set on both. */
  duration: number | null;
  outcome: Outcome | null;
  /** The sender requested cancellation. */
  isCancelRequested: boolean;
}

/** The error code of an answer to a cancelled request. */
export const REQUEST_CANCELLED = -32800;

export function createEntry(tapped: TappedMessage, number: number, request: Entry | null): Entry {
  const { message } = tapped;
  const kind = kindOf(message);
  const failed = kind === "answer" && message.error !== undefined;
  const method = message?.method ?? request?.method ?? "(answer to an unknown request)";
  return {
    number,
    kind,
    direction: tapped.direction,
    at: tapped.at,
    size: tapped.size,
    method,
    id: message?.id,
    summary: summarize(method, message),
    text: tapped.text.length > MAX_STORED_CHARS ? tapped.text.slice(0, MAX_STORED_CHARS) : tapped.text,
    failed,
    pair: request,
    duration: request ? tapped.at - request.at : null,
    outcome: kind === "request" ? "open" : null,
    isCancelRequested: false,
  };
}

export function createDivider(number: number, at: number, summary: string): Entry {
  return {
    number,
    kind: "divider",
    direction: "sent",
    at,
    size: 0,
    method: "",
    id: undefined,
    summary,
    text: "",
    failed: false,
    pair: null,
    duration: null,
    outcome: null,
    isCancelRequested: false,
  };
}

export function kindOf(message: Message): EntryKind {
  if (message === null || typeof message !== "object") return "notification";
  if (typeof message.method !== "string") return "answer";
  return message.id === undefined ? "notification" : "request";
}

/** The outcome of a request, given its answer. */
export function outcomeOf(request: Entry, answer: Message): Outcome {
  if (answer.error) return answer.error.code === REQUEST_CANCELLED ? "cancelled" : "failed";
  return request.isCancelRequested ? "cancelled" : "answered";
}
