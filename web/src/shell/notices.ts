// Notices, screen reader announcements, and modal questions with buttons.

import { signal } from "@preact/signals";
import { MAX_NOTICES, MAX_PENDING_AGENT_QUESTIONS } from "./limits";

export interface Notice {
  readonly id: number;
  readonly level: "info" | "warning" | "error";
  readonly text: string;
  readonly actions: readonly { readonly label: string; run(): void }[];
}

export type QuestionSource = "person" | "agent";

export interface Question {
  readonly id: number;
  readonly title: string;
  readonly text: string;
  /** Enter selects the first choice of a question that the user caused; Esc answers null. */
  readonly choices: readonly { readonly id: string; readonly label: string; readonly danger?: boolean }[];
  /**
   * Who caused the question. An agent's question may appear at any time, so no key pressed before it answers
   * it.
   */
  readonly source: QuestionSource;
  answer(choice: string | null): void;
}

let next = 0;

export const notices = signal<readonly Notice[]>([]);
export const questions = signal<readonly Question[]>([]);
/** Read by screen readers (aria-live="polite"). */
export const announcement = signal("");

export function notify(
  text: string,
  level: Notice["level"] = "info",
  actions: Notice["actions"] = [],
): () => void {
  const id = ++next;
  const dismiss = () => {
    notices.value = notices.value.filter((notice) => notice.id !== id);
  };
  const others = notices.value.filter((notice) => notice.text !== text);
  notices.value = [...others, { id, level, text, actions }].slice(-MAX_NOTICES);
  if (level === "info" && actions.length === 0) setTimeout(dismiss, 6000);
  return dismiss;
}

export function announce(text: string): void {
  announcement.value = text;
}

export function ask(
  title: string,
  text: string,
  choices: Question["choices"],
  signal?: AbortSignal,
  source: QuestionSource = "person",
): Promise<string | null> {
  const pending = questions.value.filter((question) => question.source === "agent").length;
  if (signal?.aborted || (source === "agent" && pending >= MAX_PENDING_AGENT_QUESTIONS))
    return Promise.resolve(null);
  const id = ++next;
  return new Promise((resolve) => {
    const answer = (choice: string | null) => {
      questions.value = questions.value.filter((question) => question.id !== id);
      resolve(choice);
    };
    questions.value = [...questions.value, { id, title, text, choices, source, answer }];
    signal?.addEventListener("abort", () => answer(null), { once: true });
  });
}
