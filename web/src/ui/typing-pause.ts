// Delays the answer to a question that the user did not cause, so that a key or click meant for something
// else does not answer it: its buttons are enabled only after a pause in typing.

import { useEffect, useState } from "preact/hooks";

/**
 * How long no key may be pressed before an agent's question can be answered: longer than the gap between two
 * keys while typing.
 */
export const TYPING_PAUSE_MS = 600;

/**
 * Call `onPause` after the first pause in typing. Returns a function that cancels it. Key events are only
 * observed.
 */
export function onTypingPause(target: EventTarget, onPause: () => void, pause = TYPING_PAUSE_MS): () => void {
  let timer = setTimeout(elapse, pause);
  const restart = () => {
    clearTimeout(timer);
    timer = setTimeout(elapse, pause);
  };
  function stop(): void {
    clearTimeout(timer);
    target.removeEventListener("keydown", restart, { capture: true });
  }
  function elapse(): void {
    stop();
    onPause();
  }
  target.addEventListener("keydown", restart, { capture: true });
  return stop;
}

/** Whether the question may be answered now. Starts again when `key` changes. */
export function useTypingPause(key: unknown, isNeeded = true): boolean {
  const [paused, setPaused] = useState<{ readonly what: unknown } | null>(null);
  useEffect(() => (isNeeded ? onTypingPause(window, () => setPaused({ what: key })) : undefined), [key, isNeeded]);
  return !isNeeded || paused?.what === key;
}
