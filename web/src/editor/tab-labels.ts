// What stands on a tab: the file's name, and what tells it from others of the same name. Pure.

import { visible } from "../shell/escape-controls";
import { baseName, folderOf } from "../workspace/paths";
import type { Tab } from "../workspace/tabs";

export interface Label {
  readonly name: string;
  /** What tells it from another of the same name. */
  readonly place: string;
}

/** The file's name, with its folder or its root where another tab has the same. */
export function labelsOf(tabs: readonly Tab[]): Map<Tab, Label> {
  const labels = new Map<Tab, Label>();
  for (const tab of tabs) {
    if (tab.kind === "diff") {
      labels.set(tab, { name: visible(tab.diff.title), place: "" });
      continue;
    }
    const { document } = tab;
    const twins = tabs.flatMap((other) =>
      other !== tab && other.kind === "text" && baseName(other.document.path) === baseName(document.path)
        ? [other.document]
        : [],
    );
    const elsewhere = twins.some((twin) => twin.root !== document.root);
    const sameName = twins.some((twin) => twin.name === document.name);
    const folder = document.name.includes("/") ? folderOf(document.name) : "";
    const place = twins.length === 0 ? "" : elsewhere && (sameName || !folder) ? document.root.name : folder;
    const told = place || (twins.length > 0 ? document.root.name : "");
    labels.set(tab, { name: visible(baseName(document.path)), place: visible(told) });
  }
  return labels;
}
