// Makes a question known to somebody who does not look at the chat: in words for screen readers, and with a
// notice where the chat is closed.

import { chatOpen } from "../shell/layout";
import { showChat } from "../shell/shell-commands";
import { announce, notify } from "../shell/notices";
import type { Chat } from "./chat";
import { focusQuestion } from "./focus";

export function announceQuestions(chat: Chat): void {
  chat.onQuestion = ({ title }) => {
    announce(`The agent asks: ${title}. Alt+Q goes there.`);
    if (!chatOpen.peek())
      notify(`The agent asks: ${title.slice(0, 200)}`, "warning", [{ label: "Show", run: goToQuestion }]);
  };
}

export function goToQuestion(): void {
  showChat();
  // After the chat is painted, if it was closed.
  setTimeout(focusQuestion, 150);
}
