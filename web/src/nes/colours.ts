// The colours of next edits in the text, from the page's own.

/** `page` gives a colour of the page by its name, as #rrggbb. */
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
