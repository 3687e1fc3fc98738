// Escapes invisible and misleading characters in names and texts from others: characters that reverse the
// writing direction, have no width, or break the line. Pure.

// Joiners (200C, 200D) are kept: scripts and emoji need them.
const CONTROLS = "\\0-\\x1f\\x7f-\\x9f\\u2028\\u2029";
const DIRECTIONS = "\\u061c\\u200e\\u200f\\u202a-\\u202e\\u2066-\\u2069";
const WITHOUT_WIDTH =
  "\\u00ad\\u034f\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180e\\u200b\\u2060-\\u2065\\u206a-\\u206f\\u3164\\ufeff\\uffa0\\ufff9-\\ufffb";
const TAGS = "\\u{e0000}-\\u{e007f}";
const HIDDEN = new RegExp(`[${CONTROLS}${DIRECTIONS}${WITHOUT_WIDTH}${TAGS}]`, "gu");
/** Allowed in text that may have several lines. */
const LINE_WHITESPACE = new Set(["\n", "\t"]);

/** For text shown on one line. */
export function escapeControls(text: string): string {
  return text.replace(HIDDEN, codePointLabel);
}

/** For text that may have several lines. */
export function escapeControlsMultiline(text: string): string {
  return text.replace(HIDDEN, (char) => (LINE_WHITESPACE.has(char) ? char : codePointLabel(char)));
}

function codePointLabel(char: string): string {
  return `⟨${(char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}⟩`;
}
