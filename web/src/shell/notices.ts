// What the page tells and asks a person: short notices, words for screen readers, and questions with buttons.

import { signal } from "@preact/signals";

export interface Notice {
  readonly id: number;
  readonly level: "info" | "warning" | "error";
  readonly text: string;
  readonly actions: readonly { readonly label: string; run(): void }[];
}

export type Asker = "person" | "agent";

export interface Question {
  readonly id: number;
  readonly title: string;
  readonly text: string;
  /** The first is the one that Enter takes, of a person's own question; Esc answers null. */
  readonly choices: readonly { readonly id: string; readonly label: string; readonly danger?: boolean }[];
  /** Whose wish it is. An agent's may come at any time, so no key that was under way answers it. */
  readonly asker: Asker;
  answer(choice: string | null): void;
}

const MOST_NOTICES = 5;
/** Questions of an agent that wait; beyond, the answer is null at once. */
const MOST_WAITING = 8;
let next = 0;

export const notices = signal<readonly Notice[]>([]);
export const questions = signal<readonly Question[]>([]);
/** Read aloud by screen readers, politely. */
export const announcement = signal("");

export function notify(
  text: string,
  level: Notice["level"] = "info",
  actions: Notice["actions"] = [],
): () => void {
  const id = ++next;
  const withdraw = () => {
    notices.value = notices.value.filter((notice) => notice.id !== id);
  };
  const repeated = notices.value.filter((notice) => notice.text !== text);
  notices.value = [...repeated, { id, level, text, actions }].slice(-MOST_NOTICES);
  if (level === "info" && actions.length === 0) setTimeout(withdraw, 6000);
  return withdraw;
}

export function announce(text: string): void {
  announcement.value = text;
}

export function ask(
  title: string,
  text: string,
  choices: Question["choices"],
  signal?: AbortSignal,
  asker: Asker = "person",
): Promise<string | null> {
  const waiting = questions.value.filter((question) => question.asker === "agent").length;
  if (signal?.aborted || (asker === "agent" && waiting >= MOST_WAITING)) return Promise.resolve(null);
  const id = ++next;
  return new Promise((resolve) => {
    const answer = (choice: string | null) => {
      questions.value = questions.value.filter((question) => question.id !== id);
      resolve(choice);
    };
    questions.value = [...questions.value, { id, title, text, choices, asker, answer }];
    signal?.addEventListener("abort", () => answer(null), { once: true });
  });
}
