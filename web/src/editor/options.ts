// Editor options, including those that next edits need.

import type * as monaco from "monaco-editor";

const MINIMAP_HALF_WIDTH_PX = 900;

export function editorOptions(): monaco.editor.IStandaloneEditorConstructionOptions {
  return {
    automaticLayout: true,
    accessibilitySupport: "auto",
    ariaLabel: "Text of the file",
    fontFamily: "var(--mono)",
    fontSize: 13,
    lineHeight: 20,
    fontLigatures: false,
    minimap: { enabled: innerWidth >= 2 * MINIMAP_HALF_WIDTH_PX, renderCharacters: false },
    stickyScroll: { enabled: true, maxLineCount: 4 },
    bracketPairColorization: { enabled: true },
    guides: { indentation: true, bracketPairs: "active" },
    largeFileOptimizations: true,
    smoothScrolling: false,
    scrollBeyondLastLine: false,
    renderWhitespace: "selection",
    renderLineHighlight: "line",
    occurrencesHighlight: "singleFile",
    folding: true,
    showFoldingControls: "mouseover",
    padding: { top: 6, bottom: 24 },
    fixedOverflowWidgets: true,
    wordBasedSuggestions: "currentDocument",
    // A completion list that opens by itself would take Tab and Esc from the next edit that follows a moment
    // later. Ctrl+Space and trigger characters such as the dot still open it.
    quickSuggestions: false,
    suggest: { showWords: true, preview: false },
    tabCompletion: "off",
    unicodeHighlight: { ambiguousCharacters: false },
    scrollbar: { useShadows: false, verticalScrollbarSize: 12, horizontalScrollbarSize: 12 },
    overviewRulerBorder: false,
    ...nextEditOptions,
  };
}

export function diffOptions(narrow: boolean): monaco.editor.IStandaloneDiffEditorConstructionOptions {
  return {
    automaticLayout: true,
    readOnly: true,
    originalEditable: false,
    renderSideBySide: !narrow,
    useInlineViewWhenSpaceIsLimited: true,
    hideUnchangedRegions: { enabled: true, contextLineCount: 4, minimumLineCount: 5 },
    fontFamily: "var(--mono)",
    fontSize: 13,
    lineHeight: 20,
    minimap: { enabled: false },
    scrollBeyondLastLine: false,
    renderOverviewRuler: true,
    fixedOverflowWidgets: true,
    ariaLabel: "Comparison",
    scrollbar: { useShadows: false },
  };
}

/** Monaco has these options, but its types do not declare them. */
interface InlineEdits {
  readonly edits: {
    readonly enabled: boolean;
    readonly allowCodeShifting: "always" | "horizontal" | "never";
    readonly showLongDistanceHint: boolean;
    readonly renderSideBySide: "auto" | "never";
  };
}

/** Used by next edits (src/nes). */
const nextEditOptions: monaco.editor.IEditorOptions = {
  inlineSuggest: {
    enabled: true,
    // Keep the suggestion visible while the chat has the focus.
    keepOnBlur: true,
    showToolbar: "never",
    edits: { enabled: true, allowCodeShifting: "always", showLongDistanceHint: true, renderSideBySide: "auto" },
  } as monaco.editor.IInlineSuggestOptions & InlineEdits,
};
