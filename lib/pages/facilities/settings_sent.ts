/**
 * A submitted form of a settings page: its values, and what is shown again after a refusal.
 *
 * @module
 */
import type { SourcesForm } from "@/lib/domain/energy_balance/settings/sources_form.ts";
import type { FieldErrors } from "@/lib/domain/forms/field_errors.ts";
import type { ANNOTATION_SECTION } from "@/lib/pages/series/annotations.ts";
import {
  refusedBy,
  type RefusedValues,
  type Refusing,
  wrongFields,
} from "@/lib/web/forms/refused_values.ts";
import type { Api } from "@/lib/web/in_process.ts";

/** The forms of a boiler room's settings, as their hidden field `grid` names them. */
export type SettingsFormName =
  | "identity"
  | "sources"
  | "settings"
  | "factors"
  | "seasons"
  | typeof ANNOTATION_SECTION;

/** A form that was sent. */
export interface SentForm {
  form: SettingsFormName;
  /** Row of a grid, "" for its new one. */
  key: string;
  /** True for a row to delete. */
  isRemoval: boolean;
  /** What the edit was based on. */
  version: string;
  values: Record<string, string>;
  solarTypes: readonly string[];
  api: Api;
  at: { projectId: string; boilerRoomId: string };
}

/** A form that was refused, and which of the page's it was. */
export interface RefusedForm extends RefusedValues {
  form: SettingsFormName;
  key: string;
  /** The sources' form, whose fields are lists; null for the others. */
  sources: SourcesForm | null;
}

/** Saves a form; null once it is done. */
export type Save = (sent: SentForm) => Promise<RefusedForm | null>;

/** A form with wrong fields: nothing was asked. */
export function refusedFields(
  { form, key, values }: SentForm,
  errors: FieldErrors,
  sources: SourcesForm | null = null,
): RefusedForm {
  return { form, key, sources, ...wrongFields(values, errors) };
}

/** What a call's refusal is for the form that asked; null when it was accepted. */
export function refusedCall(
  { form, key, values }: SentForm,
  result: { readonly ok: true } | Refusing,
  sources: SourcesForm | null = null,
): RefusedForm | null {
  if (result.ok) return null;
  return { form, key, sources, ...refusedBy(values, result, { "code-taken": "code" }) };
}
