// The chat's keyboard focus, and how the agent's questions get attention: an announcement for screen readers,
// and a notice while the chat is closed.

import { isPanelOpen } from "../shell/panels";
import { showPanel } from "../shell/shell-commands";
import { announce, notify } from "../shell/notices";
import type { Chat } from "./chat";

/**
 * Whether a question may take the focus: not while the user types in the editor, in a field, or in a
 * non-empty prompt.
 */
export function canTakeFocus(): boolean {
  const at = document.activeElement;
  if (!at || at === document.body) return true;
  if (!at.closest("[data-panel='chat']")) return false;
  if (at instanceof HTMLTextAreaElement || at instanceof HTMLInputElement) return at.value === "";
  return !(at instanceof HTMLSelectElement);
}

export function focusComposer(): void {
  document.querySelector<HTMLElement>("[data-panel='chat'] [data-first]")?.focus();
}

function firstQuestionCard(): HTMLElement | null {
  return document.querySelector<HTMLElement>("[data-panel='chat'] [data-question]");
}

/** Call `onChange` whenever the first open question leaves or enters the visible area. */
export function observeQuestionHidden(onChange: (hidden: boolean) => void, signal: AbortSignal): void {
  const card = firstQuestionCard();
  // Far above what is rendered.
  if (!card) return onChange(true);
  const observer = new IntersectionObserver((seen) => onChange(seen.at(-1)?.isIntersecting === false));
  observer.observe(card);
  signal.addEventListener("abort", () => observer.disconnect(), { once: true });
}

/** Focus the first open question. */
export function focusQuestion(): void {
  // A question that is not rendered is at the end.
  if (!firstQuestionCard()) document.querySelector<HTMLElement>("[data-panel='chat'] .to-end")?.click();
  const card = firstQuestionCard();
  card?.scrollIntoView({ block: "center" });
  card?.focus({ preventScroll: true });
}

export function announceQuestions(chat: Chat): void {
  chat.onQuestion = ({ title }) => {
    announce(`The agent asks: ${title}. Alt+Q goes there.`);
    if (!isPanelOpen("chat"))
      notify(`The agent asks: ${title.slice(0, 200)}`, "warning", [{ label: "Show", run: goToQuestion }]);
  };
}

export function goToQuestion(): void {
  showPanel("chat");
  // After the chat is rendered, if it was closed.
  setTimeout(focusQuestion, 150);
}
