// A WebSocket as a link: one text frame is one message.

import type { Link, LinkEnd } from "./peer";

/** A link that is open; rejects if it cannot be opened. */
export function openSocket(url: string, patience = 10_000): Promise<Link> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(url);
    const timer = setTimeout(() => {
      socket.close();
      reject(new Error("The server does not answer."));
    }, patience);
    let ended: LinkEnd | null = null;
    let tell: (end: LinkEnd) => void = () => {};
    // What comes before somebody listens is kept, and handed over in order.
    let early: string[] | null = [];
    let take: (text: string) => void = (text) => early?.push(text);

    socket.addEventListener("message", (event) => {
      if (typeof event.data === "string") take(event.data);
    });
    socket.addEventListener("close", (event) => {
      clearTimeout(timer);
      ended = { code: event.code, reason: event.reason };
      reject(new Error(event.reason || "The server does not answer."));
      tell(ended);
    });
    socket.addEventListener("open", () => {
      clearTimeout(timer);
      resolve({
        send(text) {
          if (socket.readyState !== WebSocket.OPEN) return false;
          socket.send(text);
          return true;
        },
        listen(onText, onEnd) {
          take = onText;
          tell = onEnd;
          for (const text of early ?? []) onText(text);
          early = null;
          if (ended) onEnd(ended);
        },
        close: () => socket.close(1000),
      });
    });
  });
}
