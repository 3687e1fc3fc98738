// The chat panel: the header, the transcript or the list of sessions, and the composer.

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { registerCommands } from "../shell/commands";
import { useWorkbench } from "../workbench";
import { goToQuestion } from "./focus";
import { ChatHeader } from "./ChatHeader";
import { Composer, QuestionBar } from "./composer/Composer";
import { focusComposer } from "./focus";
import { setLinkRoots } from "./markdown/html";
import { SessionsView } from "./session/SessionsView";
import { TranscriptView } from "./transcript/TranscriptView";
import "./chat.css";

export function ChatPanel() {
  const { chat, config } = useWorkbench();
  const listing = useSignal(false);
  setLinkRoots(config.roots.map((root) => root.path));

  useEffect(
    () =>
      registerCommands(
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
    goToQuestion();
  }

  async function startNew(): Promise<void> {
    listing.value = false;
    await chat.startNew();
    focusComposer();
  }

  return (
    <div class="chat" data-testid="chat">
      <ChatHeader listing={listing} startNew={() => void startNew()} />
      {listing.value ? (
        <>
          <QuestionBar covered answer={answer} />
          <SessionsView
            close={() => {
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
