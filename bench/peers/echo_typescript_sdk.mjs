// An echo agent on the TypeScript SDK. It is copied beside the SDK's node_modules before it runs.
import { Readable, Writable } from "node:stream";
import * as acp from "@agentclientprotocol/sdk";

acp
  .agent({ name: "echo" })
  .onRequest(acp.methods.agent.initialize, () => ({
    protocolVersion: 1,
    agentCapabilities: { loadSession: false },
    agentInfo: { name: "echo", version: "0" },
  }))
  .onRequest(acp.methods.agent.session.new, () => ({ sessionId: "echo" }))
  .onRequest(acp.methods.agent.session.setMode, () => ({}))
  .onRequest(acp.methods.agent.authenticate, async () => ({}))
  .onRequest(acp.methods.agent.session.prompt, async ({ params, client }) => {
    const [many, text] = params.prompt.map((block) => block.text);
    for (let number = 0; number < Number(many); number += 1) {
      await client.notify(acp.methods.client.session.update, {
        sessionId: params.sessionId,
        update: { sessionUpdate: "agent_message_chunk", content: { type: "text", text } },
      });
    }
    return { stopReason: "end_turn" };
  })
  .onNotification(acp.methods.agent.session.cancel, () => {})
  .connect(acp.ndJsonStream(Writable.toWeb(process.stdout), Readable.toWeb(process.stdin)));
