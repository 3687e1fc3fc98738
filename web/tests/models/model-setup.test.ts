// The state of the model dialog, against an agent that answers as the test says.

import { describe, expect, it } from "vitest";
import { withoutSecrets } from "../../src/agent/redaction";
import { filterModels, ModelSetup, type LocalServer } from "../../src/models/model-setup";
import { RpcError } from "../../src/rpc/peer";

const PROVIDERS = [
  { id: "anthropic", label: "Anthropic", needsKey: true, defaultUrl: "https://a.example", hasKey: false },
  { id: "openai-chat", label: "OpenAI chat API", needsKey: true, defaultUrl: "https://o.example", hasKey: true },
  { id: "ollama", label: "Ollama", needsKey: false, defaultUrl: "http://127.0.0.1:11434/v1", hasKey: false },
];
const OLLAMA: LocalServer = { label: "Ollama", provider: "ollama", baseUrl: null, models: ["qwen3:8b"] };
const AUTH_REQUIRED = -32000;

type Answers = Record<string, (params: Record<string, unknown>) => unknown>;

function setUp(answers: Answers = {}, local: readonly LocalServer[] = []) {
  const sent: { name: string; params: Record<string, unknown> }[] = [];
  const all: Answers = {
    providers: () => ({ providers: PROVIDERS, model: null, baseUrl: null, configFile: "/c/config.toml" }),
    local: () => ({ servers: local }),
    ...answers,
  };
  const setup = new ModelSetup({
    requestExtension: async (method, params) => {
      const name = method.replace("_understudy.dev/models/", "");
      sent.push({ name, params: params as Record<string, unknown> });
      return all[name]!(params as Record<string, unknown>);
    },
  });
  return { setup, sent };
}

const settled = () => new Promise((resolve) => setTimeout(resolve));

describe("the model dialog", () => {
  it("takes a server of this machine that is found by itself, and stores its model", async () => {
    const chosen: string[] = [];
    const { setup, sent } = setUp({ use: () => ({ model: "ollama:qwen3:8b" }) }, [OLLAMA]);
    setup.onChosen = async (spec) => void chosen.push(spec);
    const done = setup.choose();
    await settled();
    expect(setup.form.value).toMatchObject({ provider: "ollama", model: "qwen3:8b" });
    expect(setup.isUsed(OLLAMA)).toBe(true);
    await setup.use();
    expect(await done).toBe(true);
    expect(chosen).toEqual(["ollama:qwen3:8b"]);
    expect(sent.at(-1)!.params).toEqual({ provider: "ollama", model: "qwen3:8b" });
    expect(setup.isOpen.value).toBe(false);
  });

  it("says when nothing answers on this machine, and keeps a provider that was chosen meanwhile", async () => {
    let answer: (value: unknown) => void = () => {};
    const { setup } = setUp({ local: () => new Promise((resolve) => (answer = resolve)) });
    void setup.choose();
    await settled();
    expect(setup.local.value).toBeNull();
    setup.edit({ provider: "anthropic" });
    answer({ servers: [OLLAMA] });
    await settled();
    expect(setup.form.value.provider).toBe("anthropic");
    expect(setup.local.value).toEqual([OLLAMA]);
  });

  it("tests a key by listing the models, and forgets the list when the key changes", async () => {
    const list = ({ apiKey }: Record<string, unknown>) => {
      if (apiKey !== "right") throw new RpcError(AUTH_REQUIRED, "Anthropic rejects this key (401).");
      return { models: ["large", "small", 7] };
    };
    const { setup, sent } = setUp({ list });
    void setup.choose();
    await settled();
    setup.edit({ provider: "anthropic", apiKey: "wrong" });
    await setup.runTest();
    expect(setup.test.value).toEqual({ kind: "failed", message: "Anthropic rejects this key (401)." });
    setup.edit({ apiKey: " right " });
    expect(setup.test.value.kind).toBe("none");
    await setup.runTest();
    expect(setup.models.value).toEqual(["large", "small"]);
    expect(setup.form.value.model).toBe("large");
    expect(sent.at(-1)!.params).toEqual({ provider: "anthropic", apiKey: "right" });
    setup.edit({ apiKey: "other" });
    expect(setup.models.value).toEqual([]);
    expect(setup.form.value.model).toBe("large");
  });

  it("asks for a missing key itself, without the agent's advice for a terminal", async () => {
    const list = () => {
      throw new RpcError(AUTH_REQUIRED, "Anthropic wants a key. Run `understudy login`.");
    };
    const { setup, sent } = setUp({ list });
    void setup.choose();
    await settled();
    setup.edit({ provider: "anthropic", model: "large" });
    await setup.runTest();
    expect(setup.test.value).toEqual({ kind: "failed", message: "Anthropic needs a key." });
    await setup.use();
    expect(setup.problem.value).toBe("Anthropic needs a key.");
    expect(sent.map((one) => one.name)).not.toContain("use");
    setup.edit({ baseUrl: "https://other.example/v1" });
    await setup.runTest();
    expect(setup.test.value).toEqual({ kind: "failed", message: "Anthropic needs a key." });
  });

  it("drops the answer of a test whose server was changed meanwhile", async () => {
    let answer: (value: unknown) => void = () => {};
    const { setup } = setUp({ list: () => new Promise((resolve) => (answer = resolve)) });
    void setup.choose();
    await settled();
    setup.edit({ provider: "openai-chat" });
    const test = setup.runTest();
    setup.edit({ provider: "ollama" });
    answer({ models: ["of another server"] });
    await test;
    expect(setup.models.value).toEqual([]);
    expect(setup.test.value.kind).toBe("none");
  });

  it("stays open with the reason if the choice cannot be stored", async () => {
    const use = () => {
      throw new RpcError(-32603, "config.toml cannot be written.");
    };
    const { setup } = setUp({ use });
    void setup.choose();
    await settled();
    setup.edit({ provider: "openai-chat", model: "large" });
    await setup.use();
    expect(setup.isOpen.value).toBe(true);
    expect(setup.problem.value).toBe("config.toml cannot be written.");
    expect(setup.isStoring.value).toBe(false);
  });

  it("does not keep the key after it is closed", async () => {
    const { setup } = setUp();
    const done = setup.choose();
    await settled();
    setup.edit({ provider: "anthropic", apiKey: "secret" });
    setup.cancel();
    expect(await done).toBe(false);
    expect(setup.form.value.apiKey).toBe("");
  });

  it("says why an agent of a server offers no setup", async () => {
    const providers = () => {
      throw new RpcError(-32600, "The models of this agent are not set up by its clients.");
    };
    const { setup } = setUp({ providers, local: providers });
    void setup.choose();
    await settled();
    expect(setup.problem.value).toContain("not set up by its clients");
    expect(setup.local.value).toEqual([]);
  });
});

describe("the filter of models", () => {
  it("finds names by all words, and shows all while a name is complete", () => {
    const models = ["qwen3:8b", "qwen3:32b", "llama3"];
    expect(filterModels(models, "qwen 8")).toEqual(["qwen3:8b"]);
    expect(filterModels(models, "llama3")).toEqual(models);
    expect(filterModels(models, "")).toEqual(models);
  });
});

describe("the trace", () => {
  it("records a message without the key of a provider", () => {
    const message = { jsonrpc: "2.0", id: 1, method: "x", params: { provider: "a", apiKey: "secret" } } as const;
    const tapped = { direction: "sent", message, text: JSON.stringify(message), at: 0, size: 1 } as const;
    const shown = withoutSecrets(tapped);
    expect(shown.text).not.toContain("secret");
    expect(JSON.stringify(shown.message)).not.toContain("secret");
    expect(message.params.apiKey).toBe("secret");
    const other = { ...tapped, message: { jsonrpc: "2.0", method: "x" } } as const;
    expect(withoutSecrets(other)).toBe(other);
  });
});
