import { describe, expect, test } from "vitest";
import {
  ConnectionClosed,
  Peer,
  RpcError,
  type Handler,
  type Transport,
  type TransportClose,
  type TappedMessage,
} from "../../src/rpc/peer";

/** Two transports connected to each other. */
function pair(): [Transport, Transport] {
  const sides = [0, 1].map(() => ({
    onText: (_text: string) => {},
    onEnd: (_end: TransportClose) => {},
    open: true,
  }));
  const transport = (mine: 0 | 1): Transport => ({
    send(text) {
      const other = sides[1 - mine]!;
      if (!sides[mine]!.open) return false;
      queueMicrotask(() => other.onText(text));
      return true;
    },
    listen(onText, onEnd) {
      Object.assign(sides[mine]!, { onText, onEnd });
    },
    close() {
      for (const side of sides) {
        side.open = false;
        side.onEnd({ code: 1000, reason: "closed" });
      }
    },
  });
  return [transport(0), transport(1)];
}

function peers(handlers: Record<string, Handler> = {}) {
  const [one, other] = pair();
  const tapped: TappedMessage[] = [];
  const caller = new Peer(one, new Map(), (message) => tapped.push(message));
  const server = new Peer(other, new Map(Object.entries(handlers)), () => {});
  return { caller, server, tapped };
}

describe("a peer", () => {
  test("resolves requests with their responses, in any order", async () => {
    const release: (() => void)[] = [];
    const { caller } = peers({
      slow: (params: { n: number }) => new Promise((done) => release.push(() => done(params.n))),
      quick: (params: { n: number }) => params.n,
    } as Record<string, Handler>);
    const slow = caller.request("slow", { n: 1 });
    expect(await caller.request("quick", { n: 2 })).toBe(2);
    release[0]!();
    expect(await slow).toBe(1);
  });

  test("calls handlers in the order of the messages", async () => {
    const seen: number[] = [];
    const { caller } = peers({
      note: ((params: { n: number }) => void seen.push(params.n)) as Handler,
      ask: (() => [...seen]) as Handler,
    });
    for (let n = 0; n < 5; n++) caller.notify("note", { n });
    expect(await caller.request("ask", {})).toEqual([0, 1, 2, 3, 4]);
  });

  test("passes on the code and data of an error, and what a handler throws", async () => {
    const { caller } = peers({
      refuse: (() => {
        throw new RpcError(-32002, "not there", { path: "x" });
      }) as Handler,
      fail: (() => Promise.reject(new Error("broken"))) as Handler,
    });
    await expect(caller.request("refuse", {})).rejects.toMatchObject({ code: -32002, data: { path: "x" } });
    await expect(caller.request("fail", {})).rejects.toMatchObject({ code: -32603, message: "broken" });
    await expect(caller.request("unknown", {})).rejects.toMatchObject({ code: -32601 });
  });

  test("cancels a request when its signal is aborted, and the handler sees it", async () => {
    const control = new AbortController();
    const { caller } = peers({
      wait: ((_: unknown, signal: AbortSignal) =>
        new Promise((done) => signal.addEventListener("abort", () => done("cancelled")))) as Handler,
    });
    const answer = caller.request("wait", {}, control.signal);
    control.abort();
    expect(await answer).toBe("cancelled");
  });

  test("rejects every open and later request when the transport closes", async () => {
    const { caller } = peers({ never: (() => new Promise(() => {})) as Handler });
    const open = caller.request("never", {});
    caller.close();
    await expect(open).rejects.toBeInstanceOf(ConnectionClosed);
    await expect(caller.request("never", {})).rejects.toBeInstanceOf(ConnectionClosed);
  });

  test("passes every message to its tap, and survives invalid JSON", async () => {
    const { caller, tapped } = peers({ quick: (() => 1) as Handler });
    await caller.request("quick", {});
    expect(tapped.map(({ direction, message }) => [direction, message.method ?? "answer"])).toEqual([
      ["sent", "quick"],
      ["received", "answer"],
    ]);
    const [mine, theirs] = pair();
    const seen: TappedMessage[] = [];
    const peer = new Peer(mine, new Map(), (message) => seen.push(message));
    theirs.send("{no json");
    theirs.send("null");
    await Promise.resolve();
    expect(seen).toHaveLength(2);
    peer.close();
  });
});
