// The chat's sessions and what was said in the one that is shown.

import type { Agent } from "../agent/agent";
import type { Config } from "../config";
import type { Documents } from "../workspace/documents";

export class Chat {
  constructor(_config: Config, _agent: Agent, _documents: Documents) {}
}
