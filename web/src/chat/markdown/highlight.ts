// Colours for finished blocks of code, by Monaco, one after the other and only while nothing else is to be
// done.

import { loadMonaco, type Monaco } from "../../editor/monaco";

const MOST_CHARACTERS = 20_000;
const MOST_WAITING = 400;

interface Job {
  readonly code: HTMLElement;
  readonly language: string;
}

const waiting: Job[] = [];
let working = false;

/** Colour this code soon, if it is still there by then. */
export function colour(code: HTMLElement, language: string): void {
  if (!language || (code.textContent?.length ?? 0) > MOST_CHARACTERS || waiting.length >= MOST_WAITING)
    return;
  waiting.push({ code, language });
  if (!working) void work();
}

async function work(): Promise<void> {
  working = true;
  try {
    const monaco = await loadMonaco();
    for (let job = waiting.shift(); job; job = waiting.shift()) {
      await idle();
      if (job.code.isConnected) await paint(monaco, job);
    }
  } catch {
    // Code without colours is still code.
    waiting.length = 0;
  } finally {
    working = false;
  }
}

async function paint(monaco: Monaco, { code, language }: Job): Promise<void> {
  const id = languageId(monaco, language.toLowerCase());
  const text = code.textContent ?? "";
  if (!id) return;
  // Monaco escapes the text; what it gives are spans with its own classes.
  const html = await monaco.editor.colorize(text, id, { tabSize: 4 });
  if (code.textContent === text) code.innerHTML = html.replace(/<br\/>$/, "");
}

const SHELLS = new Set(["sh", "bash", "zsh", "console"]);

function languageId(monaco: Monaco, name: string): string | null {
  if (SHELLS.has(name)) return "shell";
  const found = monaco.languages
    .getLanguages()
    .find(
      (one) =>
        one.id === name ||
        one.aliases?.some((alias) => alias.toLowerCase() === name) ||
        one.extensions?.includes(`.${name}`),
    );
  return found?.id ?? null;
}

function idle(): Promise<void> {
  return new Promise((resolve) => {
    if ("requestIdleCallback" in window) requestIdleCallback(() => resolve(), { timeout: 500 });
    else setTimeout(resolve, 30);
  });
}
