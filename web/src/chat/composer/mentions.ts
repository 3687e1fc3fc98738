// The files that a prompt mentions: `@path`, `@path:10-40`, `@"a path"`. Finds them in the text and spells them.
// Pure: whether such a file exists is asked elsewhere.

import { MAX_MENTIONS } from "../limits";

export interface LineRange {
  readonly start: number;
  readonly end: number;
}

export interface Mention {
  /** Possible names, the likeliest first: a sentence may end with a mention and a full stop. */
  readonly names: readonly MentionedName[];
}

export interface MentionedName {
  readonly name: string;
  readonly lines: LineRange | null;
}

// As in the terminal chat. An @ inside a word (an e-mail address) begins no mention.
const MENTION = /(?<![\p{L}\p{N}_@])@(?:"([^"\n]+)"(?::(\d{1,7})(?:-(\d{1,7}))?)?|([^\s"]+))/gu;
const RANGE = /:(\d{1,7})(?:-(\d{1,7}))?$/;
const CLOSING_PUNCTUATION = /[.,;:!?)\]}'"]+$/;

export function findMentions(text: string): Mention[] {
  const found: Mention[] = [];
  for (const [, quoted, start, end, plain = ""] of text.matchAll(MENTION)) {
    if (found.length >= MAX_MENTIONS) break;
    if (quoted !== undefined) found.push({ names: [{ name: quoted, lines: rangeOf(start, end) }] });
    else found.push({ names: namesIn(plain) });
  }
  return found;
}

function namesIn(plain: string): MentionedName[] {
  const names: MentionedName[] = [];
  for (const spelled of new Set([plain, plain.replace(CLOSING_PUNCTUATION, "")])) {
    if (spelled === "") continue;
    names.push({ name: spelled, lines: null });
    const range = RANGE.exec(spelled);
    if (range && range.index > 0)
      names.push({ name: spelled.slice(0, range.index), lines: rangeOf(range[1], range[2]) });
  }
  return names;
}

function rangeOf(start: string | undefined, end: string | undefined): LineRange | null {
  const first = Math.max(1, Number(start));
  if (start === undefined || Number.isNaN(first)) return null;
  return { start: first, end: Math.max(first, Number(end ?? first)) };
}

/** How a file is written after an @. */
export function spellMention(name: string, lines: LineRange | null = null): string {
  const range = lines ? `:${lines.start}${lines.end > lines.start ? `-${lines.end}` : ""}` : "";
  return `@${/[\s"]/.test(name) ? `"${name}"` : name}${range}`;
}

/** The fragment of a file URI for a range of lines. */
export function lineFragment(lines: LineRange | null): string {
  return lines ? `#L${lines.start}-L${lines.end}` : "";
}
