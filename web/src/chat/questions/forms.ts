// A form that an agent asks to fill in: its fields as they are shown, and whether what was filled in fits.
// Not checked: `pattern`, which is the agent's to judge and could keep the page busy for ever.

import type { ElicitationContentValue, ElicitationSchema, EnumOption } from "../../protocol/acp";

export interface Choice {
  readonly value: string;
  readonly label: string;
  readonly description: string;
}

export interface Field {
  readonly name: string;
  readonly label: string;
  readonly description: string;
  readonly required: boolean;
  /** `unknown` is a type of tomorrow: it is named and left out. */
  readonly kind: "text" | "choice" | "number" | "integer" | "boolean" | "several" | "unknown";
  readonly choices: readonly Choice[];
  readonly format: string;
  /** Of length, of the number, or of choices. */
  readonly least: number | null;
  readonly most: number | null;
  readonly usual: Value;
}

/** As the controls hold it; a number is text until it is sent. */
export type Value = string | boolean | readonly string[];
export type Values = Readonly<Record<string, Value>>;

const MOST_FIELDS = 100;

interface Loose {
  type?: string;
  title?: string | null;
  description?: string | null;
  enum?: string[] | null;
  oneOf?: EnumOption[] | null;
  format?: string | null;
  minLength?: number | null;
  maxLength?: number | null;
  minimum?: number | null;
  maximum?: number | null;
  minItems?: number | null;
  maxItems?: number | null;
  items?: { enum?: string[] | null; anyOf?: EnumOption[] | null } | null;
  default?: unknown;
}

export function fieldsOf(schema: ElicitationSchema): Field[] {
  const required = new Set(schema.required ?? []);
  return Object.entries(schema.properties ?? {})
    .slice(0, MOST_FIELDS)
    .map(([name, property]) => field(name, (property ?? {}) as Loose, required.has(name)));
}

function field(name: string, told: Loose, required: boolean): Field {
  const choices = told.items
    ? chosenFrom(told.items.enum, told.items.anyOf)
    : chosenFrom(told.enum, told.oneOf);
  const kind = kindOf(told, choices);
  return {
    name,
    label: told.title || name,
    description: told.description ?? "",
    required,
    kind,
    choices,
    format: told.format ?? "",
    least: told.minLength ?? told.minimum ?? told.minItems ?? null,
    most: told.maxLength ?? told.maximum ?? told.maxItems ?? null,
    usual: usual(kind, told.default),
  };
}

function kindOf(told: Loose, choices: readonly Choice[]): Field["kind"] {
  switch (told.type) {
    case "string":
      return choices.length > 0 ? "choice" : "text";
    case "number":
    case "integer":
    case "boolean":
      return told.type;
    case "array":
      return choices.length > 0 ? "several" : "unknown";
    default:
      return "unknown";
  }
}

function chosenFrom(names?: string[] | null, titled?: EnumOption[] | null): Choice[] {
  const plain = (names ?? []).map((value) => ({ value, label: value, description: "" }));
  const named = (titled ?? []).map((one) => ({
    value: one.const,
    label: one.title || one.const,
    description: one.description ?? "",
  }));
  return [...plain, ...named].slice(0, 1000);
}

function usual(kind: Field["kind"], value: unknown): Value {
  if (kind === "boolean") return value === true;
  if (kind === "several") return Array.isArray(value) ? value.filter((one) => typeof one === "string") : [];
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
}

/** What is wrong with a value, as a sentence; empty if nothing is. */
export function wrongWith(field: Field, value: Value): string {
  switch (field.kind) {
    case "text":
    case "choice":
      return wrongText(field, String(value));
    case "number":
    case "integer":
      return wrongNumber(field, String(value).trim());
    case "several": {
      const number = Array.isArray(value) ? value.length : 0;
      if (number === 0 && !field.required) return "";
      const least = Math.max(field.least ?? 0, field.required ? 1 : 0);
      if (number < least) return `Choose ${least} at least.`;
      if (field.most !== null && number > field.most) return `Choose ${field.most} at most.`;
      return "";
    }
    case "unknown":
      return field.required ? "This page cannot show this kind of field." : "";
    default:
      return "";
  }
}

function wrongText(field: Field, text: string): string {
  if (text === "") return field.required ? "This is required." : "";
  const length = [...text].length;
  if (field.least !== null && length < field.least) return `Write ${field.least} characters at least.`;
  if (field.most !== null && length > field.most) return `Write ${field.most} characters at most.`;
  return "";
}

function wrongNumber(field: Field, text: string): string {
  if (text === "") return field.required ? "This is required." : "";
  const number = Number(text);
  if (!Number.isFinite(number)) return "This must be a number.";
  if (field.kind === "integer" && !Number.isSafeInteger(number)) return "This must be a whole number.";
  if (field.least !== null && number < field.least) return `This must be ${field.least} at least.`;
  if (field.most !== null && number > field.most) return `This must be ${field.most} at most.`;
  return "";
}

/** What is sent: fields that were left empty are left out. */
export function contentOf(fields: readonly Field[], values: Values): Record<string, ElicitationContentValue> {
  const content: Record<string, ElicitationContentValue> = {};
  for (const field of fields) {
    const value = values[field.name] ?? field.usual;
    if (field.kind === "unknown") continue;
    if (field.kind === "boolean") content[field.name] = value === true;
    else if (Array.isArray(value)) {
      if (value.length > 0 || field.required) content[field.name] = [...value];
    } else if (value !== "") {
      const isNumber = field.kind === "number" || field.kind === "integer";
      content[field.name] = isNumber ? Number(value) : String(value);
    }
  }
  return content;
}
