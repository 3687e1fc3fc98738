// The state of the shown session as reported by the agent: title, modes, options, commands, usage. Also
// stores which session a reloaded tab opens again.

import { batch, computed, signal, type ReadonlySignal } from "@preact/signals";
import type {
  AvailableCommand,
  SessionConfigOption,
  SessionModeState,
  SessionUpdate,
  UsageUpdate,
} from "../../protocol/acp";

export class SessionState {
  readonly id = signal<string | null>(null);
  readonly title = signal("");
  readonly modes = signal<SessionModeState | null>(null);
  readonly options = signal<readonly SessionConfigOption[]>([]);
  readonly commands = signal<readonly AvailableCommand[]>([]);
  readonly usage = signal<UsageUpdate | null>(null);
  /** The value of the option that names the model; null if the agent has no such option. */
  readonly model: ReadonlySignal<string | null> = computed(() => {
    const option = this.options.value.find((one) => one.category === "model");
    return option?.type === "select" ? option.currentValue : null;
  });

  /** Show another session. */
  begin(id: string, title = ""): void {
    batch(() => {
      this.id.value = id;
      this.title.value = title;
      this.modes.value = null;
      this.options.value = [];
      this.commands.value = [];
      this.usage.value = null;
    });
  }

  /** Apply the response to opening it; omitted fields stay. */
  opened(answer: { modes?: SessionModeState | null; configOptions?: SessionConfigOption[] | null }): void {
    if (answer.modes) this.modes.value = answer.modes;
    if (answer.configOptions) this.options.value = validOptions(answer.configOptions);
  }

  applyUpdate(update: SessionUpdate): void {
    switch (update.sessionUpdate) {
      case "available_commands_update":
        this.commands.value = (update.availableCommands ?? []).filter((one) => typeof one?.name === "string");
        break;
      case "current_mode_update":
        if (this.modes.value) this.modes.value = { ...this.modes.value, currentModeId: update.currentModeId };
        break;
      case "config_option_update":
        this.options.value = validOptions(update.configOptions);
        break;
      case "session_info_update":
        if (update.title) this.title.value = update.title;
        break;
      case "usage_update":
        this.usage.value = update;
        break;
      default:
        break;
    }
  }

  /** For an agent whose response omits the new options. */
  setOption(option: string, value: string | boolean): void {
    this.options.value = this.options.value.map((one) =>
      one.id === option ? ({ ...one, currentValue: value } as SessionConfigOption) : one,
    );
  }
}

function validOptions(options: readonly SessionConfigOption[] | null | undefined): SessionConfigOption[] {
  return (options ?? []).filter((one) => typeof one?.id === "string");
}

export interface StoredSession {
  readonly id: string;
  readonly title: string;
  /** Whether a turn is running, which closing the page interrupts. */
  readonly busy: boolean;
}

export interface SessionMemory {
  get(): StoredSession | null;
  set(session: StoredSession): void;
}

/** The stored session of this tab, for these roots. */
export function tabSessionMemory(roots: readonly { path: string }[], agent: string): SessionMemory {
  const key = `understudy.session ${JSON.stringify([agent, ...roots.map((root) => root.path)])}`;
  return {
    get() {
      try {
        const stored = JSON.parse(sessionStorage.getItem(key) ?? "null") as Partial<StoredSession> | null;
        if (typeof stored?.id !== "string") return null;
        return { id: stored.id, title: String(stored.title ?? ""), busy: stored.busy === true };
      } catch {
        return null;
      }
    },
    set(session) {
      try {
        sessionStorage.setItem(key, JSON.stringify(session));
      } catch {
        // Without storage a reload starts a new session.
      }
    },
  };
}
