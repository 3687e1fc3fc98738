// Tab labels: the file name, and what distinguishes it from other files of the same name. Pure.

import { escapeControls } from "../ui/escape-controls";
import { baseName, folderOf } from "../workspace/paths";
import type { Tab } from "../workspace/tabs";

export interface TabLabel {
  readonly name: string;
  /** The folder or root that distinguishes the file from another of the same name. */
  readonly place: string;
}

/** The file name, with its folder or root if another tab has the same name. */
export function tabLabels(tabs: readonly Tab[]): Map<Tab, TabLabel> {
  const labels = new Map<Tab, TabLabel>();
  for (const tab of tabs) {
    if (tab.kind === "diff") {
      labels.set(tab, { name: escapeControls(tab.diff.title), place: "" });
      continue;
    }
    if (tab.kind === "view") {
      labels.set(tab, { name: escapeControls(baseName(tab.path)), place: "" });
      continue;
    }
    const { document } = tab;
    const sameNamed = tabs.flatMap((other) =>
      other !== tab && other.kind === "text" && baseName(other.document.path) === baseName(document.path)
        ? [other.document]
        : [],
    );
    const elsewhere = sameNamed.some((twin) => twin.root !== document.root);
    const sameName = sameNamed.some((twin) => twin.name === document.name);
    const folder = document.name.includes("/") ? folderOf(document.name) : "";
    const place =
      sameNamed.length === 0 ? "" : elsewhere && (sameName || !folder) ? document.root.name : folder;
    const hint = place || (sameNamed.length > 0 ? document.root.name : "");
    labels.set(tab, { name: escapeControls(baseName(document.path)), place: escapeControls(hint) });
  }
  return labels;
}
