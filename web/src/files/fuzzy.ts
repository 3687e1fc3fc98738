// Fuzzy matching of a query against paths: all characters in order, with a higher score at word starts and in
// the file name. Pure, and fast enough for tens of thousands of paths per key press.

import { MAX_RANKED_FILES } from "./limits";

/** Larger is better; 0 means no match. `typed` and `lower` must be lower case. */
export function scoreOf(typed: string, path: string, lower: string): number {
  const name = path.lastIndexOf("/") + 1;
  const inName = matchScore(typed, path, lower, name);
  if (inName > 0) return inName * 4 + 1000 / (1 + path.length - name) + 1 / (1 + path.length);
  const inPath = matchScore(typed, path, lower, 0);
  return inPath > 0 ? inPath + 1 / (1 + path.length) : 0;
}

function matchScore(typed: string, path: string, lower: string, from: number): number {
  // A contiguous match is most often the intended one.
  const whole = lower.indexOf(typed, from);
  if (whole >= 0) {
    const best = startsWord(path, whole) ? whole : wordStart(typed, path, lower, whole);
    const starts = startsWord(path, best);
    return typed.length * 10 + (best === from ? 40 : 0) + (starts ? 20 : 0);
  }
  let at = from - 1;
  let score = 0;
  let previous = -2;
  for (let index = 0; index < typed.length; index += 1) {
    at = lower.indexOf(typed[index]!, at + 1);
    if (at < 0) return 0;
    score += at === previous + 1 ? 5 : startsWord(path, at) ? 4 : 1;
    previous = at;
  }
  return score;
}

function wordStart(typed: string, path: string, lower: string, first: number): number {
  for (let at = lower.indexOf(typed, first + 1); at >= 0; at = lower.indexOf(typed, at + 1)) {
    if (startsWord(path, at)) return at;
  }
  return first;
}

function startsWord(path: string, at: number): boolean {
  if (at === 0) return true;
  const before = path.charCodeAt(at - 1);
  // After / - _ . or a space, or an upper-case letter after a lower-case one
  if (before === 47 || before === 45 || before === 95 || before === 46 || before === 32) return true;
  const here = path.charCodeAt(at);
  return here >= 65 && here <= 90 && before >= 97 && before <= 122;
}

/** Ranks many paths against a query, best first, and returns their indexes. */
export class Ranking {
  readonly #paths: string[] = [];
  readonly #lower: string[] = [];
  #previousQuery = "";
  /** Matches of the previous query: a longer query can only match a subset of them. */
  #previousMatches: number[] | null = null;

  add(paths: readonly string[]): void {
    for (const path of paths) {
      this.#paths.push(path);
      this.#lower.push(path.toLowerCase());
    }
    this.#previousMatches = null;
  }

  find(query: string, max = MAX_RANKED_FILES): number[] {
    const typed = query.toLowerCase().replace(/\s+/g, "");
    if (typed === "") {
      this.#previousMatches = null;
      this.#previousQuery = "";
      return this.#paths.slice(0, max).map((_, index) => index);
    }
    const among = this.#previousMatches && typed.startsWith(this.#previousQuery)
      ? this.#previousMatches
      : null;
    const fitting: number[] = [];
    const scores: number[] = [];
    const count = among?.length ?? this.#paths.length;
    for (let place = 0; place < count; place += 1) {
      const index = among ? among[place]! : place;
      const score = scoreOf(typed, this.#paths[index]!, this.#lower[index]!);
      if (score === 0) continue;
      fitting.push(index);
      scores.push(score);
    }
    this.#previousQuery = typed;
    this.#previousMatches = fitting;
    return topScores(scores, max).map((place) => fitting[place]!);
  }
}

/** The indexes of the largest scores in descending order, without sorting all of them. */
function topScores(scores: readonly number[], max: number): number[] {
  const candidates: number[] = [];
  let threshold = 0;
  for (let place = 0; place < scores.length; place += 1) {
    if (candidates.length >= max && scores[place]! <= threshold) continue;
    candidates.push(place);
    if (candidates.length >= max * 4) {
      candidates.sort((a, b) => scores[b]! - scores[a]!);
      candidates.length = max;
      threshold = scores[candidates[max - 1]!]!;
    }
  }
  return candidates.sort((a, b) => scores[b]! - scores[a]! || a - b).slice(0, max);
}

/** Split `name:12` into the name and the line number. */
export function splitLineNumber(typed: string): [string, number | null] {
  const found = /^(.*?):(\d*)$/.exec(typed.trim());
  if (!found) return [typed.trim(), null];
  const line = Number(found[2]);
  return [found[1]!, line >= 1 ? line : null];
}
