// The figures as one short text for the tab's storage, and back. What cannot be read counts as nothing kept.

import type { Asked } from "./insights";
import { NO_TALLY, type Tallies, type Tally } from "./tallies";

export interface Kept {
  readonly asked: readonly Asked[];
  readonly tallies: Tallies;
}

interface Written {
  version: 1;
  /** Reasons, so that points can name them by number. */
  words: string[];
  /** Time, latency, number of the reason or -1. */
  points: [number, number, number][];
  tallies: Tallies;
}

export function stored({ asked, tallies }: Kept): string {
  const words: string[] = [];
  const numbers = new Map<string, number>();
  const points = asked.map(({ at, latency, reason }): [number, number, number] => {
    if (reason === null) return [Math.round(at), Math.round(latency * 10) / 10, -1];
    let number = numbers.get(reason);
    if (number === undefined) {
      number = words.push(reason) - 1;
      numbers.set(reason, number);
    }
    return [Math.round(at), Math.round(latency * 10) / 10, number];
  });
  const written: Written = { version: 1, words, points, tallies };
  return JSON.stringify(written);
}

export function restored(text: string): Kept | null {
  const written = JSON.parse(text) as Partial<Written>;
  if (written.version !== 1 || !Array.isArray(written.points) || !written.tallies) return null;
  const words = written.words ?? [];
  const asked = written.points.map(([at, latency, number]) => ({
    at,
    latency,
    reason: number < 0 ? null : (words[number] ?? "unknown"),
  }));
  const { kinds, families, reasons, answers } = written.tallies;
  return {
    asked,
    tallies: {
      kinds: whole(kinds),
      families: whole(families),
      reasons: { ...reasons },
      answers: answers ?? asked.length,
    },
  };
}

function whole<T extends object>(tallies: T): T {
  const entries = Object.entries(tallies ?? {}) as [string, Tally][];
  return Object.fromEntries(entries.map(([name, tally]) => [name, { ...NO_TALLY, ...tally }])) as T;
}
