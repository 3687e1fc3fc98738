// The popover of next edits: details of the last response, and the agent's options.

import type { SessionConfigOption } from "../protocol/acp";
import { useWorkbench } from "../workbench";
import { choicesOf, shownOptions } from "./session/options";
import { millisecondsLabel } from "./NesStatus";
import type { NextEdits } from "./next-edits";
import { reasonLabel } from "./display/labels";

/** `left`: the position of the status bar entry, in pixels. */
export function NesPopover({ nes, left }: { nes: NextEdits; left: number }) {
  const { kind, message, reason, engine, latency } = nes.state.value;
  const { family, chance, why: explanation } = nes.details.value;
  const { requested, shown, accepted, rejected } = nes.counts.value;
  const showing = nes.shown.value;
  const options = shownOptions(nes.options.value);
  return (
    <div
      class="nes-popover"
      role="dialog"
      aria-label="Next edits"
      data-testid="nes-popover"
      style={{ left: `${Math.max(8, left)}px` }}
    >
      <label class="nes-switch">
        <input type="checkbox" checked={nes.enabled.value} onChange={() => nes.toggle()} ref={focusFirst} />
        Suggest next edits
      </label>
      {message && <p>{message}</p>}
      {showing && explanation && <p>{explanation}</p>}
      {nes.mustSignIn.value && <SignIn nes={nes} />}
      {kind === "off" && !nes.mustSignIn.value && (
        <button type="button" onClick={() => void nes.start()}>
          Try again
        </button>
      )}
      <dl>
        <Fact name="Engine" value={options.some((one) => one.id === "engine") ? "" : engine} />
        <Fact name="Latency" value={latency === null ? "" : millisecondsLabel(latency)} />
        <Fact name="Reason" value={reason && reasonLabel(reason)} />
        <Fact name="Kind" value={showing ? [showing.kind, family].filter(Boolean).join(", ") : ""} />
        <Fact
          name="Probability"
          value={showing && chance !== undefined ? `${Math.round(chance * 100)} %` : ""}
        />
        <Fact
          name="So far"
          value={`${requested} requested, ${shown} shown, ${accepted} accepted, ${rejected} rejected`}
        />
      </dl>
      {options.map((option) => (
        <Option key={option.id} option={option} set={(value) => void nes.setOption(option.id, value)} />
      ))}
    </div>
  );
}

function focusFirst(field: HTMLElement | null): void {
  field?.focus();
}

function Fact({ name, value }: { name: string; value: string }) {
  if (!value) return null;
  return (
    <>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </>
  );
}

function Option({ option, set }: { option: SessionConfigOption; set(value: string | boolean): void }) {
  const hint = option.description ?? "";
  if (option.type === "boolean") {
    return (
      <label class="nes-option" title={hint}>
        <span>{option.name}</span>
        <input type="checkbox" checked={option.currentValue} onChange={() => set(!option.currentValue)} />
      </label>
    );
  }
  return (
    <label class="nes-option" title={hint}>
      <span>{option.name}</span>
      <select value={option.currentValue} onChange={(event) => set(event.currentTarget.value)}>
        {choicesOf(option).map(({ value, name, description }) => (
          <option key={value} value={value} title={description ?? ""}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}

function SignIn({ nes }: { nes: NextEdits }) {
  const { agent } = useWorkbench();
  const methods = agent.info.value?.authMethods ?? [];
  return (
    <div class="nes-sign-in">
      {methods.map(({ id, name }) => (
        <button key={id} type="button" onClick={() => void nes.signIn(id)}>
          {name}
        </button>
      ))}
    </div>
  );
}
