// The tab bar: open documents and diffs.

import { useEffect, useRef } from "preact/hooks";
import { Icon } from "../ui/Icon";
import { focusPart } from "../shell/shell-commands";
import type { Documents, Tab } from "../workspace/documents";
import { pathOfTab } from "../workspace/tabs";
import { tabLabels } from "./tab-labels";

const SELECTED = '[aria-selected="true"]';

export function TabBar({ documents }: { documents: Documents }) {
  const list = useRef<HTMLDivElement>(null);
  const tabs = documents.tabs.all.value;
  const shown = documents.tabs.shown.value;
  const labels = tabLabels(tabs);

  useEffect(() => {
    const tab = list.current?.querySelector(SELECTED);
    tab?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }, [shown, tabs.length]);

  function handleKey(event: KeyboardEvent, tab: Tab, index: number): void {
    const last = tabs.length - 1;
    const to = { ArrowLeft: index - 1, ArrowRight: index + 1, Home: 0, End: last }[event.key];
    if (to !== undefined) {
      const next = tabs[(to + tabs.length) % tabs.length];
      if (!next) return;
      documents.tabs.show(next);
      focusSelectedTab();
    } else if (event.key === "Delete") void closeAndFocusTab(tab);
    else if (event.key === "Enter" || event.key === " ") focusPart("editor");
    else return;
    event.preventDefault();
  }

  /** Keep the focus in the tab bar as long as it has a tab. */
  function focusSelectedTab(): void {
    requestAnimationFrame(() => {
      const next = list.current?.querySelector<HTMLElement>(SELECTED);
      if (next) next.focus();
      else focusPart("editor");
    });
  }

  async function closeAndFocusTab(tab: Tab): Promise<void> {
    if (await documents.closeTab(tab)) focusSelectedTab();
  }

  async function close(tab: Tab): Promise<void> {
    if (await documents.closeTab(tab)) focusPart("editor");
  }

  return (
    <div
      class="tabs"
      role="tablist"
      aria-label="Open files"
      ref={list}
      onWheel={(event) => {
        if (event.deltaX === 0) event.currentTarget.scrollLeft += event.deltaY;
      }}
    >
      {tabs.map((tab, index) => {
        const dirty = tab.kind === "text" && tab.document.dirty.value;
        const conflict = tab.kind === "text" && tab.document.conflict.value !== null;
        const selected = tab === shown;
        const label = labels.get(tab)!;
        return (
          <div
            key={tab.id}
            class={`tab${dirty ? " dirty" : ""}${conflict ? " conflict" : ""}`}
            role="tab"
            tabIndex={selected ? 0 : -1}
            aria-selected={selected}
            aria-controls="editor-panel"
            aria-keyshortcuts="Delete"
            aria-label={`${label.name}${label.place ? `, ${label.place}` : ""}${dirty ? ", unsaved" : ""}`}
            title={tab.kind === "diff" ? tab.diff.title : pathOfTab(tab)}
            data-testid="tab"
            onKeyDown={(event) => handleKey(event, tab, index)}
            onPointerDown={(event) => event.button === 0 && documents.tabs.show(tab)}
            onMouseDown={(event) => event.button === 1 && event.preventDefault()}
            onClick={() => focusPart("editor")}
            // On Linux a middle click would also paste into the editor.
            onMouseUp={(event) => event.button === 1 && event.preventDefault()}
            onAuxClick={(event) => {
              if (event.button !== 1) return;
              event.preventDefault();
              void close(tab);
            }}
          >
            <Icon name={tab.kind === "diff" ? "diff" : tab.kind === "view" ? "eye" : "file"} size={14} />
            <span class="tab-name">{label.name}</span>
            {label.place && <span class="tab-place">{label.place}</span>}
            <span
              class="tab-close"
              aria-hidden="true"
              title="Close"
              data-testid="tab-close"
              onPointerDown={(event) => event.stopPropagation()}
              onClick={(event) => {
                event.stopPropagation();
                void close(tab);
              }}
            >
              <span class="tab-dot" />
              <Icon name="close" size={14} />
            </span>
          </div>
        );
      })}
    </div>
  );
}
