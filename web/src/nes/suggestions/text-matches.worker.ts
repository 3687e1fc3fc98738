// Worker that finds matches outside of the page's main thread.

import { findAll, type Splice, type MatchQuery } from "./text-matches";

export interface MatchTask {
  readonly texts: readonly string[];
  readonly query: MatchQuery;
}

export type MatchOutcome = { readonly found: readonly Splice[][] } | { readonly failed: string };

self.onmessage = ({ data }: MessageEvent<MatchTask>) => {
  let outcome: MatchOutcome;
  try {
    outcome = { found: data.texts.map((text) => findAll(text, data.query)) };
  } catch (error) {
    outcome = { failed: error instanceof Error ? error.message : String(error) };
  }
  self.postMessage(outcome);
};
