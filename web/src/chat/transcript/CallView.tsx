// A tool call: one line that expands to its content, raw input and output, and its permission question.

import { useSignal } from "@preact/signals";
import { useLayoutEffect, useRef } from "preact/hooks";
import type { ContentBlock, ToolCallContent } from "../../protocol/acp";
import { Icon } from "../../ui/Icon";
import { escapeControls } from "../../ui/escape-controls";
import { useWorkbench } from "../../workbench";
import { isCommand } from "./entries";
import { ContentView } from "./ContentView";
import { DiffView } from "./DiffView";
import type { Call } from "./entries";
import { KindIcon } from "./KindIcon";
import { shortPath } from "../markdown/links";
import { openLocation } from "../open-location";
import { dataText, truncateLines, plainOutput, withoutFences, withoutRepeatedCommand } from "./terminal-output";
import { PermissionCard } from "../questions/PermissionCard";
import { statusLabel } from "../labels";
import { MAX_SHOWN_FILES, MAX_TITLE_CHARS } from "../limits";

export function CallView({ call }: { call: Call }) {
  void call.version.value;
  const open = call.permissions.find((one) => one.chosen.value === undefined);
  const unfolded = open !== undefined || (call.unfolded.value ?? opensByDefault(call));
  const status = statusLabel(call);
  const id = `call-${call.id}`;
  return (
    <div class={`call ${status}`} data-testid="call" data-status={status} data-entry={call.id}>
      <div class="call-head">
        <button
          type="button"
          class="call-fold"
          aria-expanded={unfolded}
          aria-controls={id}
          disabled={open !== undefined}
          onClick={() => (call.unfolded.value = !unfolded)}
        >
          <span class={unfolded ? "chevron open" : "chevron"}>
            <Icon name="chevron" size={12} />
          </span>
          <KindIcon kind={call.kind} />
          <span class={`call-title${isCommand(call) ? " mono" : ""}${unfolded && isCommand(call) ? " whole" : ""}`}>
            {escapeControls(call.title.slice(0, MAX_TITLE_CHARS))}
          </span>
          <span class="call-status">
            <StatusMark status={status} />
            <span class={status === "completed" ? "sr-only" : ""}>{status}</span>
          </span>
        </button>
        <Locations call={call} />
      </div>
      {unfolded && (
        <div class="call-body" id={id}>
          {call.content.map((content, index) => (
            <CallContent key={index} call={call} content={content} />
          ))}
          {open && <PermissionCard call={call} permission={open} />}
          <Decisions call={call} />
          <div class="raws">
            <RawData label="Input" data={call.rawInput} />
            <RawData label="Output" data={call.rawOutput} />
          </div>
        </div>
      )}
    </div>
  );
}

function opensByDefault(call: Call): boolean {
  return hasDiff(call) || statusLabel(call) === "failed" || (isCommand(call) && call.content.length > 0);
}

function hasDiff(call: Call): boolean {
  return call.content.some((content) => content.type === "diff");
}

function StatusMark({ status }: { status: string }) {
  if (status === "running") return <span class="spinner" aria-hidden="true" />;
  if (status === "completed") return <Icon name="check" size={14} />;
  if (status === "failed") return <Icon name="warning" size={14} />;
  return null;
}

/** The call's files: a button beside the title if the title names the file, otherwise a list below it. */
function Locations({ call }: { call: Call }) {
  const { documents, config } = useWorkbench();
  const places = call.locations.map(({ path, line }) => {
    const name = shortPath(path, config.roots);
    return {
      name: line ? `${name}:${line}` : name,
      isInTitle: call.title.includes(name),
      path,
      line: line ?? null,
    };
  });
  const [only] = places;
  if (!only || hasDiff(call)) return null;
  if (places.length === 1 && only.isInTitle) {
    return (
      <button
        type="button"
        class="plain call-open"
        aria-label={`Open ${only.name}`}
        title={`Open ${only.name}`}
        onClick={() => void openLocation(documents, only)}
      >
        <Icon name="eye" size={14} />
      </button>
    );
  }
  return (
    <div class="call-places">
      {places.slice(0, MAX_SHOWN_FILES).map((place, index) => (
        <button
          key={index}
          type="button"
          class="plain path"
          onClick={() => void openLocation(documents, place)}
        >
          {place.name}
        </button>
      ))}
      {places.length > MAX_SHOWN_FILES && (
        <span class="quiet">and {places.length - MAX_SHOWN_FILES} more</span>
      )}
    </div>
  );
}

function CallContent({ call, content }: { call: Call; content: ToolCallContent }) {
  switch (content.type) {
    case "diff":
      return (
        <DiffView
          call={call}
          change={{ path: content.path, oldText: content.oldText ?? null, newText: content.newText }}
        />
      );
    case "content":
      return isOutput(call, content.content) ? (
        <Output text={content.content.type === "text" ? content.content.text : ""} live={!call.ended} />
      ) : (
        <div class="call-text">
          <ContentView block={withoutTitle(call, content.content)} />
        </div>
      );
    case "terminal":
      return <p class="quiet">The agent shows this in a terminal of its own.</p>;
    default:
      return null;
  }
}

/** The output of a command, as opposed to the content of its permission question and to a sentence beside it. */
function isOutput(call: Call, block: ContentBlock): boolean {
  if (block.type !== "text" || !isCommand(call)) return false;
  if (call.content === call.proposed || call.status === "pending") return false;
  return isFenced(block) || !call.content.some((one) => one.type === "content" && isFenced(one.content));
}

function isFenced(block: ContentBlock): boolean {
  return block.type === "text" && /^(`{3}|~{3})/.test(block.text);
}

/** A question about a command repeats the command, which the title shows already. */
function withoutTitle(call: Call, block: ContentBlock): ContentBlock {
  if (block.type !== "text" || !isCommand(call) || call.title.length > MAX_TITLE_CHARS) return block;
  return { ...block, text: withoutRepeatedCommand(block.text, call.title) };
}

/** Scrolls with the growing output, unless the user scrolled up. */
function Output({ text, live }: { text: string; live: boolean }) {
  const box = useRef<HTMLPreElement>(null);
  const follows = useRef(true);
  const { text: shown, omittedLines } = truncateLines(plainOutput(withoutFences(text)), true);
  useLayoutEffect(() => {
    if (box.current && follows.current) box.current.scrollTop = box.current.scrollHeight;
  }, [shown]);
  return (
    <>
      {omittedLines > 0 && (
        <p class="quiet">{omittedLines.toLocaleString("en")} earlier lines are not shown.</p>
      )}
      <pre
        ref={box}
        class="output"
        tabIndex={0}
        aria-label={live ? "Output so far" : "Output"}
        data-testid="output"
        onScroll={({ currentTarget: at }) => {
          follows.current = at.scrollHeight - at.scrollTop - at.clientHeight < 24;
        }}
      >
        {shown}
      </pre>
    </>
  );
}

function Decisions({ call }: { call: Call }) {
  const answered = call.permissions.filter((one) => one.chosen.value !== undefined);
  return (
    <>
      {answered.map((one, index) => (
        <p key={index} class="quiet answered">
          {one.chosen.value ? `You chose: ${one.chosen.value.name}` : "The question was cancelled."}
        </p>
      ))}
    </>
  );
}

/** Data is formatted only when it is expanded. */
function RawData({ label, data }: { label: string; data: unknown }) {
  const open = useSignal(false);
  if (data === undefined || data === null) return null;
  return (
    <details class="raw" onToggle={(event) => (open.value = event.currentTarget.open)}>
      <summary>{label}</summary>
      {open.value && (
        <pre class="output" tabIndex={0} aria-label={label}>
          {dataText(data)}
        </pre>
      )}
    </details>
  );
}
