// One entry of the transcript.

import { CallView } from "./CallView";
import { CheckpointView } from "./CheckpointView";
import { ContentView } from "./ContentView";
import { ElicitationCard } from "../questions/ElicitationCard";
import type { TurnEnd, Entry, Plan, Remark, Message } from "./entries";
import { LoginCard } from "../questions/LoginCard";
import { copyText, Markdown } from "../markdown/Markdown";
import { truncateLines } from "./terminal-output";
import { Icon } from "../../ui/Icon";
import { LinkView } from "./ContentView";
import { countLabel, durationLabel, compactNumber, stopLabel } from "../labels";

export function EntryView({ entry }: { entry: Entry }) {
  switch (entry.type) {
    case "speech":
      return entry.speaker === "thought" ? <ThoughtView entry={entry} /> : <MessageView entry={entry} />;
    case "call":
      return <CallView call={entry} />;
    case "plan":
      return <PlanView entry={entry} />;
    case "remark":
      return <RemarkView entry={entry} />;
    case "end":
      return <EndView entry={entry} />;
    case "login":
      return <LoginCard entry={entry} />;
    case "asked":
      return <ElicitationCard entry={entry} />;
  }
}

function MessageView({ entry }: { entry: Message }) {
  void entry.version.value;
  const isUser = entry.speaker === "user";
  return (
    <article
      class={`message ${entry.speaker}`}
      data-testid={`message-${entry.speaker}`}
      aria-label={isUser ? "You" : "Agent"}
    >
      {isUser ? <UserText text={entry.text.trim()} /> : <Markdown text={entry.text} ended={!entry.open} />}
      {entry.blocks.length > 0 && (
        <div class="attached">
          {entry.blocks.map((block, index) => (
            <ContentView key={index} block={block} />
          ))}
        </div>
      )}
      {entry.isTruncated && <p class="quiet">The rest of this message is too long to be shown.</p>}
      {entry.checkpoint && <CheckpointView checkpoint={entry.checkpoint} isBrief={!entry.checkpoint.isLoaded} />}
      {!entry.open && entry.text.trim() && (
        <button
          type="button"
          class="plain copy-message"
          aria-label={isUser ? "Copy your message" : "Copy the agent's message"}
          data-testid="copy-message"
          onClick={(event) => void copyText(entry.text.trim(), event.currentTarget)}
        >
          Copy
        </button>
      )}
    </article>
  );
}

/** A user's text, truncated to what can be rendered. */
function UserText({ text }: { text: string }) {
  const shown = truncateLines(text, false);
  return (
    <>
      <p class="message-text">{shown.text}</p>
      {shown.omittedLines > 0 && (
        <p class="quiet">{countLabel(shown.omittedLines, "more line")} not shown here.</p>
      )}
    </>
  );
}

function ThoughtView({ entry }: { entry: Message }) {
  void entry.version.value;
  return (
    <details class="thought" data-testid="thought">
      <summary>
        <span class="chevron">
          <Icon name="chevron" size={12} />
        </span>
        {entry.open ? "Thinking…" : "Thought"}
        <span class="thought-gist">{lastLine(entry.text)}</span>
      </summary>
      <div class="thought-text">{entry.text.trim()}</div>
    </details>
  );
}

/** The last line of a thought, without Markdown syntax. */
function lastLine(text: string): string {
  const end = text.slice(-400).trimEnd();
  return end
    .slice(end.lastIndexOf("\n") + 1)
    .replace(/[*_`#]/g, "")
    .slice(0, 200);
}

const MARKS = { pending: "○", in_progress: "●", completed: "✓" };

function PlanView({ entry }: { entry: Plan }) {
  void entry.version.value;
  if (entry.removed) return null;
  const done = entry.entries.filter((one) => one.status === "completed").length;
  return (
    <section class="plan" aria-label="Plan" data-testid="plan">
      <h3>
        Plan
        {entry.entries.length > 0 && (
          <span class="quiet">
            {done} of {entry.entries.length} done
          </span>
        )}
      </h3>
      {entry.markdown && <Markdown text={entry.markdown} ended />}
      {entry.uri && <LinkView uri={entry.uri} name={entry.uri} />}
      <ul>
        {entry.entries.map((one, index) => (
          <li key={index} class={one.status}>
            <span class="mark" aria-hidden="true">
              {MARKS[one.status] ?? "○"}
            </span>
            <span class="sr-only">{one.status.replace("_", " ")}: </span>
            <span class="plan-text">{one.content}</span>
            {one.priority === "high" && <span class="tag high">high</span>}
            {one.priority === "low" && <span class="tag">low</span>}
          </li>
        ))}
      </ul>
    </section>
  );
}

function RemarkView({ entry }: { entry: Remark }) {
  void entry.version.value;
  return (
    <div class={`remark ${entry.level}`} data-testid="remark">
      {entry.body ? (
        <details class="remark-body">
          <summary>{entry.text}</summary>
          <Markdown text={entry.body} ended />
        </details>
      ) : (
        entry.text
      )}
      {entry.detail && <p>{entry.detail}</p>}
    </div>
  );
}

function EndView({ entry }: { entry: TurnEnd }) {
  const { usage } = entry;
  const retry = entry.retry.value;
  const label = stopLabel(entry.reason);
  const isError = entry.reason === "error" || entry.reason === "broken";
  return (
    <div class={isError ? "turn-end trouble" : "turn-end"} data-testid="turn-end" data-reason={entry.reason}>
      {entry.message && <p class="end-message">{entry.message}</p>}
      {label && <p>{label}</p>}
      {retry && (
        <button type="button" data-testid="send-again" onClick={retry}>
          <Icon name="refresh" size={14} /> Send again
        </button>
      )}
      {entry.checkpoint && <CheckpointView checkpoint={entry.checkpoint} />}
      <span class="end-facts">
        {entry.seconds > 0 && durationLabel(entry.seconds)}
        {usage && (
          <span title={`${usage.totalTokens.toLocaleString("en")} tokens in this turn`}>
            {" · "}
            {compactNumber(usage.inputTokens)} in, {compactNumber(usage.outputTokens)} out
          </span>
        )}
      </span>
    </div>
  );
}
