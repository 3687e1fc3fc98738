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

/** The agent's option that switches next edits off altogether. The page's own switch stands for it. */
export const ENABLED_OPTION = "enabled";

export function isOffAtAgent(options: readonly SessionConfigOption[]): boolean {
  return options.some((one) => one.id === ENABLED_OPTION && one.type === "boolean" && !one.currentValue);
}

/** The options that have a control of their own: those with a choice, besides the page's own switch. */
export function shownOptions(options: readonly SessionConfigOption[]): readonly SessionConfigOption[] {
  return options.filter(
    (one) => one.id !== ENABLED_OPTION && (one.type !== "select" || choicesOf(one).length > 1),
  );
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
