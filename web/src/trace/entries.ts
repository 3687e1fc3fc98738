// One message as the trace keeps it: its text as it travelled, and what a row of the list says of it.

import type { Id, Message, TappedMessage } from "../rpc/peer";
import { summarize } from "./summary";
import { MAX_STORED_CHARS } from "./limits";

export type EntryKind = "request" | "answer" | "notification" | "divider";

/** `open` waits for its answer; `lost` will never get one, because the connection ended. */
export type Outcome = "open" | "answered" | "failed" | "cancelled" | "lost";

export interface Entry {
  /** Counts all messages of this tab, so it stays the same when older ones are let go. */
  readonly number: number;
  readonly kind: EntryKind;
  readonly direction: TappedMessage["direction"];
  readonly at: number;
  readonly size: number;
  /** Of an answer: the method that it answers. */
  readonly method: string;
  readonly id: Id | undefined;
  readonly summary: string;
  /** May be cut if the message is huge; `size` tells the truth. */
  readonly text: string;
  /** An answer with an error. */
  readonly failed: boolean;
  /** The request of an answer, and the answer of a request. */
  pair: Entry | null;
  /** Of a request and its answer: from the one to the other, in milliseconds. */
  duration: number | null;
  outcome: Outcome | null;
  /** The one who asked took it back. */
  isCancelRequested: boolean;
}

/** What an agent answers to a request that was taken back. */
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

/** What became of a request, now that its answer is here. */
export function outcomeOf(request: Entry, answer: Message): Outcome {
  if (answer.error) return answer.error.code === REQUEST_CANCELLED ? "cancelled" : "failed";
  return request.isCancelRequested ? "cancelled" : "answered";
}
