// What the status bar says: a short text, and a sentence to hover over. No editor in here.

import type { Suggestion } from './suggestion';
import { describePlace } from './suggestion';

export type ServerState =
  | { kind: 'starting' }
  | { kind: 'running' }
  | { kind: 'failed'; message: string }
  | { kind: 'stopped' };

export interface Status {
  text: string;
  tooltip: string;
  /** The command of a click. */
  command: string;
  isError: boolean;
}

/** What the key Tab does while our drawing of a next edit is on the screen. */
export type TabMeaning = 'accepts' | 'goes' | 'indents';

const TAB_SENTENCES: Record<TabMeaning, string> = {
  accepts: 'Tab accepts it.',
  goes: 'Tab goes there.',
  indents: 'Tab indents this empty line.',
};

export interface Silence {
  reason: string;
  sentence: string;
}

export function describeStatus(
  server: ServerState,
  isEnabled: boolean,
  suggestion: Suggestion | undefined,
  silence: Silence | undefined,
  uri: string,
  tab?: TabMeaning,
): Status {
  const status = (text: string, tooltip: string, command = 'understudy.explain', isError = false): Status => ({
    text,
    tooltip,
    command,
    isError,
  });
  if (server.kind === 'failed') {
    return status('$(error) Understudy', server.message, 'understudy.restart', true);
  }
  if (server.kind !== 'running') {
    const tooltip = server.kind === 'starting' ? 'Understudy starts.' : 'Understudy is stopped. Click to start it.';
    return status('$(circle-outline) Understudy', tooltip, 'understudy.restart');
  }
  if (!isEnabled) {
    return status('$(circle-slash) Understudy', 'Next edits are turned off. Click to turn them on.', 'understudy.toggle');
  }
  if (suggestion !== undefined) {
    const place = describePlace(suggestion, uri);
    const sentence = suggestion.sentence || `The next edit is in ${place}.`;
    const tooltip = tab === undefined ? sentence : `${sentence} ${TAB_SENTENCES[tab]}`;
    return status(`$(arrow-right) ${place}`, tooltip, 'understudy.next');
  }
  if (silence?.reason) {
    return status(`$(circle-outline) Understudy: ${silence.reason}`, silence.sentence || silence.reason);
  }
  return status('$(circle-outline) Understudy', silence?.sentence || 'No next edit was asked for yet.');
}
