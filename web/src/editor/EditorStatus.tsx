// Cursor position, language and encoding of the shown document, for the status bar.

import { useEffect, useState } from "preact/hooks";
import { useWorkbench } from "../workbench";
import { palette } from "../shell/palette";
import { loadMonaco } from "./monaco";

interface CursorStatus {
  readonly place: string;
  readonly language: string;
  readonly eol: string;
}

export function EditorStatus() {
  const { documents } = useWorkbench();
  const editor = documents.editor.value;
  const active = documents.active.value;
  const [status, setStatus] = useState<CursorStatus | null>(null);

  useEffect(() => {
    if (!editor || !active) {
      setStatus(null);
      return;
    }
    const update = () => {
      const model = editor.getModel();
      const at = editor.getPosition();
      if (!model || !at) return;
      const selectedChars = (editor.getSelections() ?? []).reduce(
        (sum, selection) => sum + model.getValueLengthInRange(selection),
        0,
      );
      const place = `Ln ${at.lineNumber}, Col ${at.column}${selectedChars > 0
        ? ` (${selectedChars} selected)`
        : ""}`;
      const eol = model.getEOL() === "\n" ? "LF" : "CRLF";
      const language = model.getLanguageId();
      setStatus((old) => {
        const same = old?.place === place && old.eol === eol && old.language === language;
        return same ? old : { place, eol, language };
      });
    };
    update();
    const stops = [
      editor.onDidChangeCursorSelection(update),
      editor.onDidChangeModel(update),
      editor.onDidChangeModelLanguage(update),
      editor.onDidChangeModelContent(update),
    ];
    return () => stops.forEach((stop) => stop.dispose());
  }, [editor, active]);

  if (!active || !status) return null;
  return (
    <>
      <button
        type="button"
        class="plain status-button"
        title="Go to a line"
        data-testid="cursor-place"
        onClick={() => {
          editor?.focus();
          void editor?.getAction("editor.action.gotoLine")?.run();
        }}
      >
        {status.place}
      </button>
      <span data-testid="encoding">{active.encoding.toUpperCase().replace("WITH", "with")}</span>
      <span data-testid="eol">{status.eol}</span>
      <button
        type="button"
        class="plain status-button"
        title="Choose the language"
        data-testid="language"
        onClick={() => void chooseLanguage(active.model)}
      >
        {status.language}
      </button>
    </>
  );
}

async function chooseLanguage(model: import("monaco-editor").editor.ITextModel): Promise<void> {
  const monaco = await loadMonaco();
  const languages = monaco.languages.getLanguages();
  palette.open({
    title: "Language",
    placeholder: "Language of this text",
    find: (typed) =>
      [...new Map(languages.map((language) => [language.id, language.aliases?.[0] ?? language.id]))]
        .filter(([id, name]) => `${id} ${name}`.toLowerCase().includes(typed.toLowerCase()))
        .map(([id, name]) => ({
          id,
          label: name,
          detail: id,
          run: () => monaco.editor.setModelLanguage(model, id),
        })),
  });
}
