// Two texts side by side, in a tab of their own.

import { useEffect, useRef } from "preact/hooks";
import type { Diff } from "../workspace/documents";
import { uriOf } from "../workspace/paths";
import { loadMonaco } from "./monaco";
import { diffOptions } from "./options";

const NARROW = 700;

export function DiffView({ diff }: { diff: Diff }) {
  const place = useRef<HTMLDivElement>(null);
  const focus = useRef(() => {});
  useEffect(() => {
    let gone = false;
    let end = () => {};
    void loadMonaco().then((monaco) => {
      if (gone || !place.current) return;
      const editor = monaco.editor.createDiffEditor(
        place.current,
        {
          ...diffOptions(place.current.clientWidth < NARROW),
          originalAriaLabel: `Before: ${diff.title}`,
          modifiedAriaLabel: `After: ${diff.title}`,
        },
      );
      // The language goes by the name; the file itself may be open with a model of its own.
      const like = monaco.editor.createModel("", undefined, monaco.Uri.parse(`${uriOf(diff.path)}?diff`));
      const language = like.getLanguageId();
      like.dispose();
      const original = monaco.editor.createModel(diff.original, language);
      const modified = monaco.editor.createModel(diff.modified, language);
      editor.setModel({ original, modified });
      focus.current = () => editor.getModifiedEditor().focus();
      // What opened it may be gone with the tab that was shown before.
      if (document.activeElement === document.body || place.current.contains(document.activeElement)) focus.current();
      end = () => {
        editor.dispose();
        original.dispose();
        modified.dispose();
      };
    });
    return () => {
      gone = true;
      end();
    };
  }, [diff]);
  return (
    <div
      class="diff-host"
      ref={place}
      data-testid="diff"
      data-first=""
      tabIndex={-1}
      onFocus={() => focus.current()}
    />
  );
}
