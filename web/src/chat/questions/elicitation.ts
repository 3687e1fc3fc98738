// An elicitation: a form to fill in, or a page to open. Nothing is opened automatically: the user sees the
// address and clicks.

import { signal, type Signal } from "@preact/signals";
import type {
  CreateElicitationRequest,
  CreateElicitationResponse,
  ElicitationSchema,
} from "../../protocol/acp";
import { fieldsOf, type Field } from "./forms";
import { MAX_URL_CHARS } from "../limits";

export type ElicitationState = "open" | "accepted" | "declined" | "cancelled" | "completed";

export class Elicitation {
  readonly state: Signal<ElicitationState> = signal("open");
  readonly answered: Promise<CreateElicitationResponse>;
  #resolve!: (answer: CreateElicitationResponse) => void;

  private constructor(
    readonly message: string,
    readonly title: string,
    readonly description: string,
    readonly fields: readonly Field[],
    /** For the mode `url`. */
    readonly page: URL | null,
    readonly id: string | null,
  ) {
    this.answered = new Promise((resolve) => (this.#resolve = resolve));
  }

  /** Null for a mode or an address that this page cannot show. */
  static from(request: CreateElicitationRequest): Elicitation | null {
    const loose = request as {
      mode: string;
      requestedSchema?: ElicitationSchema;
      url?: string;
      elicitationId?: string;
    };
    if (loose.mode === "form" && loose.requestedSchema) {
      const { title, description } = loose.requestedSchema;
      const fields = fieldsOf(loose.requestedSchema);
      return new Elicitation(request.message, title ?? "", description ?? "", fields, null, null);
    }
    const page = loose.mode === "url" ? webPage(loose.url ?? "") : null;
    return page && new Elicitation(request.message, "", "", [], page, loose.elicitationId ?? null);
  }

  accept(content?: Record<string, string | number | boolean | string[]>): void {
    this.#answer("accepted", content ? { action: "accept", content } : { action: "accept" });
  }

  decline(): void {
    this.#answer("declined", { action: "decline" });
  }

  cancel(): void {
    this.#answer("cancelled", { action: "cancel" });
  }

  #answer(state: ElicitationState, answer: CreateElicitationResponse): void {
    if (this.state.value !== "open") return;
    this.state.value = state;
    this.#resolve(answer);
  }
}

function webPage(text: string): URL | null {
  if (text.length > MAX_URL_CHARS) return null;
  try {
    const url = new URL(text);
    return (url.protocol === "https:" || url.protocol === "http:") && url.hostname ? url : null;
  } catch {
    return null;
  }
}
