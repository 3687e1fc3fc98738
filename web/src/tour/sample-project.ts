// Opens the sample project of the tour in another tab: the server starts a second workbench in a temporary folder,
// so that nothing is written into the user's own.

import { signal, type ReadonlySignal } from "@preact/signals";
import { notify } from "../shell/notices";
import { SAMPLE_TIMEOUT_MS } from "./limits";

/** The parts of a browser's window that are used. */
export interface TabOpener {
  /** Null if the browser blocks it. */
  open(): { location: { href: string }; close(): void } | null;
}

export class SampleProject {
  readonly #isPreparing = signal(false);
  readonly isPreparing: ReadonlySignal<boolean> = this.#isPreparing;

  constructor(
    private readonly request: typeof fetch = (...all) => fetch(...all),
    private readonly opener: TabOpener = { open: () => window.open("about:blank", "_blank") },
  ) {}

  /** Called by a click: only then a browser opens a tab. Notifies the user if it fails. */
  async open(): Promise<void> {
    if (this.#isPreparing.value) return;
    this.#isPreparing.value = true;
    // At once: after the server has answered, the click is too long ago for the browser.
    const tab = this.opener.open();
    try {
      const url = await this.#start();
      if (tab) tab.location.href = url;
      else notify("The sample project is ready.", "info", [{ label: "Open it", run: () => this.#openAt(url) }]);
    } catch (error) {
      tab?.close();
      const reason = error instanceof Error ? error.message : String(error);
      notify(`The sample project could not be opened: ${reason}`, "error");
    } finally {
      this.#isPreparing.value = false;
    }
  }

  #openAt(url: string): void {
    const tab = this.opener.open();
    if (tab) tab.location.href = url;
  }

  async #start(): Promise<string> {
    const signal = AbortSignal.timeout(SAMPLE_TIMEOUT_MS);
    const response = await this.request("/sample", { method: "POST", signal });
    const answer = (await response.json().catch(() => ({}))) as { url?: unknown; error?: unknown };
    if (response.ok && typeof answer.url === "string" && /^http:\/\//.test(answer.url)) return answer.url;
    throw new Error(typeof answer.error === "string" ? answer.error : `the server answered ${response.status}.`);
  }
}
