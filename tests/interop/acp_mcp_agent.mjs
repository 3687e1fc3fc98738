// An agent on the official TypeScript SDK that calls the MCP servers of its client over ACP, and says what they
// answered, and the methods of their notifications. A prompt is a method of the first server, and its parameters
// as JSON.
//
//     node acp_mcp_agent.mjs SDK_FOLDER

import { createRequire } from "node:module";
import { Readable, Writable } from "node:stream";
import { pathToFileURL } from "node:url";

const [sdk] = process.argv.slice(2);
const locate = createRequire(`${sdk}/package.json`).resolve;
const acp = await import(pathToFileURL(locate("@agentclientprotocol/sdk/unstable")).href);
const { agent: AGENT, client: CLIENT } = acp.methods;

const caller = new acp.McpOverAcpCaller({ clientInfo: { name: "sdk-agent", version: "1" } });
let servers = [];

const introduction = {
  protocolVersion: acp.PROTOCOL_VERSION,
  agentCapabilities: { mcpCapabilities: { acp: true } },
  authMethods: [],
};

async function prompt({ params: { sessionId, prompt: [block] }, client }) {
  const [method, json = "{}"] = block.text.split(/ (.*)/s);
  const say = (text) => {
    const update = { sessionUpdate: "agent_message_chunk", content: { type: "text", text } };
    return client.notify(CLIENT.session.update, { sessionId, update });
  };
  const onNotification = (note) => void say(note.method);
  const server = servers[0].serverId;
  await say(JSON.stringify(await caller.request(client, server, method, JSON.parse(json), { onNotification })));
  return { stopReason: "end_turn" };
}

const app = acp.agent({ name: "sdk-agent" })
  .onRequest(AGENT.initialize, () => introduction)
  .onRequest(AGENT.session.new, ({ params }) => {
    servers = params.mcpServers;
    return { sessionId: "session-0" };
  })
  .onRequest(AGENT.session.prompt, prompt)
  .onNotification(AGENT.mcp.message, caller.handleNotification);
app.connect(acp.ndJsonStream(Writable.toWeb(process.stdout), Readable.toWeb(process.stdin)));
