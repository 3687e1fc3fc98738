// The permission card below a tool call: a button and a digit key for each option.

import { useEffect, useRef } from "preact/hooks";
import type { PermissionOption } from "../../protocol/acp";
import { useTypingPause } from "../../ui/typing-pause";
import { escapeControls, escapeControlsMultiline } from "../../ui/escape-controls";
import { useWorkbench } from "../../workbench";
import type { Call, Permission } from "../transcript/entries";
import { focusComposer, canTakeFocus } from "../focus";
import { MAX_HEAD_TITLE_CHARS } from "../limits";

export function PermissionCard({ call, permission }: { call: Call; permission: Permission }) {
  const { chat } = useWorkbench();
  const card = useRef<HTMLDivElement>(null);
  const isFirst = chat.questions.open.value[0]?.entry === call;

  // Buttons move when a question above is answered, possibly under a second click.
  const isAnswerable = useTypingPause(`${isFirst} ${chat.questions.closedCount.value}`);

  // The next question gets the focus when the previous one is answered.
  useEffect(() => {
    if (!isFirst) return;
    card.current?.scrollIntoView({ block: "nearest" });
    if (canTakeFocus()) card.current?.focus({ preventScroll: true });
  }, [isFirst]);

  function choose(option: PermissionOption): void {
    const hadFocus = card.current?.contains(document.activeElement) ?? false;
    permission.answer(option);
    if (hadFocus && chat.questions.open.peek().length === 0) focusComposer();
  }

  function handleKey(event: KeyboardEvent): void {
    const option = /^[1-9]$/.test(event.key) ? permission.options[Number(event.key) - 1] : undefined;
    if (!isAnswerable || event.repeat) return;
    if (!option || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    choose(option);
  }

  return (
    <div
      ref={card}
      class="ask-card"
      role="group"
      tabIndex={-1}
      aria-label={`The agent asks for permission: ${call.title}`}
      data-testid="permission"
      data-question
      onKeyDown={handleKey}
    >
      <p>{question(call)}</p>
      {/* The head of the call shows one line only, and the request may be longer. */}
      {call.title.length > MAX_HEAD_TITLE_CHARS && (
        <pre class="ask-what" tabIndex={0} aria-label="Requested action" data-testid="permission-what">
          {escapeControlsMultiline(call.title)}
        </pre>
      )}
      <div class="ask-choices">
        {permission.options.map((option, index) => (
          <button
            key={option.optionId}
            type="button"
            class={buttonClass(option, index)}
            aria-keyshortcuts={index < 9 ? String(index + 1) : undefined}
            data-kind={option.kind}
            disabled={!isAnswerable}
            onClick={() => choose(option)}
          >
            {escapeControls(option.name)} {index < 9 && <kbd aria-hidden="true">{index + 1}</kbd>}
          </button>
        ))}
      </div>
    </div>
  );
}

function question(call: Call): string {
  switch (call.kind) {
    case "execute":
      return "May the agent run this?";
    case "edit":
      return "May the agent make this change?";
    case "delete":
      return "May the agent delete this?";
    case "fetch":
      return "May the agent fetch this?";
    default:
      return "May the agent do this?";
  }
}

function buttonClass(option: PermissionOption, index: number): string {
  // Kinds are hints: an option of an unknown kind, or of none, gets a normal button.
  if (option.kind?.startsWith("reject")) return "reject";
  return index === 0 ? "primary" : "";
}
