// What this client says it can do.

import type { InitializeRequest } from "../protocol/acp";

export function initializeRequest(): InitializeRequest {
  return {
    protocolVersion: 1,
    clientInfo: { name: "understudy-workbench", title: "Understudy workbench", version: "0.1.0" },
    clientCapabilities: {
      fs: { readTextFile: true, writeTextFile: true },
      terminal: false,
      // The page has no terminal, but it says which command to run in one.
      auth: { terminal: true },
      nes: { jump: {}, rename: {}, searchAndReplace: {} },
      positionEncodings: ["utf-16"],
      elicitation: { form: {}, url: {} },
      plan: {},
      session: { compaction: {}, configOptions: { boolean: {} } },
    },
  };
}
