// The TypeScript SDK's server over WebSocket and HTTP, with an agent that repeats what it is told.
import { createServer } from "node:http";
import * as acp from "@agentclientprotocol/sdk";
import { createNodeHttpHandler, createNodeWebSocketUpgradeHandler } from "@agentclientprotocol/sdk/experimental/node";
import { AcpServer } from "@agentclientprotocol/sdk/experimental/server";
import { WebSocketServer } from "ws";

const { agent: methods, client } = acp.methods;
const createAgent = () =>
  acp
    .agent({ name: "echo" })
    .onRequest(methods.initialize, () => ({ protocolVersion: 1, agentCapabilities: {} }))
    .onRequest(methods.session.new, () => ({ sessionId: "echo" }))
    .onRequest(methods.session.prompt, async ({ params, client: peer }) => {
      for (const content of params.prompt) {
        const update = { sessionUpdate: "agent_message_chunk", content };
        await peer.notify(client.session.update, { sessionId: params.sessionId, update });
      }
      return { stopReason: "end_turn" };
    });
const server = new AcpServer({ createAgent });
const http = createServer(createNodeHttpHandler(server));
http.on("upgrade", createNodeWebSocketUpgradeHandler(server, new WebSocketServer({ noServer: true })));
http.listen(0, "127.0.0.1", () => console.log(http.address().port));
