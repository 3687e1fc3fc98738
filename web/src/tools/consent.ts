// A person's consent for files that other programs run or trust.

import { ask } from "../shell/notices";

export async function consented(question: string): Promise<boolean> {
  const choice = await ask("Allow this change?", question, [
    { id: "allow", label: "Allow once" },
    { id: "refuse", label: "Refuse" },
  ]);
  return choice === "allow";
}
