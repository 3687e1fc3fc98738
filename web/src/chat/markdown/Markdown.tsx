// Streaming Markdown: finished blocks are rendered once, the open block again for each frame.

import type { VNode } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { announce } from "../../shell/notices";
import { MarkdownBlocks, openFence } from "./blocks";
import { highlight } from "./highlight";
import { safeFragment } from "./html";
import { LONG_MESSAGE_BLOCKS, MAX_BLOCKS_PER_FRAME, MAX_RENDERED_BLOCKS } from "../limits";

export function Markdown({ text, ended }: { text: string; ended: boolean }) {
  const blocks = useRef(new MarkdownBlocks());
  /** The rendered blocks, and the index of the first of them. */
  const rendered = useRef<VNode[]>([]);
  const first = useRef(0);
  const [maxBlocks, setMaxBlocks] = useState(MAX_RENDERED_BLOCKS);
  const [, renderMore] = useState(0);
  const { finished } = blocks.current;
  const before = finished.length;
  blocks.current.update(text, ended);
  const wantedFirst = Math.max(0, finished.length - maxBlocks);
  if (finished.length < before || wantedFirst < first.current) {
    rendered.current = [];
    first.current = wantedFirst;
  }
  // Of a long message the first blocks leave the page again.
  rendered.current.splice(0, Math.min(rendered.current.length, wantedFirst - first.current));
  first.current = wantedFirst;
  // Preact skips the comparison for an identical vnode.
  const renderedStart = wantedFirst + rendered.current.length;
  const renderedEnd = Math.min(finished.length, renderedStart + MAX_BLOCKS_PER_FRAME);
  for (let index = renderedStart; index < renderedEnd; index++) {
    rendered.current.push(<Block key={index} source={finished[index] ?? ""} live={false} />);
  }
  const isBehind = renderedEnd < finished.length;
  useEffect(() => {
    if (!isBehind) return;
    const frame = requestAnimationFrame(() => renderMore((number) => number + 1));
    return () => cancelAnimationFrame(frame);
  });
  const open = isBehind ? "" : blocks.current.open;
  const fence = open ? openFence(open) : null;
  return (
    <div class={renderedEnd > LONG_MESSAGE_BLOCKS ? "markdown long" : "markdown"}>
      {wantedFirst > 0 && (
        <button type="button" class="plain show-earlier" onClick={() => setMaxBlocks(maxBlocks + MAX_RENDERED_BLOCKS)}>
          Show more of the beginning
        </button>
      )}
      {rendered.current}
      {fence ? (
        <OpenCode key="code" code={fence.code} language={fence.info} />
      ) : (
        open && <Block key="open" source={open} live />
      )}
    </div>
  );
}

function Block({ source, live }: { source: string; live: boolean }) {
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (!place.current) return;
    place.current.replaceChildren(safeFragment(source));
    if (!live) addCodeHeaders(place.current);
  }, [source, live]);
  return <div ref={place} class="block" />;
}

/** Code that is still streaming: only the new text is appended. */
function OpenCode({ code, language }: { code: string; language: string }) {
  const place = useRef<HTMLElement>(null);
  const shown = useRef("");
  useLayoutEffect(() => {
    const element = place.current;
    if (!element) return;
    const text = element.firstChild;
    if (text instanceof Text && code.startsWith(shown.current))
      text.appendData(code.slice(shown.current.length));
    else element.textContent = code;
    shown.current = code;
  }, [code]);
  return (
    <div class="code">
      <div class="code-head">
        <span>{language}</span>
      </div>
      <pre>
        <code ref={place} />
      </pre>
    </div>
  );
}

/** Add a header with the language and a copy button to each code block, and highlight it. */
function addCodeHeaders(container: HTMLElement): void {
  for (const pre of container.querySelectorAll<HTMLElement>("pre")) {
    const language = pre.dataset.language ?? "";
    const frame = document.createElement("div");
    frame.className = "code";
    const head = document.createElement("div");
    head.className = "code-head";
    const name = document.createElement("span");
    name.textContent = language;
    const copy = document.createElement("button");
    copy.type = "button";
    copy.className = "plain";
    copy.textContent = "Copy";
    copy.setAttribute("aria-label", language ? `Copy this ${language} code` : "Copy this code");
    copy.dataset.copy = "";
    head.append(name, copy);
    pre.replaceWith(frame);
    frame.append(head, pre);
    pre.tabIndex = 0;
    const code = pre.querySelector("code");
    if (code) highlight(code, language);
  }
}

/** Called by the transcript's click handler, so that no block needs a listener of its own. */
export function copyCode(button: HTMLElement): void {
  const text = button.closest(".code")?.querySelector("code")?.textContent ?? "";
  void copyText(text, button);
}

export async function copyText(text: string, button: HTMLElement): Promise<void> {
  const before = button.textContent;
  try {
    await navigator.clipboard.writeText(text);
    button.textContent = "Copied";
    announce("Copied");
  } catch {
    button.textContent = "Not allowed";
  }
  setTimeout(() => (button.textContent = before), 1500);
}
