// The editor's theme: the colors of the page, and a small palette for syntax that is readable on both themes.

import type { Monaco } from "./monaco";
import type { Theme } from "../shell/layout";

export const THEME = "understudy";

interface SyntaxColors {
  readonly comment: string;
  readonly keyword: string;
  readonly string: string;
  readonly number: string;
  readonly type: string;
  readonly call: string;
  readonly tag: string;
  readonly pale: string;
}

const SYNTAX_COLORS: Readonly<Record<Theme, SyntaxColors>> = {
  dark: {
    comment: "8b95a7",
    keyword: "c49bf5",
    string: "9ccf7e",
    number: "e8a66a",
    type: "74c7d8",
    call: "82b4ff",
    tag: "f08f86",
    pale: "b7c0cf",
  },
  light: {
    comment: "6a7483",
    keyword: "7b36b8",
    string: "2f7a32",
    number: "a8540b",
    type: "0b6f85",
    call: "1f57b8",
    tag: "b3372c",
    pale: "4c5666",
  },
};

/** Bracket colors by nesting depth. */
const BRACKETS: Readonly<Record<Theme, readonly string[]>> = {
  dark: ["#d9b95b", "#c49bf5", "#74c7d8"],
  light: ["#8a6100", "#7b36b8", "#0b6f85"],
};

export function defineTheme(monaco: Monaco, theme: Theme): void {
  const style = getComputedStyle(document.documentElement);
  const page = (name: string) => longHex(style.getPropertyValue(name).trim());
  const ink = SYNTAX_COLORS[theme];
  const brackets = BRACKETS[theme];
  monaco.editor.defineTheme(THEME, {
    base: theme === "dark" ? "vs-dark" : "vs",
    inherit: true,
    rules: [
      { token: "", foreground: page("--ink").slice(1, 7) },
      { token: "comment", foreground: ink.comment, fontStyle: "italic" },
      { token: "keyword", foreground: ink.keyword },
      { token: "keyword.json", foreground: ink.number },
      { token: "string", foreground: ink.string },
      { token: "string.escape", foreground: ink.number },
      { token: "string.key.json", foreground: ink.call },
      { token: "string.value.json", foreground: ink.string },
      { token: "regexp", foreground: ink.tag },
      { token: "number", foreground: ink.number },
      { token: "constant", foreground: ink.number },
      { token: "type", foreground: ink.type },
      { token: "type.identifier", foreground: ink.type },
      { token: "namespace", foreground: ink.type },
      { token: "predefined", foreground: ink.call },
      { token: "function", foreground: ink.call },
      { token: "annotation", foreground: ink.number },
      { token: "tag", foreground: ink.tag },
      { token: "metatag", foreground: ink.tag },
      { token: "attribute.name", foreground: ink.call },
      { token: "attribute.value", foreground: ink.string },
      { token: "delimiter", foreground: ink.pale },
      { token: "operator", foreground: ink.pale },
    ],
    colors: {
      "editor.background": page("--back"),
      "editor.foreground": page("--ink"),
      "editorLineNumber.foreground": `${page("--quiet")}e6`,
      "editorLineNumber.activeForeground": page("--ink"),
      "editor.lineHighlightBackground": page("--hover"),
      "editor.lineHighlightBorder": "#00000000",
      "editor.selectionBackground": `${page("--accent")}45`,
      "editor.inactiveSelectionBackground": `${page("--accent")}2b`,
      "editor.wordHighlightBackground": page("--selected"),
      "editor.findMatchBackground": `${page("--warn")}66`,
      "editor.findMatchHighlightBackground": `${page("--warn")}33`,
      "editorCursor.foreground": page("--accent"),
      "editorIndentGuide.background1": page("--line"),
      "editorIndentGuide.activeBackground1": page("--quiet"),
      "editorBracketHighlight.foreground1": brackets[0]!,
      "editorBracketHighlight.foreground2": brackets[1]!,
      "editorBracketHighlight.foreground3": brackets[2]!,
      "editorWidget.background": page("--raised"),
      "editorWidget.border": page("--line"),
      "editorHoverWidget.background": page("--raised"),
      "editorHoverWidget.border": page("--line"),
      "editorSuggestWidget.background": page("--raised"),
      "editorSuggestWidget.border": page("--line"),
      "editorStickyScroll.background": page("--back"),
      "editorStickyScrollHover.background": page("--panel"),
      "editorGhostText.foreground": page("--quiet"),
      "editorError.foreground": page("--bad"),
      "editorWarning.foreground": page("--warn"),
      "diffEditor.insertedTextBackground": page("--good-soft"),
      "diffEditor.removedTextBackground": page("--bad-soft"),
      "diffEditor.insertedLineBackground": `${page("--good")}14`,
      "diffEditor.removedLineBackground": `${page("--bad")}14`,
      "scrollbar.shadow": "#00000000",
      "scrollbarSlider.background": page("--selected"),
      focusBorder: page("--accent"),
      "input.background": page("--back"),
      "input.border": page("--line"),
      "list.hoverBackground": page("--hover"),
      "list.focusBackground": page("--selected"),
      ...nextEditColors(page),
    },
  });
}

/** The build shortens the page's hex colors; Monaco accepts only the long form. */
export function longHex(color: string): string {
  const digits = /^#([\da-f]{3,4})$/i.exec(color)?.[1];
  return digits ? `#${[...digits].map((digit) => digit + digit).join("")}` : color;
}

/** Colors of next edits in the text. `page` returns a color of the page by its name, as #rrggbb. */
export function nextEditColors(page: (name: string) => string): Record<string, string> {
  const accent = page("--accent");
  const good = page("--good");
  const bad = page("--bad");
  return {
    "inlineEdit.originalBackground": `${bad}12`,
    "inlineEdit.modifiedBackground": `${good}12`,
    "inlineEdit.originalChangedLineBackground": `${bad}1f`,
    "inlineEdit.modifiedChangedLineBackground": `${good}1f`,
    "inlineEdit.originalChangedTextBackground": `${bad}4d`,
    "inlineEdit.modifiedChangedTextBackground": `${good}52`,
    "inlineEdit.originalBorder": `${bad}59`,
    "inlineEdit.modifiedBorder": `${good}59`,
    "inlineEdit.tabWillAcceptOriginalBorder": `${bad}8c`,
    "inlineEdit.tabWillAcceptModifiedBorder": `${good}8c`,
    "inlineEdit.gutterIndicator.background": "#00000000",
    "inlineEdit.gutterIndicator.primaryForeground": page("--ink"),
    "inlineEdit.gutterIndicator.primaryBorder": accent,
    "inlineEdit.gutterIndicator.primaryBackground": `${accent}40`,
    "inlineEdit.gutterIndicator.secondaryForeground": page("--ink"),
    "inlineEdit.gutterIndicator.secondaryBorder": page("--line"),
    "inlineEdit.gutterIndicator.secondaryBackground": page("--raised"),
    "inlineEdit.gutterIndicator.successfulForeground": page("--accent-ink"),
    "inlineEdit.gutterIndicator.successfulBorder": accent,
    "inlineEdit.gutterIndicator.successfulBackground": accent,
  };
}
