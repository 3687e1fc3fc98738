// Long pastes: shown in the draft as a mark such as `[pasted 40 lines #1]`, and sent as the text that it stands
// for. Pure.

import { MAX_UNFOLDED_PASTE_CHARS, MAX_UNFOLDED_PASTE_LINES } from "../limits";

export interface Paste {
  readonly mark: string;
  readonly text: string;
}

/** The paste to fold; null if the text is short enough to be shown. `known` are the pastes of the draft. */
export function foldPaste(pasted: string, known: readonly Paste[]): Paste | null {
  const text = pasted.replace(/\r\n?/g, "\n");
  const lines = text.split("\n").length;
  if (lines <= MAX_UNFOLDED_PASTE_LINES && text.length <= MAX_UNFOLDED_PASTE_CHARS) return null;
  const size = lines > 1 ? `${lines} lines` : `${text.length} characters`;
  const number = 1 + Math.max(0, ...known.map(({ mark }) => Number(/#(\d+)\]$/.exec(mark)?.[1] ?? 0)));
  return { mark: `[pasted ${size} #${number}]`, text };
}

/** The text with every paste in place of its mark. */
export function unfoldPastes(text: string, pastes: readonly Paste[]): string {
  // In one pass: a paste may contain the mark of another one.
  const marks = new Map(pastes.map((paste) => [paste.mark, paste.text]));
  return text.replace(/\[pasted [^\]]{1,40}\]/g, (mark) => marks.get(mark) ?? mark);
}

/** Those that the text still has. */
export function pastesIn(text: string, pastes: readonly Paste[]): readonly Paste[] {
  return pastes.filter(({ mark }) => text.includes(mark));
}
