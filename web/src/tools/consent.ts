// A person's consent for files that other programs run or trust.

import { ask } from "../shell/notices";

/** The server speaks of an agent; here the person may be the one who saves. */
const AGENTS = /^The agent wants to write (.+) with \w+\. That file is/s;

export async function consented(question: string): Promise<boolean> {
  const words = question.replace(AGENTS, "$1 is about to be written. It is");
  const choice = await ask("Allow this change?", words, [
    { id: "allow", label: "Allow once" },
    { id: "refuse", label: "Refuse" },
  ]);
  return choice === "allow";
}
