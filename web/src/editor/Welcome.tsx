// The first screen, shown while no tab is open: what this is, a sample to try it on, and the recent files.

import { relativeTime } from "../chat/labels";
import { commands, keyLabel } from "../shell/commands";
import { notify } from "../shell/notices";
import { ProgressLine } from "../shell/ProgressLine";
import { errorText } from "../tools/tools";
import { Icon } from "../ui/Icon";
import { escapeControls } from "../ui/escape-controls";
import { useWorkbench } from "../workbench";
import { baseName, folderOf, relativeName, rootOf } from "../workspace/paths";

const SHOWN_KEYS = ["shell.search", "shell.palette", "shell.nextPart"];

export function Welcome() {
  const { config } = useWorkbench();
  const listed = SHOWN_KEYS.flatMap((id) => commands.value.find((command) => command.id === id) ?? []);
  return (
    <div class="welcome" data-testid="welcome">
      <div class="welcome-text">
        <h1>Make the first edit. Tab makes the rest.</h1>
        <p>
          Understudy watches how you edit and suggests the next change, here and in other files. Tab accepts
          it, Esc rejects it.
          {config.agent.own && " Next edits need no account, no key and no model."}
        </p>
        <div class="welcome-actions">
          <SampleButton />
          <CommandButton id="files.go" label="Open a file" icon="file" />
          <ChatButton />
        </div>
        <ProgressLine />
        <RecentFileList />
        <dl class="welcome-keys">
          {listed.map((command) => (
            <div key={command.id}>
              <dt>{command.title}</dt>
              <dd>{command.keys && <kbd>{keyLabel(command.keys)}</kbd>}</dd>
            </div>
          ))}
        </dl>
        {config.roots.length > 1 && (
          <p class="welcome-roots">
            Open folders:{" "}
            {config.roots.map((root, index) => (
              <span key={root.path}>
                {index > 0 && ", "}
                <span title={root.path}>{root.name}</span>
              </span>
            ))}
          </p>
        )}
      </div>
    </div>
  );
}

/** The tour: in this folder if it is the sample's or empty, otherwise in another tab. */
function SampleButton() {
  const { tour, sample } = useWorkbench();
  const { phase, ended } = tour.progress.value;
  const isHalf = phase === "closed" && ended === 0;
  const detail =
    phase === "away"
      ? "In another tab and a temporary folder: nothing here is changed."
      : isHalf
        ? "The tour is not finished."
        : "A rename, a repeated edit and a jump, on a small sample that is written into this folder.";
  return (
    <button
      type="button"
      class="primary"
      data-first
      data-testid="try-sample"
      disabled={sample.isPreparing.value}
      onClick={() => void tour.tryIt()}
    >
      <Icon name="play" size={18} />
      <span>
        <strong>{isHalf ? "Continue the tour" : "Try it on a sample project (30 s)"}</strong>
        <span>{detail}</span>
      </span>
    </button>
  );
}

function CommandButton({ id, label, icon }: { id: string; label: string; icon: "file" }) {
  const command = commands.value.find((one) => one.id === id);
  return (
    <button type="button" onClick={() => command?.run()}>
      <Icon name={icon} size={18} />
      <strong>{label}</strong>
      {command?.keys && <kbd>{keyLabel(command.keys)}</kbd>}
    </button>
  );
}

function ChatButton() {
  const { chat, modelSetup } = useWorkbench();
  const command = commands.value.find((one) => one.id === "shell.chat");
  const lacksModel = chat.lacksModel.value;
  return (
    <button type="button" onClick={() => (lacksModel ? void modelSetup.choose() : command?.run())}>
      <Icon name="send" size={18} />
      <strong>{lacksModel ? "Choose a model for the chat" : "Ask in the chat"}</strong>
      {!lacksModel && command?.keys && <kbd>{keyLabel(command.keys)}</kbd>}
    </button>
  );
}

function RecentFileList() {
  const { recentFiles, documents, config } = useWorkbench();
  const files = recentFiles.files.value;
  if (files.length === 0) return null;

  async function open(path: string): Promise<void> {
    try {
      await documents.open(path);
    } catch (error) {
      recentFiles.remove(path);
      notify(`${baseName(path)} could not be opened: ${errorText(error)}`, "warning");
    }
  }

  return (
    <section class="welcome-recent" aria-label="Recent files" data-testid="recent-files">
      <h2>Recent files</h2>
      <ul>
        {files.map(({ path, at }) => {
          const root = rootOf(path, config.roots);
          const name = relativeName(path, root);
          const folder = name.includes("/") ? folderOf(name) : "";
          const place = config.roots.length > 1 ? [root?.name, folder].filter(Boolean).join("/") : folder;
          return (
            <li key={path}>
              <button type="button" class="plain" title={path} onClick={() => void open(path)}>
                <span class="recent-name">{escapeControls(baseName(path))}</span>
                <span class="recent-place">{escapeControls(place)}</span>
                <span class="recent-time">{relativeTime(new Date(at).toISOString())}</span>
              </button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
