// Open questions of the agent: permissions, forms and pages. However a question ends (an answer, the end of
// the turn, a cancellation by the agent, a lost connection), the agent gets exactly one response.

import { signal, type ReadonlySignal } from "@preact/signals";
import type {
  CreateElicitationRequest,
  CreateElicitationResponse,
  PermissionOption,
  RequestPermissionRequest,
  RequestPermissionResponse,
} from "../../protocol/acp";
import { RpcError } from "../../rpc/peer";
import { ElicitationEntry, type Call, type Permission } from "../transcript/entries";
import { Elicitation } from "./elicitation";
import type { Transcript } from "../transcript/transcript";
import { MAX_OPEN_QUESTIONS } from "../limits";

export interface OpenQuestion {
  readonly entry: Call | ElicitationEntry;
  /** The question in one line. */
  readonly title: string;
  /** Answer it as cancelled. */
  cancel(): void;
}

const CANCELLED: RequestPermissionResponse = { outcome: { outcome: "cancelled" } };
const INVALID_PARAMS = -32602;

export class Questions {
  readonly #open = signal<readonly OpenQuestion[]>([]);
  readonly #pages = new Map<string, Elicitation>();
  readonly open: ReadonlySignal<readonly OpenQuestion[]> = this.#open;
  /** Called when a question is added. */
  onQuestion: (question: OpenQuestion) => void = () => {};
  /** Incremented when a question is closed, which moves the content below it. */
  readonly closedCount = signal(0);
  #isTurnCancelled = false;

  constructor(
    private readonly transcript: Transcript,
    private readonly isShown: (sessionId: string) => boolean,
  ) {}

  /** A turn started: accept questions again. */
  turnStarted(): void {
    this.#isTurnCancelled = false;
  }

  /** The turn is cancelled: open questions, and further ones of this turn, are answered as cancelled. */
  cancelTurn(): void {
    this.#isTurnCancelled = true;
    this.cancelAll();
  }

  /** Answer all open questions as cancelled. */
  cancelAll(): void {
    for (const question of this.#open.value) question.cancel();
  }

  permission(request: RequestPermissionRequest, signal: AbortSignal): Promise<RequestPermissionResponse> {
    if (this.#isTurnCancelled || signal.aborted || !this.isShown(request.sessionId) || this.#isFull) {
      return Promise.resolve(CANCELLED);
    }
    const options = validOptions(request.options);
    const call = this.transcript.applyCall(request.toolCall);
    call.proposed = call.content;
    return new Promise((resolve) => {
      const permission = openPermission(options, (option) => {
        this.#close(question);
        this.transcript.changed(call);
        resolve(option ? { outcome: { outcome: "selected", optionId: option.optionId } } : CANCELLED);
      });
      call.permissions.push(permission);
      this.transcript.changed(call);
      const question = { entry: call, title: call.title, cancel: () => permission.answer(null) };
      this.#add(question, signal);
    });
  }

  async elicitation(
    request: CreateElicitationRequest,
    signal: AbortSignal,
  ): Promise<CreateElicitationResponse> {
    const session = (request as { sessionId?: string }).sessionId;
    if (session !== undefined && !this.isShown(session)) {
      throw new RpcError(INVALID_PARAMS, "Invalid params: there is no such session here.");
    }
    const elicitation = Elicitation.from(request);
    if (!elicitation) throw new RpcError(INVALID_PARAMS, "Invalid params: this cannot be shown.");
    if ((this.#isTurnCancelled && session !== undefined) || this.#isFull) return { action: "cancel" };
    const entry = this.transcript.add(new ElicitationEntry(elicitation));
    if (elicitation.id) this.#trackPage(elicitation.id, elicitation);
    const question = { entry, title: elicitation.message, cancel: () => elicitation.cancel() };
    this.#add(question, signal);
    try {
      return await elicitation.answered;
    } finally {
      this.#close(question);
      this.transcript.changed(entry);
    }
  }

  /** The agent reports that the user has finished with a page. */
  completed(id: string): void {
    const page = this.#pages.get(id);
    this.#pages.delete(id);
    if (page?.state.value === "accepted") page.state.value = "completed";
  }

  get #isFull(): boolean {
    return this.#open.value.length >= MAX_OPEN_QUESTIONS;
  }

  #add(question: OpenQuestion, signal: AbortSignal): void {
    this.#open.value = [...this.#open.value, question];
    signal.addEventListener("abort", () => question.cancel(), { once: true });
    this.onQuestion(question);
  }

  #close(question: OpenQuestion): void {
    this.#open.value = this.#open.value.filter((one) => one !== question);
    this.closedCount.value += 1;
  }

  #trackPage(id: string, page: Elicitation): void {
    this.#pages.set(id, page);
    const oldest = this.#pages.keys().next();
    if (this.#pages.size > 256 && !oldest.done) this.#pages.delete(oldest.value);
  }
}

/** The options that can be shown. */
function validOptions(options: unknown): PermissionOption[] {
  if (!Array.isArray(options)) throw new RpcError(INVALID_PARAMS, "Invalid params: options must be a list.");
  const all = options as (Partial<PermissionOption> | null)[];
  const found = all.filter((one) => typeof one?.optionId === "string" && typeof one.name === "string");
  return found.map((one) => ({ ...one, kind: String(one?.kind) }) as PermissionOption);
}

function openPermission(
  options: readonly PermissionOption[],
  onAnswer: (option: PermissionOption | null) => void,
): Permission {
  const chosen = signal<PermissionOption | null | undefined>(undefined);
  return {
    options,
    chosen,
    answer(option) {
      if (chosen.value !== undefined) return;
      chosen.value = option;
      onAnswer(option);
    },
  };
}
