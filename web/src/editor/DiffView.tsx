// A diff editor in a tab of its own.

import { useEffect, useRef } from "preact/hooks";
import type { Diff } from "../workspace/documents";
import { uriOf } from "../workspace/paths";
import { loadMonaco } from "./monaco";
import { diffOptions } from "./options";

const SIDE_BY_SIDE_MIN_WIDTH_PX = 700;

export function DiffView({ diff }: { diff: Diff }) {
  const place = useRef<HTMLDivElement>(null);
  const focus = useRef(() => {});
  useEffect(() => {
    let isDisposed = false;
    let dispose = () => {};
    void loadMonaco().then((monaco) => {
      if (isDisposed || !place.current) return;
      const editor = monaco.editor.createDiffEditor(
        place.current,
        {
          ...diffOptions(place.current.clientWidth < SIDE_BY_SIDE_MIN_WIDTH_PX),
          originalAriaLabel: `Before: ${diff.title}`,
          modifiedAriaLabel: `After: ${diff.title}`,
        },
      );
      // Detect the language from the file name with a temporary model: the file itself may be open with its
      // own model.
      const probe = monaco.editor.createModel("", undefined, monaco.Uri.parse(`${uriOf(diff.path)}?diff`));
      const language = probe.getLanguageId();
      probe.dispose();
      const original = monaco.editor.createModel(diff.original, language);
      const modified = monaco.editor.createModel(diff.modified, language);
      editor.setModel({ original, modified });
      focus.current = () => editor.getModifiedEditor().focus();
      // The element that opened the diff may have been removed with the tab shown before.
      if (document.activeElement === document.body || place.current.contains(document.activeElement))
        focus.current();
      dispose = () => {
        editor.dispose();
        original.dispose();
        modified.dispose();
      };
    });
    return () => {
      isDisposed = true;
      dispose();
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
