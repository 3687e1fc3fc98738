// Serializes the insights for the tab's storage, and parses them. Invalid data counts as nothing stored.

import type { SuggestResponse } from "./insights";
import { NO_TALLY, type Tallies, type Tally } from "./tallies";

export interface StoredInsights {
  readonly responses: readonly SuggestResponse[];
  readonly tallies: Tallies;
}

interface StoredJson {
  version: 1;
  /** Reason words, referenced by index from the points. */
  words: string[];
  /** Time, latency, index of the reason or -1. */
  points: [number, number, number][];
  tallies: Tallies;
}

export function serialize({ responses, tallies }: StoredInsights): string {
  const words: string[] = [];
  const numbers = new Map<string, number>();
  const points = responses.map(({ at, latency, reason }): [number, number, number] => {
    if (reason === null) return [Math.round(at), Math.round(latency * 10) / 10, -1];
    let number = numbers.get(reason);
    if (number === undefined) {
      number = words.push(reason) - 1;
      numbers.set(reason, number);
    }
    return [Math.round(at), Math.round(latency * 10) / 10, number];
  });
  const json: StoredJson = { version: 1, words, points, tallies };
  return JSON.stringify(json);
}

export function parse(text: string): StoredInsights | null {
  const json = JSON.parse(text) as Partial<StoredJson>;
  if (json.version !== 1 || !Array.isArray(json.points) || !json.tallies) return null;
  const words = json.words ?? [];
  const responses = json.points.map(([at, latency, number]) => ({
    at,
    latency,
    reason: number < 0 ? null : (words[number] ?? "unknown"),
  }));
  const { kinds, families, reasons, answers } = json.tallies;
  return {
    responses,
    tallies: {
      kinds: withDefaults(kinds),
      families: withDefaults(families),
      reasons: { ...reasons },
      answers: answers ?? responses.length,
    },
  };
}

function withDefaults<T extends object>(tallies: T): T {
  const entries = Object.entries(tallies ?? {}) as [string, Tally][];
  return Object.fromEntries(entries.map(([name, tally]) => [name, { ...NO_TALLY, ...tally }])) as T;
}
