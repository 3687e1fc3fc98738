// One field of a form.

import type { Field, Value } from "./forms";

interface Props {
  field: Field;
  value: Value;
  error: string;
  change(value: Value): void;
}

const MODES: Record<string, "email" | "url"> = { email: "email", uri: "url" };

export function FieldView({ field, value, error, change }: Props) {
  const id = `field-${field.name}`;
  const hintId = `${id}-hint`;
  const described = error || field.description ? hintId : undefined;
  return (
    <div class={error ? "field wrong" : "field"}>
      {field.kind === "boolean" || field.kind === "several" ? null : (
        <label for={id}>
          {field.label}
          {field.required && <span class="required"> (required)</span>}
        </label>
      )}
      <Control field={field} value={value} error={error} change={change} id={id} described={described} />
      {described && (
        <p id={hintId} class={error ? "field-wrong" : "quiet"} role={error ? "alert" : undefined}>
          {error || field.description}
        </p>
      )}
    </div>
  );
}

function Control({ field, value, error, change, id, described }: Props & { id: string; described?: string }) {
  const common = { id, name: field.name, "aria-invalid": error !== "", "aria-describedby": described };
  switch (field.kind) {
    case "choice":
      return (
        <select {...common} value={String(value)} onChange={(event) => change(event.currentTarget.value)}>
          <option value="">{field.required ? "Choose…" : "None"}</option>
          {field.choices.map((one) => (
            <option key={one.value} value={one.value} title={one.description}>
              {one.label}
            </option>
          ))}
        </select>
      );
    case "boolean":
      return (
        <label class="check">
          <input
            {...common}
            type="checkbox"
            checked={value === true}
            onChange={(event) => change(event.currentTarget.checked)}
          />
          {field.label}
        </label>
      );
    case "several":
      return <Several field={field} value={Array.isArray(value) ? value : []} change={change} />;
    case "number":
    case "integer":
      return (
        <input
          {...common}
          type="text"
          inputMode={field.kind === "integer" ? "numeric" : "decimal"}
          value={String(value)}
          onInput={(event) => change(event.currentTarget.value)}
        />
      );
    case "unknown":
      return <p class="quiet">This page cannot show this kind of field.</p>;
    default:
      return (
        <input
          {...common}
          type="text"
          placeholder={field.format === "date" ? "2026-01-31" : ""}
          inputMode={MODES[field.format] ?? "text"}
          value={String(value)}
          onInput={(event) => change(event.currentTarget.value)}
        />
      );
  }
}

function Several({
  field,
  value,
  change,
}: {
  field: Field;
  value: readonly string[];
  change(value: Value): void;
}) {
  return (
    <fieldset>
      <legend>
        {field.label}
        {field.required && <span class="required"> (required)</span>}
      </legend>
      {field.choices.map((one) => (
        <label key={one.value} class="check" title={one.description}>
          <input
            type="checkbox"
            name={field.name}
            checked={value.includes(one.value)}
            onChange={(event) =>
              change(
                event.currentTarget.checked
                  ? [...value, one.value]
                  : value.filter((other) => other !== one.value),
              )
            }
          />
          {one.label}
        </label>
      ))}
    </fieldset>
  );
}
