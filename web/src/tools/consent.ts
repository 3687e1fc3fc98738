// Asks the user for consent to write files that other programs execute or trust.

import { ask } from "../shell/notices";

/** The server's question names an agent; here the user is the one who saves. */
const AGENT_WRITE_QUESTION = /^The agent wants to write (.+) with \w+\. That file is/s;

/** For writes by the user. */
export async function askUserConsent(question: string): Promise<boolean> {
  const words = question.replace(AGENT_WRITE_QUESTION, "$1 is about to be written. It is");
  const choice = await ask("Allow this change?", words, [
    { id: "allow", label: "Allow once" },
    { id: "reject", label: "Reject" },
  ]);
  return choice === "allow";
}

/** For writes by the agent. The user can reject all further questions at once. */
export class AgentConsent {
  #rejectsAll = false;

  readonly ask = async (question: string, signal?: AbortSignal): Promise<boolean> => {
    if (this.#rejectsAll) return false;
    const choices = [
      { id: "reject", label: "Reject" },
      { id: "never", label: "Reject, and do not ask again" },
      { id: "allow", label: "Allow once", danger: true },
    ];
    const choice = await ask("Allow the agent this change?", question, choices, signal, "agent");
    this.#rejectsAll ||= choice === "never";
    return choice === "allow" && !this.#rejectsAll;
  };
}
