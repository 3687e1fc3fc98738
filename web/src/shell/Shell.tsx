// The page's frame: the rail, the panels around the editor, the status bar, and the overlays.

import { CrashLogDialog } from "../agent/CrashLogDialog";
import { EditorArea } from "../editor/EditorArea";
import { ModelDialog } from "../models/ModelDialog";
import { TourCard } from "../tour/TourCard";
import { useWorkbench } from "../workbench";
import { BottomTabs } from "./BottomTabs";
import { sizes } from "./layout";
import { Overlays } from "./Overlays";
import { closePlace, openPanelAt } from "./panels";
import { Rail } from "./Rail";
import { Splitter } from "./Splitter";
import { StatusBar } from "./StatusBar";

export function Shell() {
  return (
    <div class="shell">
      <ConnectionBar />
      <div class="shell-columns">
        <Rail />
        <SidePanel />
        <div class="center">
          <main class="editor-part" data-part="editor" aria-label="Editor">
            <EditorArea />
          </main>
          <BottomPanel />
        </div>
        <RightPanel />
      </div>
      <StatusBar />
      <TourCard />
      <ModelDialog />
      <CrashLogDialog />
      <Overlays />
    </div>
  );
}

function SidePanel() {
  const panel = openPanelAt("side");
  if (!panel) return null;
  return (
    <>
      <aside
        class="side-part"
        data-part="side"
        data-panel={panel.id}
        aria-label={panel.title}
        style={{ width: `${sizes.value.side}px` }}
      >
        <panel.component />
      </aside>
      <Splitter place="side" label="Width of the side panel" />
    </>
  );
}

function BottomPanel() {
  const panel = openPanelAt("bottom");
  if (!panel) return null;
  return (
    <>
      <Splitter place="bottom" label="Height of the lower panel" />
      <section
        class="lower"
        data-part="bottom"
        data-panel={panel.id}
        aria-label={panel.title}
        style={{ height: `${sizes.value.bottom}px` }}
      >
        <BottomTabs />
        <panel.component />
      </section>
    </>
  );
}

function RightPanel() {
  const panel = openPanelAt("right");
  if (!panel) return null;
  return (
    <>
      <Splitter place="right" label={`Width of the ${panel.title.toLowerCase()}`} />
      <div class="sheet-cover" onPointerDown={() => closePlace("right")} />
      <aside
        class="right-part"
        data-part="right"
        data-panel={panel.id}
        aria-label={panel.title}
        style={{ width: `${sizes.value.right}px` }}
      >
        <button
          type="button"
          class="plain sheet-handle"
          aria-label={`Close the ${panel.title.toLowerCase()}`}
          data-testid="sheet-close"
          onClick={() => closePlace("right")}
        />
        <panel.component />
      </aside>
    </>
  );
}

const UNSAVED_NOTE = " Open it in this tab to keep your unsaved changes.";

/** Says that the agent is disconnected, why, and what can be done. Hidden while the agent is connected. */
function ConnectionBar() {
  const { agent, documents, crashLogs } = useWorkbench();
  const state = agent.state.value;
  if (state.kind === "ready" || (state.kind === "connecting" && state.attempt === 0)) return null;
  return (
    <div class="connection-bar" role="alert">
      <span>
        {state.kind === "failed" && `Agent disconnected: ${state.message}`}
        {state.kind === "failed" && state.final && documents.anyDirty.value && UNSAVED_NOTE}
        {state.kind === "waiting" && `Agent disconnected: ${state.message} Reconnecting…`}
        {state.kind === "connecting" && "Reconnecting…"}
      </span>
      {state.kind !== "connecting" && (
        <button type="button" onClick={() => void agent.connect()}>
          Connect now
        </button>
      )}
      {state.kind === "failed" && agent.hasLog.value && (
        <button type="button" onClick={() => void crashLogs.show()}>
          Show its log
        </button>
      )}
    </div>
  );
}
