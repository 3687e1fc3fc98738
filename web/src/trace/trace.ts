// Every protocol message, both ways, with its timing; the oldest are let go.

import type { Agent } from "../agent/agent";

export class Trace {
  constructor(_agent: Agent) {}
}
