// A question that nobody called for must not be answered by a key or a click that was meant for something
// else: its buttons work only once the person has paused.

import { useEffect, useState } from "preact/hooks";
import { TYPING_PAUSE_MS } from "./limits";

/** Calls `armed` after the first pause in typing; gives what calls it off. Keys are only listened to. */
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

/** Whether what is asked may be answered now; begins again when `what` changes. */
export function useTypingPause(key: unknown, isNeeded = true): boolean {
  const [paused, setPaused] = useState<{ readonly what: unknown } | null>(null);
  useEffect(() => (isNeeded ? onTypingPause(window, () => setPaused({ what: key })) : undefined), [key, isNeeded]);
  return !isNeeded || paused?.what === key;
}
