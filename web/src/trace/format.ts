// Formats sizes and times of messages, and the texts to copy or export.

import type { Entry } from "./entries";

export function sizeLabel(characters: number): string {
  if (characters < 1000) return `${characters}`;
  if (characters < 1_000_000) return `${(characters / 1000).toFixed(characters < 10_000 ? 1 : 0)}k`;
  return `${(characters / 1_000_000).toFixed(1)}M`;
}

export function durationLabel(milliseconds: number | null): string {
  if (milliseconds === null) return "";
  if (milliseconds < 10) return `${milliseconds.toFixed(1)} ms`;
  if (milliseconds < 1000) return `${Math.round(milliseconds)} ms`;
  if (milliseconds < 60_000) return `${(milliseconds / 1000).toFixed(milliseconds < 10_000 ? 2 : 1)} s`;
  return `${Math.floor(milliseconds / 60_000)} min ${Math.round((milliseconds % 60_000) / 1000)} s`;
}

/** Seconds since the page was opened. */
export function sinceLabel(at: number): string {
  return (at / 1000).toFixed(3);
}

export function clockLabel(at: number, origin: number): string {
  const time = new Date(origin + at);
  const two = (value: number) => String(value).padStart(2, "0");
  const ms = String(time.getMilliseconds()).padStart(3, "0");
  return `${two(time.getHours())}:${two(time.getMinutes())}:${two(time.getSeconds())}.${ms}`;
}

/** Indented JSON; the raw text if it cannot be parsed. */
export function prettyText(entry: Entry): string {
  try {
    return JSON.stringify(JSON.parse(entry.text), null, 2);
  } catch {
    return entry.text;
  }
}

/** The request and its answer, in this order. */
export function pairText(entry: Entry): string {
  const both = entry.pair ? [entry, entry.pair] : [entry];
  return both
    .sort((one, other) => one.number - other.number)
    .map((one) => prettyText(one))
    .join("\n");
}

/** One JSON line per message: time, direction and message. In parts, for a Blob. */
export function exportLines(entries: readonly Entry[], origin: number): string[] {
  const lines: string[] = [];
  for (const entry of entries) {
    if (entry.kind === "divider") continue;
    const head = { time: new Date(origin + entry.at).toISOString(), direction: entry.direction };
    const more =
      entry.duration === null || entry.kind !== "answer" ? {} : { milliseconds: round(entry.duration) };
    const begin = JSON.stringify({ ...head, ...more }).slice(0, -1);
    lines.push(`${begin},"message":${asJson(entry)}}\n`);
  }
  return lines;
}

function asJson(entry: Entry): string {
  // A truncated text, or one that is not JSON, is written as a string.
  if (entry.text.length === entry.size && isJson(entry.text)) return entry.text.replace(/[\r\n]+/g, " ");
  return JSON.stringify(entry.text);
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function round(milliseconds: number): number {
  return Math.round(milliseconds * 100) / 100;
}
