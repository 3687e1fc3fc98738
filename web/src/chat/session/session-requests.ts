// Requests to open, list, fork and delete sessions, guarded by the agent's capabilities. Which session is
// shown is decided in chat.ts.

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
import {
  MAX_LISTED_SESSIONS,
  MAX_SESSION_PAGES,
  SESSION_LOAD_TIMEOUT_MS,
  SESSION_TIMEOUT_MS,
} from "../limits";

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

  /** Not awaited: lets the agent release the session's resources. */
  close(sessionId: string): void {
    if (this.can.close) this.agent.request("session/close", { sessionId }).catch(() => {});
  }

  /** Fetch all pages of this folder's sessions; `onPage` gets the sessions so far. */
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
      // A repeated cursor would loop for ever.
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
