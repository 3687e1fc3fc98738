// How suggestions and silences read to a person.

import type { Offer } from "../suggestions/prepared-suggestion";
import { shortName } from "../positions";
import type { Plan } from "../suggestions/bulk-edit";

const SHORT = 60;

/** Short words for the agent's stable ones; others are shown as they are. */
const REASONS: Readonly<Record<string, string>> = {
  "no-edits": "watching",
  "nothing-learned": "nothing to suggest",
  nowhere: "nothing to suggest",
  "no-change": "nothing to suggest",
  "already-there": "nothing to suggest",
  reverse: "nothing to suggest",
  "low-chance": "not certain enough",
  refused: "refused before",
  undo: "after an undo",
  disabled: "off in the agent",
  unwieldy: "text too large",
  "unknown-document": "text not known",
  untrusted: "out of step",
  "model-failed": "model failed",
  late: "took too long",
};

export function shortReason(word: string): string {
  return REASONS[word] ?? word.replaceAll("-", " ");
}

export function places(count: number, files: number): string {
  return `${count} ${count === 1 ? "place" : "places"}${files > 1 ? ` in ${files} files` : ""}`;
}

/** A pattern for people: one that only means a text, perhaps as a whole word, is that text. */
export function plainPattern(pattern: string): string {
  const inner = pattern.replace(/^(\\b|\(\?<!\[?\\w[^)]*\))/, "").replace(/(\\b|\(\?!\[?\\w[^)]*\))$/, "");
  const isText = /^(?:[^\\^$.|?*+()[\]{}]|\\[^\p{L}\p{N}])*$/u.test(inner);
  return isText && inner ? inner.replace(/\\(.)/g, "$1") : pattern;
}

/** What a pattern's match becomes, for people. */
export function plainResult(replace: string): string {
  return /\$(?!\$)/.test(replace.replaceAll("$$", "")) ? replace : replace.replaceAll("$$", "$");
}

/** What a plan changes, but for what is left out of it at first. */
function counted(plan: Plan): string {
  const meant = plan.places.filter((place) => !place.doubtful);
  return places(meant.length, new Set(meant.map((place) => place.path)).size);
}

/** What is read aloud when a suggestion appears; `from` is the line of the cursor, null in another text. */
export function spoken(offer: Offer, from: number | null): string {
  const { suggestion, plan, place } = offer;
  if (plan) {
    const many = counted(plan);
    return `Next edit: ${plan.title}, ${many}. Tab accepts, Escape rejects.`;
  }
  const line = place ? `line ${place.lineNumber}` : "";
  const where = from !== null ? line : `${shortName(suggestion.uri)}, ${line}`;
  if (suggestion.kind === "jump") return `Next edit: go to ${where}. Tab goes there.`;
  const text = offer.edit?.text ?? "";
  const first = text.trim().split("\n")[0] ?? "";
  const what = first ? `“${cut(first)}”` : "a deletion";
  const isNear = from !== null && place !== null && Math.abs(place.lineNumber - from) <= 1;
  return `Next edit: ${what} on ${where}. ${isNear ? "Tab accepts" : "Tab goes there"}, Escape rejects.`;
}

/** The label beside the cursor for what cannot be shown in the text: a list, or another file. */
export function labelOf({ plan, suggestion, place, model }: Offer): string {
  if (plan) return `⇥ Tab: ${counted(plan)}`;
  const line = place?.lineNumber ?? 1;
  const there = model?.getLineContent(line).trim() ?? "";
  return `⇥ Tab: ${shortName(suggestion.uri)}, line ${line}${there ? ` · ${cut(there)}` : ""}`;
}

function cut(text: string): string {
  return text.length > SHORT ? `${text.slice(0, SHORT - 1)}…` : text;
}
