// Commands for files, tabs and the editor.

import type { Config } from "../config";
import { registerCommands } from "../shell/commands";
import { focusPart, showPanel } from "../shell/shell-commands";
import { searchFor } from "../search/search";
import type { Tools } from "../tools/tools";
import type { Documents } from "../workspace/documents";
import { goToFileCommand } from "../files/go-to-file";
import { newFile, newFolder } from "../files/new-file";

export function registerEditorCommands(documents: Documents, tools: Tools, config: Config): () => void {
  const active = () => documents.active.value !== null;
  const anyTab = () => documents.tabs.shown.value !== null;
  const go = goToFileCommand(documents, tools, config);
  const closeShown = () => {
    const tab = documents.tabs.shown.value;
    if (!tab) return;
    void documents.closeTab(tab).then(() => focusPart("editor"));
  };
  const step = (by: number) => () => {
    const hadFocus = document.querySelector(".editor-panel")?.contains(document.activeElement);
    documents.tabs.step(by);
    if (hadFocus) focusPart("editor");
  };
  const search = () => {
    const editor = documents.editor.value;
    const selection = editor?.hasTextFocus() ? editor.getSelection() : null;
    const text = selection && editor?.getModel()?.getValueInRange(selection);
    // As in other editors, the selected text becomes the query.
    if (text && selection.startLineNumber === selection.endLineNumber) {
      const { query } = searchFor(tools, config);
      query.value = { ...query.value, query: text, regex: false };
    }
    showPanel("search");
  };
  const runAction = (id: string) => () => {
    documents.editor.value?.focus();
    void documents.editor.value?.getAction(id)?.run();
  };
  return registerCommands(
    { id: "shell.search", title: "Search in files", keys: "mod+shift+f", run: search },
    { id: "files.go", title: "Go to a file", keys: "mod+p", run: go },
    { id: "files.new", title: "New file", keys: "mod+alt+n", run: () => newFile(documents) },
    { id: "files.newFolder", title: "New folder", run: () => newFolder(documents) },
    {
      id: "files.save",
      title: "Save",
      keys: "mod+s",
      // Enabled without a document too, so that Ctrl+S does not open the browser's save dialog.
      run: () => {
        const document = documents.active.value;
        if (document) void documents.save(document);
      },
    },
    { id: "files.saveAll", title: "Save all", keys: "mod+alt+s", run: () => void documents.saveAll() },
    { id: "tabs.close", title: "Close the tab", keys: "mod+alt+w", enabled: anyTab, run: closeShown },
    { id: "tabs.closeToo", title: "Close the tab", keys: "mod+f4", enabled: anyTab, run: closeShown },
    {
      id: "tabs.closeAll",
      title: "Close all tabs",
      enabled: anyTab,
      run: () => void closeAll(documents),
    },
    {
      id: "tabs.next",
      title: "Next tab",
      keys: "mod+pagedown",
      enabled: anyTab,
      run: step(1),
    },
    {
      id: "tabs.previous",
      title: "Previous tab",
      keys: "mod+pageup",
      enabled: anyTab,
      run: step(-1),
    },
    {
      id: "editor.split",
      title: "Split the editor: show this file side by side",
      keys: "mod+\\",
      enabled: anyTab,
      run: () => {
        if (documents.panes.split()) requestAnimationFrame(() => focusPart("editor"));
      },
    },
    {
      id: "editor.nextPane",
      title: "Go to the next editor",
      enabled: () => documents.panes.all.value.length > 1,
      run: () => {
        documents.panes.focusBeside();
        requestAnimationFrame(() => focusPart("editor"));
      },
    },
    {
      id: "editor.closePane",
      title: "Close this editor of several",
      enabled: () => documents.panes.all.value.length > 1,
      run: () => {
        documents.panes.close(documents.panes.focused.value);
        requestAnimationFrame(() => focusPart("editor"));
      },
    },
    {
      id: "editor.line",
      title: "Go to a line",
      keys: "mod+g",
      enabled: active,
      run: runAction("editor.action.gotoLine"),
    },
    {
      id: "editor.symbol",
      title: "Go to a symbol in this file",
      keys: "mod+shift+o",
      enabled: active,
      run: runAction("editor.action.quickOutline"),
    },
    { id: "editor.find", title: "Find in this file", enabled: active, run: runAction("actions.find") },
    {
      id: "editor.replace",
      title: "Find and replace in this file",
      enabled: active,
      run: runAction("editor.action.startFindReplaceAction"),
    },
    {
      id: "editor.wrap",
      title: "Toggle line wrapping",
      keys: "alt+z",
      enabled: active,
      run: () => {
        const editor = documents.editor.value;
        const wraps = editor?.getRawOptions().wordWrap === "on";
        editor?.updateOptions({ wordWrap: wraps ? "off" : "on" });
      },
    },
    {
      id: "editor.format",
      title: "Format this file",
      enabled: active,
      run: runAction("editor.action.formatDocument"),
    },
    {
      id: "files.compare",
      title: "Compare with the saved file",
      enabled: active,
      run: () => {
        const document = documents.active.value;
        if (document) void documents.compare(document);
      },
    },
    {
      id: "files.revert",
      title: "Revert to the saved file",
      enabled: active,
      run: () => {
        const document = documents.active.value;
        if (document) void documents.revertToDisk(document);
      },
    },
  );
}

async function closeAll(documents: Documents): Promise<void> {
  for (const tab of documents.tabs.all.value) {
    if (!(await documents.closeTab(tab))) return;
  }
}
