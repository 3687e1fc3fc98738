// A next edit session with the agent: its id, the document events it asked for, and its options. Sends
// requests and notifications; makes no decisions.

import type { Agent } from "../../agent/agent";
import type { Config } from "../../config";
import type {
  NesCapabilities,
  NesContextCapabilities,
  NesDocumentEventCapabilities,
  NesRejectReason,
  SessionConfigOption,
  SuggestNesRequest,
  SuggestNesResponse,
} from "../../protocol/acp";
import { START_TIMEOUT_MS, SUGGEST_TIMEOUT_MS } from "../limits";

export class NesSession {
  private constructor(
    private readonly agent: Agent,
    readonly id: string,
    readonly documentEvents: NesDocumentEventCapabilities,
    readonly context: NesContextCapabilities | null,
    readonly options: readonly SessionConfigOption[],
  ) {}

  /** Rejects with the agent's error. */
  static async start(agent: Agent, config: Config, capabilities: NesCapabilities): Promise<NesSession> {
    const answer = await agent.request(
      "nes/start",
      {
        workspaceUri: config.roots[0]?.uri ?? null,
        workspaceFolders: config.roots.map(({ uri, name }) => ({ uri, name })),
      },
      AbortSignal.timeout(START_TIMEOUT_MS),
    );
    return new NesSession(
      agent,
      answer.sessionId,
      capabilities.events?.document ?? {},
      capabilities.context ?? null,
      answer.configOptions ?? [],
    );
  }

  /** Whether the agent gets every document and every change. */
  get syncsDocuments(): boolean {
    return Boolean(this.documentEvents.didOpen && this.documentEvents.didChange);
  }

  suggest(params: Omit<SuggestNesRequest, "sessionId">, signal: AbortSignal): Promise<SuggestNesResponse> {
    const limited = AbortSignal.any([signal, AbortSignal.timeout(SUGGEST_TIMEOUT_MS)]);
    return this.agent.request("nes/suggest", { sessionId: this.id, ...params }, limited);
  }

  reportAccepted(id: string): void {
    this.agent.notify("nes/accept", { sessionId: this.id, id });
  }

  reportRejected(id: string, reason: NesRejectReason | null): void {
    this.agent.notify("nes/reject", { sessionId: this.id, id, ...(reason ? { reason } : {}) });
  }

  /** Returns the resulting options. */
  async setOption(option: string, value: string | boolean): Promise<readonly SessionConfigOption[]> {
    const typed =
      typeof value === "boolean" ? { type: "boolean" as const, value } : { value };
    const answer = await this.agent.request("session/set_config_option", {
      sessionId: this.id,
      configId: option,
      ...typed,
    });
    return answer.configOptions;
  }

  notify: Agent["notify"] = (method, params) => this.agent.notify(method, params);
}
