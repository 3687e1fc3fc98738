// An agent on the TypeScript SDK that is asked for next edits and never has one. Copied beside the SDK before it runs.
import { Readable, Writable } from "node:stream";
import * as acp from "@agentclientprotocol/sdk/experimental/nes";

const { nes, document } = acp.methods.agent;

acp
  .agent({ name: "silent" })
  .onRequest(acp.methods.agent.initialize, () => ({
    protocolVersion: 1,
    agentCapabilities: { loadSession: false },
    agentInfo: { name: "silent", version: "0" },
  }))
  .onRequest(nes.start, () => ({ sessionId: "silent" }))
  .onRequest(nes.suggest, () => ({ suggestions: [] }))
  .onNotification(document.didOpen, () => {})
  .onNotification(document.didChange, () => {})
  .connect(acp.ndJsonStream(Writable.toWeb(process.stdout), Readable.toWeb(process.stdin)));
