// Parts of sending prompts: their order, commands of the user's own that the agent cannot run, and checkpoints of a
// loaded session.

import { errorText } from "../labels";
import { isPrompt, Message, TurnEnd } from "../transcript/entries";
import type { Checkpoint } from "../session/checkpoints";
import type { Prompt } from "../session/turns";
import type { Transcript } from "../transcript/transcript";

let count = 0;

/** Commands of the agent and of the shell are run without a model. */
export function isCommandText(text: string): boolean {
  return /^\s*[/!]/.test(text);
}

/** `run` returns the command's output as text. Never rejects. */
export async function showOwnCommand(
  transcript: Transcript,
  line: string,
  run: (line: string) => Promise<string>,
): Promise<void> {
  const call = { toolCallId: `own-command-${++count}`, title: line, kind: "execute" as const };
  transcript.applyCall({ ...call, status: "in_progress" });
  const finish = (status: "completed" | "failed", text: string) =>
    transcript.applyCall({ ...call, status, content: [{ type: "content", content: { type: "text", text } }] });
  await run(line).then(
    (output) => finish("completed", output),
    (error: unknown) => finish("failed", errorText(error)),
  );
}

/** Sends prompts in the order in which they were written, also if some have to be completed first. */
export class PromptOrder {
  #last: Promise<void> | null = null;

  constructor(private readonly send: (prompt: Prompt) => void) {}

  add(prompt: Prompt | Promise<Prompt>): void {
    if (!(prompt instanceof Promise) && this.#last === null) return this.send(prompt);
    const current: Promise<void> = Promise.all([prompt, this.#last]).then(([ready]) => {
      if (this.#last === current) this.#last = null;
      this.send(ready);
    });
    this.#last = current;
  }
}

/** Show on the prompts of a loaded session which of their turns can be taken back. */
export function showCheckpoints(transcript: Transcript, checkpoints: ReadonlyMap<string, Checkpoint>): void {
  for (const entry of transcript.all()) {
    if (!(entry instanceof Message) || entry.speaker !== "user") continue;
    entry.checkpoint = checkpoints.get(entry.messageId ?? "") ?? null;
    if (entry.checkpoint) transcript.changed(entry);
  }
}

/** The end of a turn that a reload of the page interrupted. */
export function interruptedEnd(transcript: Transcript, send: (prompt: Prompt) => void): TurnEnd {
  const end = new TurnEnd("broken");
  const text = transcript.all().findLast(isPrompt)?.text;
  if (text) end.retry.value = () => send({ text, links: [] });
  return end;
}
