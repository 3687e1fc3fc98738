// Texts for blocks, numbers, times, stop reasons and errors.

import type { ContentBlock } from "../protocol/acp";
import { RpcError } from "../rpc/peer";
import type { Call } from "./transcript/entries";

/** A content block as plain text. */
export function plainText(block: ContentBlock): string {
  switch (block.type) {
    case "text":
      return block.text;
    case "resource_link":
      return block.title ?? block.name;
    case "resource":
      return "text" in block.resource ? block.resource.text : block.resource.uri;
    case "image":
      return "(an image)";
    case "audio":
      return "(audio)";
    default:
      return "";
  }
}

const STOP_LABELS: Record<string, string> = {
  cancelled: "Stopped.",
  max_tokens: "The answer reached the model's limit of tokens and was cut.",
  max_turn_requests: "The turn reached its limit of requests to the model.",
  refusal: "The agent refused to continue. Messages from here on are not part of the conversation.",
  broken: "The connection was lost during this turn.",
};

/** The text below a turn; empty for one that ended normally. */
export function stopLabel(reason: string): string {
  if (reason === "end_turn" || reason === "error") return "";
  return STOP_LABELS[reason] ?? `The turn ended: ${reason.replaceAll("_", " ")}.`;
}

export function statusLabel(call: Call): string {
  if (call.status === "completed") return "completed";
  if (call.isRejected || call.ending === "rejected") return "rejected";
  if (call.ending === "stopped" || (call.ended && call.isStopped)) return "stopped";
  if (call.status === "failed") return "failed";
  if (call.interrupted) return "interrupted";
  return call.status === "in_progress" ? "running" : "waiting";
}

export function countLabel(number: number, one: string, many = `${one}s`): string {
  return `${number.toLocaleString("en")} ${number === 1 ? one : many}`;
}

/** 12345 → 12.3k */
export function compactNumber(number: number): string {
  if (number < 1000) return String(number);
  if (number < 1_000_000) return `${withoutTrailingZero(number / 1000)}k`;
  return `${withoutTrailingZero(number / 1_000_000)}M`;
}

function withoutTrailingZero(number: number): string {
  return number >= 100 ? number.toFixed(0) : number.toFixed(1).replace(/\.0$/, "");
}

export function durationLabel(seconds: number): string {
  if (seconds < 1) return `${Math.round(seconds * 1000)} ms`;
  if (seconds < 10) return `${Number(seconds.toFixed(1))} s`;
  if (seconds < 60) return `${Math.round(seconds)} s`;
  const whole = Math.round(seconds);
  return `${Math.floor(whole / 60)} min ${whole % 60} s`;
}

export function costLabel(amount: number, currency: string): string {
  try {
    const digits = amount !== 0 && amount < 0.1 ? 4 : 2;
    return amount.toLocaleString("en", { style: "currency", currency, minimumFractionDigits: digits });
  } catch {
    return `${amount} ${currency}`;
  }
}

const UNITS: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ["year", 31_536_000],
  ["month", 2_592_000],
  ["day", 86_400],
  ["hour", 3600],
  ["minute", 60],
];

/** Such as "3 hours ago"; empty for an invalid time. */
export function relativeTime(when: string | null | undefined, now = Date.now()): string {
  const then = Date.parse(when ?? "");
  if (Number.isNaN(then)) return "";
  const seconds = (then - now) / 1000;
  const unit = UNITS.find(([, length]) => Math.abs(seconds) >= length);
  if (!unit) return "just now";
  return new Intl.RelativeTimeFormat("en", { numeric: "auto" }).format(
    Math.round(seconds / unit[1]),
    unit[0],
  );
}

/** The text of an error, in the words of its source. */
export function errorText(error: unknown): string {
  if (error instanceof RpcError) {
    const details = (error.data as { details?: unknown } | null | undefined)?.details;
    const hasDetails = typeof details === "string" && details !== error.message;
    return hasDetails ? `${error.message}: ${details}` : error.message;
  }
  return error instanceof Error ? error.message : String(error);
}
