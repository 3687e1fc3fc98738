// Configures Monaco: its workers as files of this page (the content security policy allows no others), the
// checks of its languages, and its theme. Loaded once, after the first paint.

import * as monaco from "monaco-editor";
import EditorWorker from "monaco-editor/editor/editor.worker?worker";
import CssWorker from "monaco-editor/language/css/css.worker?worker";
import HtmlWorker from "monaco-editor/language/html/html.worker?worker";
import JsonWorker from "monaco-editor/language/json/json.worker?worker";
import TypeScriptWorker from "monaco-editor/language/typescript/ts.worker?worker";
import { effect } from "@preact/signals";
import { theme } from "../shell/layout";
import { defineTheme, THEME } from "./themes";

const WORKERS: Readonly<Record<string, new () => Worker>> = {
  css: CssWorker,
  less: CssWorker,
  scss: CssWorker,
  html: HtmlWorker,
  handlebars: HtmlWorker,
  razor: HtmlWorker,
  json: JsonWorker,
  typescript: TypeScriptWorker,
  javascript: TypeScriptWorker,
};

self.MonacoEnvironment = {
  getWorker: (_, label) => new (WORKERS[label] ?? EditorWorker)(),
};

// Imports cannot be resolved in a single file, and all of them would be marked as missing.
const checked = { noSemanticValidation: true, noSuggestionDiagnostics: true, noSyntaxValidation: false };
for (const defaults of [monaco.typescript.typescriptDefaults, monaco.typescript.javascriptDefaults]) {
  defaults.setDiagnosticsOptions(checked);
  defaults.setCompilerOptions({
    target: monaco.typescript.ScriptTarget.ESNext,
    allowNonTsExtensions: true,
    allowJs: true,
    jsx: monaco.typescript.JsxEmit.Preserve,
  });
}
monaco.json.jsonDefaults.setDiagnosticsOptions({
  validate: true,
  allowComments: true,
  trailingCommas: "ignore",
});

// File names that Monaco does not map to a language.
const NAMES: readonly { id: string; extensions?: string[]; filenames?: string[] }[] = [
  {
    id: "json",
    extensions: [".jsonl", ".ipynb", ".code-workspace"],
    filenames: [".prettierrc", "composer.lock"],
  },
  {
    id: "ini",
    extensions: [".toml", ".cfg", ".conf", ".editorconfig"],
    filenames: [".gitconfig", ".npmrc", "Pipfile"],
  },
  { id: "yaml", filenames: [".clang-format"] },
  { id: "shell", extensions: [".zsh", ".ksh"], filenames: [".bashrc", ".profile", ".envrc"] },
  { id: "python", extensions: [".pyi"], filenames: ["SConstruct", "SConscript"] },
];
for (const language of NAMES) monaco.languages.register(language);

effect(() => {
  // The effect that sets the page's theme attribute was registered first, so the page's colors are already
  // current here.
  defineTheme(monaco, theme.value);
  monaco.editor.setTheme(THEME);
});

export { monaco };
