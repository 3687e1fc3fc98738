// The TypeScript SDK's remote clients, unmodified: node remote_acp_client.mjs URL TOKEN ws|http ROOT
import * as acp from "@agentclientprotocol/sdk";
import { createHttpStream } from "@agentclientprotocol/sdk/experimental/http-client";
import { createWebSocketStream } from "@agentclientprotocol/sdk/experimental/ws-client";
import { WebSocket } from "ws";

const [url, token, kind, cwd] = process.argv.slice(2);
const headers = { Authorization: `Bearer ${token}` };
const stream =
  kind === "ws"
    ? createWebSocketStream(url, { WebSocket, headers })
    : createHttpStream(url.replace(/^ws/, "http"), { headers });
let updates = [];
const client = acp
  .client({ name: "remote-peer" })
  .onNotification(acp.methods.client.session.update, ({ params }) => {
    updates.push(params.update.sessionUpdate);
  });

function expect(condition, what) {
  if (!condition) {
    console.error(`failed: ${what}: ${JSON.stringify(updates)}`);
    process.exit(1);
  }
}

await client.connectWith(stream, async (agent) => {
  const { agent: methods } = acp.methods;
  const { agentInfo } = await agent.request(methods.initialize, { protocolVersion: 1, clientCapabilities: {} });
  expect(agentInfo.name === "understudy", "initialize");
  const { sessionId } = await agent.request(methods.session.new, { cwd, mcpServers: [] });
  const prompt = [{ type: "text", text: "/info" }];
  const { stopReason } = await agent.request(methods.session.prompt, { sessionId, prompt });
  expect(stopReason === "end_turn" && updates.includes("agent_message_chunk"), "a turn");
  updates = [];
  await agent.request(methods.session.load, { sessionId, cwd, mcpServers: [] });
  expect(updates[0] === "user_message_chunk" && updates.includes("agent_message_chunk"), "a replay before its answer");
  await agent.request(methods.session.close, { sessionId });
});
console.log(`TypeScript SDK, ${kind}: a turn, a replay, a closed session`);
process.exit(0);
