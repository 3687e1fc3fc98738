// A person's consent for files that other programs run or trust.

import { ask } from "../shell/notices";

/** The server speaks of an agent; here the person is the one who saves. */
const AGENT_WRITE_QUESTION = /^The agent wants to write (.+) with \w+\. That file is/s;

/** For what the person does. */
export async function askUserConsent(question: string): Promise<boolean> {
  const words = question.replace(AGENT_WRITE_QUESTION, "$1 is about to be written. It is");
  const choice = await ask("Allow this change?", words, [
    { id: "allow", label: "Allow once" },
    { id: "refuse", label: "Refuse" },
  ]);
  return choice === "allow";
}

/** For what the agent does, in its own time. One that asks on and on can be told so once. */
export class AgentConsent {
  #rejectsAll = false;

  readonly ask = async (question: string, signal?: AbortSignal): Promise<boolean> => {
    if (this.#rejectsAll) return false;
    const choices = [
      { id: "refuse", label: "Refuse" },
      { id: "never", label: "Refuse, and do not ask again" },
      { id: "allow", label: "Allow once", danger: true },
    ];
    const choice = await ask("Allow the agent this change?", question, choices, signal, "agent");
    this.#rejectsAll ||= choice === "never";
    return choice === "allow" && !this.#rejectsAll;
  };
}
