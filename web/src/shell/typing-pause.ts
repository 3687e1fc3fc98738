// A question that nobody called for must not be answered by a key or a click that was meant for something
// else: its buttons work only once the person has paused.

import { useEffect, useState } from "preact/hooks";

/** Milliseconds without a key after it appeared: more than lies between two keys of somebody who types. */
export const PAUSE = 600;

/** Calls `armed` after the first pause in typing; gives what calls it off. Keys are only listened to. */
export function afterPause(target: EventTarget, armed: () => void, pause = PAUSE): () => void {
  let timer = setTimeout(over, pause);
  const later = () => {
    clearTimeout(timer);
    timer = setTimeout(over, pause);
  };
  function stop(): void {
    clearTimeout(timer);
    target.removeEventListener("keydown", later, { capture: true });
  }
  function over(): void {
    stop();
    armed();
  }
  target.addEventListener("keydown", later, { capture: true });
  return stop;
}

/** Whether what is asked may be answered now; begins again when `what` changes. */
export function useArmed(what: unknown, isNeeded = true): boolean {
  const [armed, setArmed] = useState<{ readonly what: unknown } | null>(null);
  useEffect(() => (isNeeded ? afterPause(window, () => setArmed({ what })) : undefined), [what, isNeeded]);
  return !isNeeded || armed?.what === what;
}
