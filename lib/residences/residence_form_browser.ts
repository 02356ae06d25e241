/** Reads the residence form in the browser, and looks addresses up while it is filled. @module */

import { overHttp } from "@/lib/api/client.ts";
import type { CallPath } from "@/lib/api/routing.ts";
import type { FieldErrors } from "@/lib/base/validators.ts";
import { pickedValues } from "@/lib/ui/field_rules.ts";
import { codeOfStatus, RequestError } from "@/lib/ui/requests.ts";
import type { PROJECTS_CALLS } from "./calls.ts";
import {
  addressQuery,
  afterFailure,
  afterReverse,
  afterSearch,
  type LookupEnd,
  readResidence,
  refusedLookup,
  RESIDENCE_RULES,
  type ResidenceEditing,
  type ResidenceField,
  type ResidenceValues,
  type StoredResidence,
  TAGS_FIELD,
  withTouchedField,
} from "./residence_form.ts";
import type { SavingFailure } from "./text.ts";

export function readForm(form: HTMLFormElement): StoredResidence {
  const fields = new FormData(form);
  const texts = [...fields].map(([name, value]) => [name, String(value)]);
  const tags = fields.getAll(TAGS_FIELD).map(String).filter((id) => id !== "");
  return { values: pickedValues(RESIDENCE_RULES, Object.fromEntries(texts)), tags };
}

/** The form after a control lost focus: if it is a field of the residence, it is now touched. */
export function leftControl(
  editing: ResidenceEditing,
  control: EventTarget | null,
): ResidenceEditing {
  const name = control instanceof HTMLInputElement ? control.name : "";
  const rule = RESIDENCE_RULES.find((one) => one.name === name);
  return rule === undefined ? editing : withTouchedField(editing, rule.name);
}

/** Errors of refused fields that have not changed since. */
export function stillRefused(
  refused: FieldErrors<ResidenceField> | null,
  sent: ResidenceValues,
  values: ResidenceValues,
): FieldErrors<ResidenceField> {
  const errors: FieldErrors<ResidenceField> = {};
  for (const { name } of RESIDENCE_RULES) {
    const error = refused?.[name];
    if (error !== undefined && values[name] === sent[name]) errors[name] = error;
  }
  return errors;
}

/** Focuses the first field with an error. */
export function focusFirstWrong(form: HTMLFormElement | null): void {
  form?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
}

/** A change of the form, applied to its current state when the response arrives. */
export type Change = (now: ResidenceEditing) => ResidenceEditing;

type ResidenceCalls = Pick<
  typeof PROJECTS_CALLS,
  "searchAddress" | "reverseAddress" | "putProjectSettings"
>;

export type ResidencePaths = Readonly<Record<keyof ResidenceCalls, CallPath>>;

export function residenceCalls(paths: ResidencePaths) {
  const ask = overHttp<ResidenceCalls>(paths);
  return {
    /** Looks up the typed address. */
    async searched({ values }: ResidenceEditing): Promise<Change> {
      const q = addressQuery(values);
      if (q === null) return (now) => afterFailure(now, "nothing-typed");
      const result = await ask("searchAddress", { q }).catch(answeredError);
      if (result?.ok) return (now) => afterSearch(now, result.answer);
      return (now) => afterFailure(now, failureOf(result));
    },

    /** Looks up the address of a place, degrees. */
    async reversed(
      { latitude, longitude }: { latitude: number; longitude: number },
    ): Promise<Change> {
      const place = { lon: String(longitude), lat: String(latitude) };
      const result = await ask("reverseAddress", place).catch(answeredError);
      if (result?.ok) return (now) => afterReverse(now, result.answer);
      return (now) => afterFailure(now, failureOf(result));
    },

    /** Saves the form; `lost` without a response: it is unknown whether it was saved. */
    async saved(
      { projectId, version }: { projectId: string; version: string },
      { values, tags }: ResidenceEditing,
    ): Promise<"saved" | "refused" | SavingFailure> {
      const body = { ...readResidence(values, tags), version };
      const result = await ask("putProjectSettings", { projectId, body }).catch(answeredError);
      if (result === null) return "lost";
      if (result.ok) return "saved";
      return result.code === "not-signed-in" ? "signed-out" : "refused";
    },
  };
}

/** The refusal of an answer that is none of the program's; null without an answer. */
function answeredError(error: unknown): { ok: false; code: string } | null {
  return error instanceof RequestError && error.status > 0
    ? { ok: false, code: codeOfStatus(error.status) }
    : null;
}

function failureOf(result: { readonly code: string } | null): LookupEnd {
  return result === null ? "lost" : refusedLookup(result.code);
}
