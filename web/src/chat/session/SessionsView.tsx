// The list of this folder's sessions: search, open, fork, delete.

import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import type { SessionInfo } from "../../protocol/acp";
import { Icon } from "../../ui/Icon";
import { useWorkbench } from "../../workbench";
import { relativeTime, countLabel, errorText } from "../labels";
import { MAX_SHOWN_SESSIONS } from "../limits";

export function SessionsView({ close }: { close(): void }) {
  const { chat } = useWorkbench();
  const found = useSignal<readonly SessionInfo[]>([]);
  const state = useSignal<"loading" | "done" | string>("loading");
  const typed = useSignal("");
  const control = useRef(new AbortController());

  async function list(): Promise<void> {
    state.value = "loading";
    try {
      await chat.sessions.list((sessions) => (found.value = sessions), control.current.signal);
      state.value = "done";
    } catch (error) {
      state.value = errorText(error);
    }
  }

  useEffect(() => {
    control.current = new AbortController();
    void list();
    return () => control.current.abort();
  }, []);

  const words = typed.value.toLowerCase().split(/\s+/).filter(Boolean);
  const matching = [...found.value]
    .sort((one, other) => (other.updatedAt ?? "").localeCompare(one.updatedAt ?? ""))
    .filter((one) => words.every((word) => titleOf(one).toLowerCase().includes(word)));
  const problem = state.value !== "loading" && state.value !== "done" ? state.value : "";

  return (
    <section
      class="sessions"
      aria-label="Sessions"
      data-testid="sessions"
      onKeyDown={(event) => event.key === "Escape" && close()}
    >
      <input
        type="search"
        aria-label="Find a session"
        placeholder="Find a session"
        value={typed.value}
        data-first
        ref={(field) => {
          if (field && !document.activeElement?.closest(".sessions")) field.focus();
        }}
        onInput={(event) => (typed.value = event.currentTarget.value)}
      />
      {problem && (
        <p class="field-wrong" role="alert">
          {problem} <button onClick={() => void list()}>Try again</button>
        </p>
      )}
      {state.value === "loading" && <p class="quiet">Loading…</p>}
      {state.value === "done" && matching.length === 0 && (
        <p class="quiet">{found.value.length === 0 ? "There are no sessions yet." : "Nothing found."}</p>
      )}
      <ul>
        {matching.slice(0, MAX_SHOWN_SESSIONS).map((info) => (
          <SessionRow
            key={info.sessionId}
            info={info}
            close={close}
            onDeleted={() => (found.value = found.value.filter((one) => one.sessionId !== info.sessionId))}
          />
        ))}
      </ul>
      {matching.length > MAX_SHOWN_SESSIONS && (
        <p class="quiet">{countLabel(matching.length - MAX_SHOWN_SESSIONS, "more session")}: search for it.</p>
      )}
    </section>
  );
}

function SessionRow({ info, close, onDeleted }: { info: SessionInfo; close(): void; onDeleted(): void }) {
  const { chat, config } = useWorkbench();
  const can = chat.sessions.can;
  const isShown = info.sessionId === chat.session.id.value;
  const more = info.additionalDirectories ?? [];
  const others = [info.cwd, ...more].map(
    (path) => config.roots.find((root) => root.path === path)?.name ?? path,
  );
  const title = titleOf(info);
  return (
    <li class={isShown ? "shown" : ""} data-testid="session-row">
      <button
        type="button"
        class="session-open"
        disabled={!can.load && !can.resume && !isShown}
        aria-current={isShown}
        title={can.load || can.resume ? title : "This agent cannot open a session again."}
        onClick={() => {
          close();
          void chat.load(info);
        }}
      >
        <span class="session-title">{title}</span>
        <span class="quiet">
          {[isShown ? "shown" : "", relativeTime(info.updatedAt), more.length > 0 ? others.join(", ") : ""]
            .filter(Boolean)
            .join(" · ")}
        </span>
      </button>
      {can.fork && (
        <button
          type="button"
          class="plain"
          aria-label={`Fork ${title}`}
          title="Fork"
          onClick={() => {
            close();
            void chat.fork(info);
          }}
        >
          <Icon name="fork" size={14} />
        </button>
      )}
      {can.delete && (
        <button
          type="button"
          class="plain"
          aria-label={`Delete ${title}`}
          title="Delete"
          onClick={() => void chat.remove(info).then((done) => done && onDeleted())}
        >
          <Icon name="trash" size={14} />
        </button>
      )}
    </li>
  );
}

function titleOf(info: SessionInfo): string {
  return info.title || "Untitled session";
}
