// The agent's options for next edits: the name of the engine, and the choices of an option.

import type { InitializeResponse, SessionConfigOption } from "../../protocol/acp";

export function engineName(
  options: readonly SessionConfigOption[],
  agent: InitializeResponse | null,
): string {
  const option =
    options.find((one) => one.id === "engine") ?? options.find((one) => one.category === "model");
  if (option?.type === "select") {
    const current = choicesOf(option).find((one) => one.value === option.currentValue);
    if (current) return current.name;
  }
  return agent?.agentInfo?.title ?? agent?.agentInfo?.name ?? "";
}

export interface OptionChoice {
  readonly value: string;
  readonly name: string;
  readonly description?: string | null;
}

/** The choices of an option, without their groups. */
export function choicesOf(option: SessionConfigOption): readonly OptionChoice[] {
  if (option.type !== "select") return [];
  return option.options.flatMap((one): readonly OptionChoice[] => ("options" in one ? one.options : [one]));
}
