// The page's frame: where each part stands, and what lies over all of them.

import { chatOpen, bottom, side, sizes } from "./layout";
import { Rail } from "./Rail";
import { Splitter } from "./Splitter";
import { StatusBar } from "./StatusBar";
import { Overlays } from "./Overlays";
import { ConnectionBar } from "./ConnectionBar";
import { ChatPanel } from "../chat/ChatPanel";
import { EditorArea } from "../editor/EditorArea";
import { InsightsPanel } from "../insights/InsightsPanel";
import { SearchPanel } from "../search/SearchPanel";
import { TourCard } from "../tour/TourCard";
import { TracePanel } from "../trace/TracePanel";
import { FilesPanel } from "../files/FilesPanel";
import { BottomTabs } from "./BottomTabs";

export function Shell() {
  const { side: sideSize, chat: chatSize, bottom: bottomSize } = sizes.value;
  return (
    <div class="shell">
      <ConnectionBar />
      <div class="shell-columns">
        <Rail />
        {side.value && (
          <>
            <aside
              class="side-part"
              data-part="side"
              aria-label={side.value === "files" ? "Files" : "Search"}
              style={{ width: `${sideSize}px` }}
            >
              {side.value === "files" ? <FilesPanel /> : <SearchPanel />}
            </aside>
            <Splitter name="side" label="Width of the side panel" />
          </>
        )}
        <div class="centre">
          <main class="editor-part" data-part="editor" aria-label="Editor">
            <EditorArea />
          </main>
          {bottom.value && (
            <>
              <Splitter name="bottom" label="Height of the lower panel" />
              <section
                class="lower"
                data-part="bottom"
                aria-label={bottom.value === "trace" ? "Trace" : "Insights"}
                style={{ height: `${bottomSize}px` }}
              >
                <BottomTabs />
                {bottom.value === "trace" ? <TracePanel /> : <InsightsPanel />}
              </section>
            </>
          )}
        </div>
        {chatOpen.value && (
          <>
            <Splitter name="chat" label="Width of the chat" />
            <aside
              class="chat-part"
              data-part="chat"
              aria-label="Chat"
              style={{ width: `${chatSize}px` }}
            >
              <ChatPanel />
            </aside>
          </>
        )}
      </div>
      <StatusBar />
      <TourCard />
      <Overlays />
    </div>
  );
}
