// The state of the model dialog: providers, servers on this machine, the key or base URL that is typed, the test
// and the list of models, and the choice. Asks the agent with its extension methods; shows nothing itself.

import { computed, signal, type ReadonlySignal } from "@preact/signals";
import type { Agent } from "../agent/agent";
import { errorText } from "../chat/labels";
import { isLoginNeeded } from "../chat/questions/login";
import { announce } from "../shell/notices";

export interface Provider {
  readonly id: string;
  readonly label: string;
  readonly needsKey: boolean;
  readonly defaultUrl: string;
  /** Whether a key is stored, or in the agent's environment. */
  readonly hasKey: boolean;
}

/** A model server that runs on this machine. */
export interface LocalServer {
  readonly label: string;
  readonly provider: string;
  /** Null if it is the provider's usual one. */
  readonly baseUrl: string | null;
  readonly models: readonly string[];
}

interface Description {
  readonly providers: readonly Provider[];
  readonly model: string | null;
  readonly baseUrl: string | null;
  readonly configFile: string;
}

export type TestState =
  | { readonly kind: "none" }
  | { readonly kind: "busy" }
  | { readonly kind: "passed" }
  | { readonly kind: "failed"; readonly message: string };

export interface Form {
  readonly provider: string;
  readonly apiKey: string;
  readonly baseUrl: string;
  readonly model: string;
}

const METHODS = "_understudy.dev/models/";
const EMPTY_FORM: Form = { provider: "", apiKey: "", baseUrl: "", model: "" };
const NOT_TESTED: TestState = { kind: "none" };

export class ModelSetup {
  readonly #isOpen = signal(false);
  readonly isOpen: ReadonlySignal<boolean> = this.#isOpen;
  readonly #description = signal<Description | null>(null);
  readonly description: ReadonlySignal<Description | null> = this.#description;
  readonly #local = signal<readonly LocalServer[] | null>(null);
  /** The servers found on this machine; null while they are searched. */
  readonly local: ReadonlySignal<readonly LocalServer[] | null> = this.#local;
  readonly #form = signal<Form>(EMPTY_FORM);
  readonly form: ReadonlySignal<Form> = this.#form;
  readonly #models = signal<readonly string[]>([]);
  /** The models of the last test that passed, or of the chosen local server. */
  readonly models: ReadonlySignal<readonly string[]> = this.#models;
  readonly #test = signal<TestState>(NOT_TESTED);
  readonly test: ReadonlySignal<TestState> = this.#test;
  readonly #isStoring = signal(false);
  readonly isStoring: ReadonlySignal<boolean> = this.#isStoring;
  readonly #problem = signal("");
  /** Why the agent cannot be set up, or the choice could not be stored. */
  readonly problem: ReadonlySignal<string> = this.#problem;
  readonly provider: ReadonlySignal<Provider | null> = computed(
    () => this.#description.value?.providers.find((one) => one.id === this.#form.value.provider) ?? null,
  );
  #attempt = 0;
  #close: (hasChosen: boolean) => void = () => {};
  /** Called with the full name of a model that was stored, before the dialog closes. */
  onChosen: (spec: string) => Promise<void> = async () => {};

  constructor(private readonly agent: Pick<Agent, "requestExtension">) {}

  /** Open the dialog. Resolves to true once a model is chosen, and to false if the user closes the dialog. */
  choose(): Promise<boolean> {
    if (this.#isOpen.value) this.#close(false);
    this.#isOpen.value = true;
    this.#form.value = EMPTY_FORM;
    this.#models.value = [];
    this.#problem.value = "";
    this.#forgetTest();
    void this.#describe();
    void this.findLocal();
    return new Promise((resolve) => {
      this.#close = (hasChosen) => {
        this.#isOpen.value = false;
        // The key does not outlive the dialog.
        this.#form.value = EMPTY_FORM;
        this.#forgetTest();
        resolve(hasChosen);
      };
    });
  }

  cancel(): void {
    this.#close(false);
  }

  /** Change what is typed. A list of models holds only for the server that it came from. */
  edit(change: Partial<Form>): void {
    const isOtherServer = "provider" in change || "apiKey" in change || "baseUrl" in change;
    const isOtherProvider = change.provider !== undefined && change.provider !== this.#form.value.provider;
    const cleared = isOtherProvider ? { apiKey: "", baseUrl: "", model: "" } : {};
    this.#form.value = { ...this.#form.value, ...cleared, ...change };
    this.#problem.value = "";
    if (!isOtherServer) return;
    this.#models.value = [];
    this.#forgetTest();
  }

  /** Take a server of this machine: its models are known already. */
  useLocal(server: LocalServer): void {
    this.edit({
      provider: server.provider,
      apiKey: "",
      baseUrl: server.baseUrl ?? "",
      model: server.models[0] ?? "",
    });
    this.#models.value = server.models;
    if (server.models.length > 0) this.#test.value = { kind: "passed" };
    else this.#test.value = { kind: "failed", message: `${server.label} runs, but has no model yet.` };
  }

  isUsed(server: LocalServer): boolean {
    const { provider, baseUrl } = this.#form.value;
    return provider === server.provider && baseUrl === (server.baseUrl ?? "");
  }

  /** Ask the provider for its models, which shows whether the key and the base URL are right. */
  async runTest(): Promise<void> {
    const form = this.#form.value;
    const provider = this.provider.value;
    if (!provider) return;
    const attempt = ++this.#attempt;
    if (lacksKey(provider, form)) {
      this.#test.value = { kind: "failed", message: missingKeyMessage(provider) };
      return;
    }
    this.#test.value = { kind: "busy" };
    try {
      const answer = await this.#ask<{ models?: unknown }>("list", serverOf(form));
      if (this.#attempt !== attempt) return;
      const models = stringsOf(answer?.models);
      this.#models.value = models;
      this.#test.value = { kind: "passed" };
      if (!this.#form.value.model && models[0]) this.#form.value = { ...this.#form.value, model: models[0] };
      announce(`The test passed: ${models.length} models.`);
    } catch (error) {
      if (this.#attempt !== attempt) return;
      this.#models.value = [];
      // The agent's own advice is a command for a terminal.
      const isKeyMissing = !form.apiKey.trim() && !provider.hasKey && isLoginNeeded(error);
      const message = isKeyMissing ? missingKeyMessage(provider) : errorText(error);
      this.#test.value = { kind: "failed", message };
      announce(message);
    }
  }

  /** Store the key and the model, and answer with it from now on. */
  async use(): Promise<void> {
    const form = this.#form.value;
    const model = form.model.trim();
    const provider = this.provider.value;
    if (!model || !provider || this.#isStoring.value) return;
    if (lacksKey(provider, form)) {
      this.#problem.value = missingKeyMessage(provider);
      return;
    }
    this.#isStoring.value = true;
    this.#problem.value = "";
    try {
      const { model: spec } = await this.#ask<{ model: string }>("use", { ...serverOf(form), model });
      await this.onChosen(spec);
      announce(`The chat answers with ${spec}.`);
      this.#close(true);
    } catch (error) {
      this.#problem.value = errorText(error);
    } finally {
      this.#isStoring.value = false;
    }
  }

  async findLocal(): Promise<void> {
    this.#local.value = null;
    try {
      const answer = await this.#ask<{ servers?: readonly LocalServer[] }>("local", {});
      this.#local.value = Array.isArray(answer?.servers) ? answer.servers : [];
    } catch {
      // `providers` fails with the same reason, which the dialog shows.
      this.#local.value = [];
    }
    const [found] = this.#local.value;
    if (found && !this.#form.value.provider && found.models.length > 0) this.useLocal(found);
  }

  async #describe(): Promise<void> {
    try {
      const described = await this.#ask<Description>("providers", {});
      this.#description.value = described;
      const current = described.model?.split(":")[0];
      const preselected = described.providers.find((one) => one.id === current);
      if (preselected && !this.#form.value.provider)
        this.edit({ provider: preselected.id, baseUrl: described.baseUrl ?? "" });
    } catch (error) {
      this.#description.value = null;
      this.#problem.value = errorText(error);
    }
  }

  #forgetTest(): void {
    this.#attempt++;
    this.#test.value = NOT_TESTED;
  }

  async #ask<T>(name: "providers" | "local" | "list" | "use", params: object): Promise<T> {
    return (await this.agent.requestExtension(`${METHODS}${name}`, params)) as T;
  }
}

/** What identifies the server; an empty field is the stored key, or the provider's usual address. */
function serverOf({ provider, apiKey, baseUrl }: Form): object {
  return {
    provider,
    ...(apiKey.trim() && { apiKey: apiKey.trim() }),
    ...(baseUrl.trim() && { baseUrl: baseUrl.trim() }),
  };
}

/** Another server that speaks the provider's API may need no key. */
function lacksKey(provider: Provider, form: Form): boolean {
  return provider.needsKey && !provider.hasKey && !form.apiKey.trim() && !form.baseUrl.trim();
}

function missingKeyMessage(provider: Provider): string {
  return `${provider.label} needs a key.`;
}

function stringsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((one): one is string => typeof one === "string") : [];
}

/** The models that contain all typed words; all of them while the text is the name of one. */
export function filterModels(models: readonly string[], typed: string): readonly string[] {
  if (models.includes(typed.trim())) return models;
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  return models.filter((model) => words.every((word) => model.toLowerCase().includes(word)));
}
