// The chat beside the editor: its head, the transcript or the list of sessions, and the composer.

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { register } from "../shell/commands";
import { useWorkbench } from "../workbench";
import { goThere } from "./attention";
import { ChatHead } from "./ChatHeader";
import { Composer, QuestionBar } from "./composer/Composer";
import { focusComposer } from "./focus";
import { setRoots } from "./markdown/html";
import { SessionsView } from "./session/SessionsView";
import { TranscriptView } from "./transcript/TranscriptView";

export function ChatPanel() {
  const { chat, config } = useWorkbench();
  const listing = useSignal(false);
  setRoots(config.roots.map((root) => root.path));

  useEffect(
    () =>
      register(
        { id: "chat.new", title: "Chat: new session", keys: "alt+n", run: () => void startNew() },
        {
          id: "chat.sessions",
          title: "Chat: show the sessions",
          enabled: () => chat.sessions.can.list,
          run: () => (listing.value = true),
        },
        {
          id: "chat.stop",
          title: "Chat: stop the agent",
          enabled: () => chat.busy.peek(),
          run: () => chat.stop(),
        },
        {
          id: "chat.question",
          title: "Chat: go to the agent's question",
          keys: "alt+q",
          enabled: () => chat.questions.open.peek().length > 0,
          run: answer,
        },
      ),
    [],
  );

  function answer(): void {
    listing.value = false;
    goThere();
  }

  async function startNew(): Promise<void> {
    listing.value = false;
    await chat.startNew();
    focusComposer();
  }

  return (
    <div class="chat" data-testid="chat">
      <ChatHead listing={listing} startNew={() => void startNew()} />
      {listing.value ? (
        <>
          <QuestionBar covered answer={answer} />
          <SessionsView
            leave={() => {
              listing.value = false;
              requestAnimationFrame(focusComposer);
            }}
          />
        </>
      ) : (
        <>
          <TranscriptView />
          <Composer />
        </>
      )}
    </div>
  );
}
