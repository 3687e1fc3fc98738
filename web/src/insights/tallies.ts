// Counts of suggestions by kind and by family, and of the reasons why nothing was suggested.

import type { SuggestionKind, Outcome } from "./insights";
import { MAX_TALLY_KEYS } from "./limits";

export interface Tally {
  readonly shown: number;
  readonly accepted: number;
  readonly rejected: number;
  readonly ignored: number;
  /** Another suggestion replaced it before the user decided. */
  readonly replaced: number;
}

export interface Tallies {
  readonly kinds: Readonly<Partial<Record<SuggestionKind, Tally>>>;
  readonly families: Readonly<Record<string, Tally>>;
  /** Responses without a suggestion, by the agent's reason word. */
  readonly reasons: Readonly<Record<string, number>>;
  readonly answers: number;
}

export const NO_TALLY: Tally = { shown: 0, accepted: 0, rejected: 0, ignored: 0, replaced: 0 };
export const NO_TALLIES: Tallies = { kinds: {}, families: {}, reasons: {}, answers: 0 };
const OTHERS = "(others)";

export const countInto = {
  answered(tallies: Tallies, reason: string | null): Tallies {
    const answers = tallies.answers + 1;
    if (reason === null) return { ...tallies, answers };
    const word = boundedKey(tallies.reasons, reason || "unknown");
    const reasons = { ...tallies.reasons, [word]: (tallies.reasons[word] ?? 0) + 1 };
    return { ...tallies, answers, reasons };
  },

  shown(tallies: Tallies, kind: SuggestionKind, family: string | undefined): Tallies {
    return incremented(tallies, kind, family, "shown");
  },

  outcome(tallies: Tallies, kind: SuggestionKind, family: string | undefined, outcome: Outcome): Tallies {
    return incremented(tallies, kind, family, outcome);
  },
};

function incremented(
  tallies: Tallies,
  kind: SuggestionKind,
  family: string | undefined,
  what: keyof Tally,
): Tallies {
  const kinds = { ...tallies.kinds, [kind]: plusOne(tallies.kinds[kind], what) };
  if (!family) return { ...tallies, kinds };
  const word = boundedKey(tallies.families, family);
  return {
    ...tallies,
    kinds,
    families: { ...tallies.families, [word]: plusOne(tallies.families[word], what) },
  };
}

function plusOne(tally: Tally = NO_TALLY, what: keyof Tally): Tally {
  return { ...tally, [what]: tally[what] + 1 };
}

function boundedKey(words: Readonly<Record<string, unknown>>, word: string): string {
  return Object.hasOwn(words, word) || Object.keys(words).length < MAX_TALLY_KEYS
    ? word.slice(0, 80)
    : OTHERS;
}

export function sumTallies(tallies: Tallies): Tally {
  const all = { ...NO_TALLY };
  for (const tally of Object.values(tallies.kinds)) {
    for (const what of Object.keys(all) as (keyof Tally)[]) all[what] += tally[what];
  }
  return all;
}

/**
 * The share of accepted suggestions among those that were accepted, rejected or ignored. Null if there are
 * none.
 */
export function acceptanceRate(tally: Tally): number | null {
  const decided = tally.accepted + tally.rejected + tally.ignored;
  return decided === 0 ? null : tally.accepted / decided;
}

export function percent(share: number | null): string {
  return share === null ? "–" : `${Math.round(share * 100)} %`;
}

/** Shown, but without an outcome so far. */
export function pending(tally: Tally): number {
  return Math.max(0, tally.shown - tally.accepted - tally.rejected - tally.ignored - tally.replaced);
}

export function topReasons(tallies: Tallies, max: number): { word: string; count: number }[] {
  const all = Object.entries(tallies.reasons).map(([word, count]) => ({ word, count }));
  return all
    .sort((one, other) => other.count - one.count || one.word.localeCompare(other.word))
    .slice(0, max);
}

/** Labels for the engine's reason words; other agents' words are shown as they are. */
const REASON_LABELS: Readonly<Record<string, string>> = {
  "no-edits": "no edits yet",
  "in-progress": "the edit was still being typed",
  "nothing-learned": "nothing learned from the last edits",
  nowhere: "the learned pattern applies nowhere else",
  "low-chance": "not certain enough",
  behind: "another suggestion ranked higher",
  refused: "rejected before",
  superseded: "superseded by a newer request",
  stale: "the text had changed",
  ahead: "the agent had not received the text yet",
  disabled: "switched off",
  undo: "after an undo",
  "unknown-document": "unknown document",
  late: "timed out",
  reverse: "it would undo an edit",
  syntax: "it would break the syntax",
  indentation: "it would be indented wrongly",
  "still-used": "it would remove a name that is still used",
  "unknown-name": "it would write a name that nothing defines",
  "misplaced-word": "it would write a word that the function cannot have",
  "already-there": "the text is already as suggested",
  "too-large": "too large to review at a glance",
  unwieldy: "the text is too large or binary",
  "model-failed": "the model request failed",
  failed: "something went wrong",
  unknown: "no reason given",
};

export function reasonLabel(word: string): string {
  return REASON_LABELS[word] ?? word;
}
