// Looks for places outside of the page's own thread.

import { findAll, type Splice, type Wanted } from "./text-matches";

export interface Task {
  readonly texts: readonly string[];
  readonly wanted: Wanted;
}

export type Outcome = { readonly found: readonly Splice[][] } | { readonly failed: string };

self.onmessage = ({ data }: MessageEvent<Task>) => {
  let outcome: Outcome;
  try {
    outcome = { found: data.texts.map((text) => findAll(text, data.wanted)) };
  } catch (error) {
    outcome = { failed: error instanceof Error ? error.message : String(error) };
  }
  self.postMessage(outcome);
};
