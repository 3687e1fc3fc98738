// Names and words of others as they are, not as they would like to look: what turns the order of letters
// around, takes no place or breaks the line is spelled out. Pure.

// Controls, marks of direction, spaces without width, tags, and what breaks lines.
// eslint-disable-next-line no-control-regex
const HIDDEN = /[\0-\x1f\x7f-\x9f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]/gu;
/** Ends of lines and tabs are seen in what may have several lines. */
const FAMILIAR = new Set(["\n", "\t"]);

/** In one line. */
export function visible(text: string): string {
  return text.replace(HIDDEN, spelled);
}

/** In as many lines as it has. */
export function visibleLines(text: string): string {
  return text.replace(HIDDEN, (char) => (FAMILIAR.has(char) ? char : spelled(char)));
}

function spelled(char: string): string {
  return `⟨${(char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}⟩`;
}
