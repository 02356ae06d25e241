/**
 * A form of a settings page, once sent: what came, and what a refusal shows again.
 *
 * @module
 */
import type { SourcesForm } from "../domain/energy_balance/sources_form.ts";
import type { FieldErrors } from "../domain/forms/field_errors.ts";
import type { ErrorCode } from "../contract/errors.ts";
import { errorText } from "../text/errors.ts";
import type { Api } from "./in_process.ts";
import { issuesByField } from "./submit.ts";

/** The forms of a boiler room's settings, as their hidden field `grid` names them. */
export type SettingsFormName = "identity" | "sources" | "settings" | "factors" | "seasons";

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

/** A form that was refused: what was typed, and why. */
export interface RefusedForm {
  form: SettingsFormName;
  key: string;
  values: Record<string, string>;
  /** The sources' form, whose fields are lists; null for the others. */
  sources: SourcesForm | null;
  errors: FieldErrors;
  /** Sentence for what no field holds. */
  failure: string | null;
  isConflict: boolean;
  status: number;
}

/** Saves a form; null once it is done. */
export type Save = (sent: SentForm) => Promise<RefusedForm | null>;

/** A form with wrong fields: nothing was asked. */
export function refusedFields(
  sent: SentForm,
  errors: FieldErrors,
  sources: SourcesForm | null = null,
): RefusedForm {
  const { form, key, values } = sent;
  return { form, key, values, sources, errors, failure: null, isConflict: false, status: 400 };
}

/** What a call's refusal is for the form that asked; null when it was accepted. */
export function refusedCall(
  sent: SentForm,
  result: CallEnd,
  sources: SourcesForm | null = null,
): RefusedForm | null {
  if (result.ok) return null;
  const errors = issuesByField(result.issues, Object.keys(sent.values));
  const isConflict = result.code === "conflict";
  const isSaid = isConflict || Object.keys(errors).length > 0;
  return {
    ...refusedFields(sent, errors, sources),
    failure: isSaid ? null : errorText(result.code),
    isConflict,
    status: result.status,
  };
}

type CallEnd = { readonly ok: true } | {
  readonly ok: false;
  readonly code: ErrorCode;
  readonly status: number;
  readonly issues?: readonly { readonly path: string; readonly message: string }[];
};
