// One session of next edits with the agent: its id, what it wants to hear, its settings. Sends and asks;
// decides nothing.

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

/** An answer that takes longer is not waited for. */
const ANSWER_LIMIT = 30_000;
const START_LIMIT = 30_000;

export class Session {
  private constructor(
    private readonly agent: Agent,
    readonly id: string,
    readonly wanted: NesDocumentEventCapabilities,
    readonly context: NesContextCapabilities | null,
    readonly options: readonly SessionConfigOption[],
  ) {}

  /** Rejects as the agent does, with its code. */
  static async start(agent: Agent, config: Config, offered: NesCapabilities): Promise<Session> {
    const answer = await agent.request(
      "nes/start",
      {
        workspaceUri: config.roots[0]?.uri ?? null,
        workspaceFolders: config.roots.map(({ uri, name }) => ({ uri, name })),
      },
      AbortSignal.timeout(START_LIMIT),
    );
    return new Session(
      agent,
      answer.sessionId,
      offered.events?.document ?? {},
      offered.context ?? null,
      answer.configOptions ?? [],
    );
  }

  /** Whether the agent hears of every text and every change. */
  get follows(): boolean {
    return Boolean(this.wanted.didOpen && this.wanted.didChange);
  }

  suggest(question: Omit<SuggestNesRequest, "sessionId">, signal: AbortSignal): Promise<SuggestNesResponse> {
    const limited = AbortSignal.any([signal, AbortSignal.timeout(ANSWER_LIMIT)]);
    return this.agent.request("nes/suggest", { sessionId: this.id, ...question }, limited);
  }

  accepted(id: string): void {
    this.agent.notify("nes/accept", { sessionId: this.id, id });
  }

  rejected(id: string, reason: NesRejectReason | null): void {
    this.agent.notify("nes/reject", { sessionId: this.id, id, ...(reason ? { reason } : {}) });
  }

  /** The settings as they are then. */
  async set(option: string, value: string | boolean): Promise<readonly SessionConfigOption[]> {
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
