// Highlights finished code blocks with Monaco, one at a time and only while the browser is idle.

import { loadMonaco, type Monaco } from "../../editor/monaco";
import { MAX_HIGHLIGHT_CHARS, MAX_QUEUED_HIGHLIGHTS } from "../limits";

interface Job {
  readonly code: HTMLElement;
  readonly language: string;
}

const queue: Job[] = [];
let isRunning = false;

/** Queue the code for highlighting; skipped if it was removed by then. */
export function highlight(code: HTMLElement, language: string): void {
  if (!language || (code.textContent?.length ?? 0) > MAX_HIGHLIGHT_CHARS || queue.length >= MAX_QUEUED_HIGHLIGHTS)
    return;
  queue.push({ code, language });
  if (!isRunning) void runQueue();
}

async function runQueue(): Promise<void> {
  isRunning = true;
  try {
    const monaco = await loadMonaco();
    for (let job = queue.shift(); job; job = queue.shift()) {
      await whenIdle();
      if (job.code.isConnected) await highlightBlock(monaco, job);
    }
  } catch {
    // Code stays readable without highlighting.
    queue.length = 0;
  } finally {
    isRunning = false;
  }
}

async function highlightBlock(monaco: Monaco, { code, language }: Job): Promise<void> {
  const id = languageId(monaco, language.toLowerCase());
  const text = code.textContent ?? "";
  if (!id) return;
  // Monaco escapes the text and returns spans with its own classes.
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

function whenIdle(): Promise<void> {
  return new Promise((resolve) => {
    if ("requestIdleCallback" in window) requestIdleCallback(() => resolve(), { timeout: 500 });
    else setTimeout(resolve, 30);
  });
}
