// Names and words of others as they are, not as they would like to look: what turns the order of letters
// around, takes no place or breaks the line is spelled out. Pure.

// Joiners (200C, 200D) are left: scripts and emoji are written with them.
const CONTROLS = "\\0-\\x1f\\x7f-\\x9f\\u2028\\u2029";
const DIRECTIONS = "\\u061c\\u200e\\u200f\\u202a-\\u202e\\u2066-\\u2069";
const WITHOUT_WIDTH = "\\u00ad\\u180e\\u200b\\u2060-\\u2065\\u206a-\\u206f\\ufeff\\ufff9-\\ufffb";
const TAGS = "\\u{e0000}-\\u{e007f}";
const HIDDEN = new RegExp(`[${CONTROLS}${DIRECTIONS}${WITHOUT_WIDTH}${TAGS}]`, "gu");
/** Ends of lines and tabs are seen in what may have several lines. */
const LINE_WHITESPACE = new Set(["\n", "\t"]);

/** In one line. */
export function escapeControls(text: string): string {
  return text.replace(HIDDEN, codePointLabel);
}

/** In as many lines as it has. */
export function escapeControlsMultiline(text: string): string {
  return text.replace(HIDDEN, (char) => (LINE_WHITESPACE.has(char) ? char : codePointLabel(char)));
}

function codePointLabel(char: string): string {
  return `⟨${(char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}⟩`;
}
