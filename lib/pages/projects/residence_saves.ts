import type { Context } from "fresh";
import { callPaths } from "@/lib/contract/call_paths.ts";
import type { Result } from "@/lib/contract/catalogue.ts";
import { type FieldErrors, hasErrors } from "@/lib/domain/forms/field_errors.ts";
import { fieldNames, pickedValues } from "@/lib/domain/forms/typed_fields.ts";
import { MOST_TAG_GROUPS } from "@/lib/domain/organisations/tags.ts";
import { addressQuery, type LookupEnd } from "@/lib/domain/projects/address.ts";
import {
  afterSearch,
  openedResidence,
  type StoredResidence,
} from "@/lib/domain/projects/residence_editing.ts";
import {
  readResidence,
  RESIDENCE_RULES,
  residenceErrors,
  type ResidenceField,
} from "@/lib/domain/projects/residence_form.ts";
import type { ProjectSettings } from "@/lib/domain/projects/types.ts";
import { refusedBy, type RefusedValues, wrongFields } from "@/lib/web/forms/refused_values.ts";
import { readSubmission } from "@/lib/web/forms/submit.ts";
import type { Api } from "@/lib/web/in_process.ts";
import type { State } from "@/lib/web/state.ts";

export const RESIDENCE_PATHS = callPaths("searchAddress", "reverseAddress", "putProjectSettings");

/** A residence's form that stays on the page: refused, or with the address that was looked up. */
export interface ResidenceEnd {
  typed: StoredResidence;
  /** null when only an address was looked up. */
  errors: FieldErrors<ResidenceField> | null;
  lookup: LookupEnd | null;
  /** Sentence for what no field holds. */
  failure: string | null;
  isConflict: boolean;
  status: number;
}

export type SaveResidence<Answer> = (
  settings: ProjectSettings,
  version: string,
) => Promise<{ readonly ok: true; readonly answer: Answer } | Refused>;

type Refused = Extract<Result<"putProjectSettings">, { ok: false }>;

export type ResidenceSaved<Answer> =
  | { kind: "saved"; answer: Answer }
  | { kind: "shown"; end: ResidenceEnd };

const FIELDS = fieldNames(RESIDENCE_RULES);

/** More values than an organisation has groups: two are of one group, whichever they are. */
const TOO_MANY_TAGS = { ok: false, code: "one-tag-per-group", status: 400 } as const;

/** Does what the form of a residence asks: looks its address up and saves nothing, or saves it. */
export async function sentResidence<Answer>(
  ctx: Context<State>,
  { tagsField, lookupField, save }: {
    tagsField: string;
    lookupField: string;
    save: SaveResidence<Answer>;
  },
): Promise<ResidenceSaved<Answer>> {
  const { values: sent, all } = await readSubmission(ctx, [...FIELDS, "version", lookupField]);
  const values = pickedValues(RESIDENCE_RULES, sent);
  const typed = { values, tags: all(tagsField).filter((tag) => tag !== "") };
  if (sent[lookupField]) return { kind: "shown", end: await lookedUp(ctx.state.api, typed) };
  const errors = residenceErrors(values);
  if (hasErrors(errors)) {
    return { kind: "shown", end: refusedEnd(typed, wrongFields(values, errors)) };
  }
  const result = typed.tags.length > MOST_TAG_GROUPS
    ? TOO_MANY_TAGS
    : await save(readResidence(values, typed.tags), sent.version ?? "");
  if (result.ok) return { kind: "saved", answer: result.answer };
  const refused = refusedBy(values, result, { "code-taken": "code" });
  return { kind: "shown", end: refusedEnd(typed, refused) };
}

/** The form with the address found for what was typed; nothing is saved. @spec projects.addresses */
async function lookedUp(api: Api, typed: StoredResidence): Promise<ResidenceEnd> {
  const shown = { errors: null, failure: null, isConflict: false, status: 200 };
  const q = addressQuery(typed.values);
  if (q === null) return { ...shown, typed, lookup: "nothing-typed" };
  const result = await api.call("searchAddress", { q });
  if (!result.ok) {
    const lookup = result.code === "too-many-requests" ? "busy" : "unreachable";
    return { ...shown, typed, lookup };
  }
  const { values, tags, lookup } = afterSearch(openedResidence(typed), result.answer);
  return { ...shown, typed: { values, tags }, lookup };
}

function refusedEnd(
  typed: StoredResidence,
  { errors, failure, isConflict, status }: RefusedValues<ResidenceField>,
): ResidenceEnd {
  return { typed, errors, lookup: null, failure, isConflict, status };
}
