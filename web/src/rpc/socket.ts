// A WebSocket as a transport: one text frame is one message. Many at once are handed on in slices.

import { Inbox } from "./inbox";
import type { Transport, TransportClose } from "./peer";

/** Resolves with an open transport; rejects if it cannot be opened. */
export function openSocket(url: string, timeoutMs = 10_000): Promise<Transport> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(url);
    const timer = setTimeout(() => {
      socket.close();
      reject(new Error("The server does not answer."));
    }, timeoutMs);
    let closed: TransportClose | null = null;
    let notifyClosed: (end: TransportClose) => void = () => {};
    // Messages that arrive before a listener is set are buffered and delivered in order.
    let buffered: string[] | null = [];
    let inbox: Inbox | null = null;
    const deliver = (text: string) => void (inbox ? inbox.receive(text) : buffered?.push(text));

    socket.addEventListener("message", (event) => {
      if (typeof event.data === "string") deliver(event.data);
    });
    socket.addEventListener("close", (event) => {
      clearTimeout(timer);
      closed = { code: event.code, reason: event.reason };
      inbox?.flush();
      reject(new Error(event.reason || "The server does not answer."));
      notifyClosed(closed);
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
          inbox = new Inbox(onText);
          notifyClosed = onEnd;
          for (const text of buffered ?? []) inbox.receive(text);
          buffered = null;
          if (!closed) return;
          inbox.flush();
          onEnd(closed);
        },
        close: () => socket.close(1000),
      });
    });
  });
}
