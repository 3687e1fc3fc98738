// What a panel is, and which panel is open at which place. The entries themselves are in src/panels.ts, which
// imports the components; the shell imports none of them, so that a panel may import the shell.

import type { ComponentType } from "preact";
import type { Workbench } from "../workbench";
import { openPanels, type PanelPlace } from "./layout";

export interface Panel {
  /** Unique. Stored with the layout, and part of the id of the panel's command: `shell.<id>`. */
  readonly id: string;
  /** The label of its button, and of its tab. */
  readonly title: string;
  /** The title of its command in the palette. */
  readonly command: string;
  /** The path of an SVG in a box of 24 by 24, drawn as lines. */
  readonly icon: string;
  /** The key of its command, such as "alt+1". */
  readonly key: string;
  readonly place: PanelPlace;
  readonly component: ComponentType;
  /** Called once when the page starts, for a panel that records what happens before it is opened. */
  readonly start?: (workbench: Workbench) => void;
}

let registered: readonly Panel[] = [];

/** Called once by main, before the shell is rendered. */
export function registerPanels(panels: readonly Panel[]): void {
  registered = panels;
}

export function allPanels(): readonly Panel[] {
  return registered;
}

export function panelsAt(place: PanelPlace): readonly Panel[] {
  return registered.filter((panel) => panel.place === place);
}

export function findPanel(id: string): Panel | undefined {
  return registered.find((panel) => panel.id === id);
}

/** The open panel of a place. Null if the place is closed, or if the stored layout names an unknown panel. */
export function openPanelAt(place: PanelPlace): Panel | null {
  const id = openPanels[place].value;
  return panelsAt(place).find((panel) => panel.id === id) ?? null;
}

export function isPanelOpen(id: string): boolean {
  const panel = findPanel(id);
  return panel !== undefined && openPanels[panel.place].value === id;
}

export function closePlace(place: PanelPlace): void {
  openPanels[place].value = null;
}

/** Close a place, or open it with its first panel. */
export function togglePlace(place: PanelPlace): void {
  openPanels[place].value = openPanelAt(place) ? null : (panelsAt(place)[0]?.id ?? null);
}
