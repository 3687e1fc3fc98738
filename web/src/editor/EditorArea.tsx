// The tab bar with the editor below it, or the welcome view if nothing is open.

import { useEffect, useRef } from "preact/hooks";
import { useWorkbench } from "../workbench";
import { notify } from "../shell/notices";
import { Banners } from "./Banners";
import { registerEditorCommands } from "./commands";
import { DiffView } from "./DiffView";
import { hostEditor } from "./editor-host";
import { loadMonaco } from "./monaco";
import { TabBar } from "./TabBar";
import { Welcome } from "./Welcome";

export function EditorArea() {
  const { documents, tools, config } = useWorkbench();
  const place = useRef<HTMLDivElement>(null);

  useEffect(() => registerEditorCommands(documents, tools, config), []);
  useEffect(() => {
    let stop: (() => void) | null = null;
    let isDisposed = false;
    loadMonaco().then(
      (api) => {
        if (!isDisposed && place.current) stop = hostEditor(api, place.current, documents);
      },
      () => {
        documents.hasEditorFailed.value = true;
        notify("The editor could not be loaded. Reload the page when the server runs again.", "error");
      },
    );
    return () => {
      isDisposed = true;
      stop?.();
    };
  }, []);

  const tab = documents.tabs.shown.value;
  return (
    <>
      {tab && <h1 class="sr-only">Understudy</h1>}
      {documents.tabs.all.value.length > 0 && <TabBar documents={documents} />}
      {tab?.kind === "text" && <Banners documents={documents} document={tab.document} />}
      <div
        class="editor-panel"
        role="tabpanel"
        id="editor-panel"
        aria-label={tab?.kind === "text" ? tab.document.name : tab?.diff.title}
        hidden={!tab}
      >
        <div
          class="editor-host"
          ref={place}
          data-testid="editor"
          data-first={tab?.kind === "text" ? "" : undefined}
          tabIndex={-1}
          hidden={tab?.kind !== "text" || documents.hasEditorFailed.value}
          onFocus={() => documents.editor.value?.focus()}
        />
        {tab?.kind === "diff" && <DiffView key={tab.id} diff={tab.diff} />}
      </div>
      {!tab && <Welcome />}
    </>
  );
}
