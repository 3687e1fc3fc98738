// The tab bar with the panes below it, or the welcome view if nothing is open.

import { useEffect, useRef } from "preact/hooks";
import { useWorkbench } from "../workbench";
import { notify } from "../shell/notices";
import { Icon } from "../ui/Icon";
import type { Pane } from "../workspace/panes";
import type { Tab } from "../workspace/tabs";
import { Banners } from "./Banners";
import { registerEditorCommands } from "./commands";
import { DiffView } from "./DiffView";
import { hostEditor } from "./editor-host";
import { FileView } from "./FileView";
import { loadMonaco } from "./monaco";
import { TabBar } from "./TabBar";
import { tabLabels } from "./tab-labels";
import { Welcome } from "./Welcome";

export function EditorArea() {
  const { documents, tools, config } = useWorkbench();
  useEffect(() => registerEditorCommands(documents, tools, config), []);

  const tab = documents.tabs.shown.value;
  const panes = documents.panes.all.value;
  return (
    <>
      {tab && <h1 class="sr-only">Understudy</h1>}
      {documents.tabs.all.value.length > 0 && <TabBar documents={documents} />}
      <div
        class="editor-panel"
        role="tabpanel"
        id="editor-panel"
        aria-label={tab ? nameOf(tab) : undefined}
        hidden={!tab}
      >
        {panes.map((pane) => (
          <PaneView key={pane.id} pane={pane} isOnly={panes.length === 1} />
        ))}
      </div>
      {!tab && <Welcome />}
    </>
  );
}

function nameOf(tab: Tab): string {
  return tab.kind === "text" ? tab.document.name : tabLabels([tab]).get(tab)!.name;
}

function PaneView({ pane, isOnly }: { pane: Pane; isOnly: boolean }) {
  const { documents } = useWorkbench();
  const place = useRef<HTMLDivElement>(null);

  useEffect(() => {
    let stop: (() => void) | null = null;
    let isDisposed = false;
    loadMonaco().then(
      (api) => {
        if (!isDisposed && place.current) stop = hostEditor(api, place.current, documents, pane);
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

  const tab = pane.tab.value;
  const isFocused = documents.panes.focused.value === pane;
  const kinds = ["pane", isFocused && !isOnly && "focused"];
  return (
    <div
      class={kinds.filter(Boolean).join(" ")}
      data-testid="pane"
      onFocusCapture={() => documents.panes.focus(pane)}
      onPointerDownCapture={() => documents.panes.focus(pane)}
    >
      {!isOnly && tab && (
        <div class="pane-head">
          <span>{nameOf(tab)}</span>
          <button
            type="button"
            class="plain"
            aria-label={`Close the pane of ${nameOf(tab)}`}
            title="Close this pane"
            onClick={() => documents.panes.close(pane)}
          >
            <Icon name="close" size={14} />
          </button>
        </div>
      )}
      {tab?.kind === "text" && <Banners documents={documents} document={tab.document} />}
      <div class="pane-body">
        <div
          class="editor-host"
          ref={place}
          data-testid="editor"
          data-first={tab?.kind === "text" && isFocused ? "" : undefined}
          tabIndex={-1}
          hidden={tab?.kind !== "text" || documents.hasEditorFailed.value}
          onFocus={() => pane.editor.value?.focus()}
        />
        {tab?.kind === "diff" && <DiffView key={tab.id} diff={tab.diff} />}
        {tab?.kind === "view" && <FileView key={tab.id} path={tab.path} />}
      </div>
    </div>
  );
}
