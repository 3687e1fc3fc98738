// Opening, listing, forking and deleting sessions at the agent, each only if it said that it can. Which one
// is shown is the chat's business.

import type { Agent } from "../../agent/agent";
import type { Root } from "../../config";
import type {
  AgentCapabilities,
  ForkSessionResponse,
  LoadSessionResponse,
  NewSessionResponse,
  ResumeSessionResponse,
  SessionInfo,
} from "../../protocol/acp";
import { MAX_LISTED_SESSIONS, MAX_SESSION_PAGES, SESSION_LOAD_TIMEOUT_MS, SESSION_TIMEOUT_MS } from "../limits";

export type AgentRequests = Pick<Agent, "request" | "notify" | "capabilities">;

export interface SessionAbilities {
  readonly list: boolean;
  readonly load: boolean;
  readonly resume: boolean;
  readonly fork: boolean;
  readonly delete: boolean;
  readonly close: boolean;
  readonly roots: boolean;
  readonly context: boolean;
}

export function sessionAbilities(agent: AgentCapabilities): SessionAbilities {
  const session = agent.sessionCapabilities ?? {};
  return {
    list: Boolean(session.list),
    load: agent.loadSession === true,
    resume: Boolean(session.resume),
    fork: Boolean(session.fork),
    delete: Boolean(session.delete),
    close: Boolean(session.close),
    roots: Boolean(session.additionalDirectories),
    context: Boolean(session.runtimeContext),
  };
}

export class SessionRequests {
  constructor(
    private readonly agent: AgentRequests,
    private readonly roots: readonly Root[],
  ) {}

  get can(): SessionAbilities {
    return sessionAbilities(this.agent.capabilities.value);
  }

  new(): Promise<NewSessionResponse> {
    return withTimeout(SESSION_TIMEOUT_MS, this.agent.request("session/new", { ...this.#folders(), mcpServers: [] }));
  }

  load(sessionId: string): Promise<LoadSessionResponse> {
    const params = { sessionId, ...this.#folders(), mcpServers: [] };
    return withTimeout(SESSION_LOAD_TIMEOUT_MS, this.agent.request("session/load", params));
  }

  resume(sessionId: string): Promise<ResumeSessionResponse> {
    const params = { sessionId, ...this.#folders(), mcpServers: [] };
    return withTimeout(SESSION_TIMEOUT_MS, this.agent.request("session/resume", params));
  }

  fork(sessionId: string): Promise<ForkSessionResponse> {
    const params = { sessionId, ...this.#folders(), mcpServers: [] };
    return withTimeout(SESSION_TIMEOUT_MS, this.agent.request("session/fork", params));
  }

  async delete(sessionId: string): Promise<void> {
    await withTimeout(SESSION_TIMEOUT_MS, this.agent.request("session/delete", { sessionId }));
  }

  /** Nobody waits for it: the agent may let go of what the session holds. */
  close(sessionId: string): void {
    if (this.can.close) this.agent.request("session/close", { sessionId }).catch(() => {});
  }

  /** All pages of this folder's sessions, told page by page. */
  async list(onPage: (sessions: readonly SessionInfo[]) => void, signal: AbortSignal): Promise<void> {
    const found = new Map<string, SessionInfo>();
    const seen = new Set<string>();
    let cursor: string | null | undefined;
    for (let page = 0; page < MAX_SESSION_PAGES && found.size < MAX_LISTED_SESSIONS; page++) {
      const params = { cwd: this.roots[0]?.path ?? null, ...(cursor ? { cursor } : {}) };
      const answer = await withTimeout(SESSION_TIMEOUT_MS, this.agent.request("session/list", params));
      if (signal.aborted) return;
      for (const info of answer.sessions ?? []) found.set(info.sessionId, info);
      onPage([...found.values()]);
      cursor = answer.nextCursor;
      // An agent that names the same page again would keep us for ever.
      if (!cursor || seen.has(cursor)) return;
      seen.add(cursor);
    }
  }

  #folders(): { cwd: string; additionalDirectories?: string[] } {
    const [first, ...others] = this.roots;
    const cwd = first?.path ?? "/";
    const more = [...new Set(others.map((root) => root.path))].filter((path) => path !== cwd);
    return this.can.roots && more.length > 0 ? { cwd, additionalDirectories: more } : { cwd };
  }
}

function withTimeout<T>(limit: number, answer: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const late = () => reject(new Error(`The agent did not answer within ${limit / 1000} seconds.`));
    const timer = setTimeout(late, limit);
    answer.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
