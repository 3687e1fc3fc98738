// Form fields from an elicitation's schema, and the validation of their values. `pattern` is not checked: the
// agent validates it, and a hostile pattern could block the page.

import type { ElicitationContentValue, ElicitationSchema, EnumOption } from "../../protocol/acp";
import { MAX_FORM_FIELDS } from "../limits";

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
  /** `unknown` is a type that this page does not know: it is named and left out. */
  readonly kind: "text" | "choice" | "number" | "integer" | "boolean" | "several" | "unknown";
  readonly choices: readonly Choice[];
  readonly format: string;
  /** Minimum and maximum: of the length, the number, or the count of choices. */
  readonly min: number | null;
  readonly max: number | null;
  readonly defaultValue: Value;
}

/** The value in the form's controls; a number is text until it is sent. */
export type Value = string | boolean | readonly string[];
export type Values = Readonly<Record<string, Value>>;

interface PropertySchema {
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
    .slice(0, MAX_FORM_FIELDS)
    .map(([name, property]) => toField(name, (property ?? {}) as PropertySchema, required.has(name)));
}

function toField(name: string, schema: PropertySchema, required: boolean): Field {
  const choices = schema.items
    ? choicesFrom(schema.items.enum, schema.items.anyOf)
    : choicesFrom(schema.enum, schema.oneOf);
  const kind = kindOf(schema, choices);
  return {
    name,
    label: schema.title || name,
    description: schema.description ?? "",
    required,
    kind,
    choices,
    format: schema.format ?? "",
    min: schema.minLength ?? schema.minimum ?? schema.minItems ?? null,
    max: schema.maxLength ?? schema.maximum ?? schema.maxItems ?? null,
    defaultValue: defaultOf(kind, schema.default),
  };
}

function kindOf(schema: PropertySchema, choices: readonly Choice[]): Field["kind"] {
  switch (schema.type) {
    case "string":
      return choices.length > 0 ? "choice" : "text";
    case "number":
    case "integer":
    case "boolean":
      return schema.type;
    case "array":
      return choices.length > 0 ? "several" : "unknown";
    default:
      return "unknown";
  }
}

function choicesFrom(names?: string[] | null, titled?: EnumOption[] | null): Choice[] {
  const plain = (names ?? []).map((value) => ({ value, label: value, description: "" }));
  const named = (titled ?? []).map((one) => ({
    value: one.const,
    label: one.title || one.const,
    description: one.description ?? "",
  }));
  return [...plain, ...named].slice(0, 1000);
}

function defaultOf(kind: Field["kind"], value: unknown): Value {
  if (kind === "boolean") return value === true;
  if (kind === "several") return Array.isArray(value) ? value.filter((one) => typeof one === "string") : [];
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
}

/** What is wrong with a value, as a sentence; empty if it is valid. */
export function validationError(field: Field, value: Value): string {
  switch (field.kind) {
    case "text":
    case "choice":
      return textError(field, String(value));
    case "number":
    case "integer":
      return numberError(field, String(value).trim());
    case "several": {
      const number = Array.isArray(value) ? value.length : 0;
      if (number === 0 && !field.required) return "";
      const min = Math.max(field.min ?? 0, field.required ? 1 : 0);
      if (number < min) return `Choose ${min} at least.`;
      if (field.max !== null && number > field.max) return `Choose ${field.max} at most.`;
      return "";
    }
    case "unknown":
      return field.required ? "This page cannot show this kind of field." : "";
    default:
      return "";
  }
}

function textError(field: Field, text: string): string {
  if (text === "") return field.required ? "This is required." : "";
  const length = [...text].length;
  if (field.min !== null && length < field.min) return `Write ${field.min} characters at least.`;
  if (field.max !== null && length > field.max) return `Write ${field.max} characters at most.`;
  return "";
}

function numberError(field: Field, text: string): string {
  if (text === "") return field.required ? "This is required." : "";
  const number = Number(text);
  if (!Number.isFinite(number)) return "This must be a number.";
  if (field.kind === "integer" && !Number.isSafeInteger(number)) return "This must be a whole number.";
  if (field.min !== null && number < field.min) return `This must be ${field.min} at least.`;
  if (field.max !== null && number > field.max) return `This must be ${field.max} at most.`;
  return "";
}

/** The content to send; empty fields are left out. */
export function contentOf(fields: readonly Field[], values: Values): Record<string, ElicitationContentValue> {
  const content: Record<string, ElicitationContentValue> = {};
  for (const field of fields) {
    const value = values[field.name] ?? field.defaultValue;
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
