/** Saves the residence form, and places a residence's pages in the menu. @module */

import { callPaths } from "@/lib/api/routing.ts";
import { hasErrors } from "@/lib/base/validators.ts";
import { MOST_TAG_GROUPS } from "@/lib/organisations/tag_rules.ts";
import { pickedValues } from "@/lib/ui/field_rules.ts";
import { ticked } from "@/lib/ui/fields.ts";
import type { ShownForm } from "@/lib/ui/form.ts";
import {
  type CallOutcome,
  type FormAction,
  type FormOutcome,
  reported,
  type SentForm,
  shownAgain,
} from "@/lib/web/form_handlers.ts";
import { refusedBy, wrongFields } from "@/lib/web/form_values.ts";
import type { Api, PageContext, State } from "@/lib/web/state.ts";
import { addressQuery, refusedLookup } from "./address_lookup.ts";
import { PROJECTS_CALLS } from "./calls.ts";
import { residenceOf } from "./place.ts";
import {
  afterSearch,
  LOOKUP_FIELD,
  type LookupEnd,
  openedResidence,
  readResidence,
  RESIDENCE_RULES,
  residenceErrors,
  type StoredResidence,
  TAGS_FIELD,
} from "./residence_form.ts";
import type { ProjectSettings } from "./schema.ts";

/** Adds a boiler room to the menu of its pages. */
export function showInMenu({ place }: State, boilerRoom: { id: string; name: string }): void {
  if (place) place.boilerRoom = { id: boilerRoom.id, name: boilerRoom.name };
}

/** Place and time (seconds since 1970) for the tables of a residence's equipment. */
export function facilityPlace(state: State) {
  const { id: projectId, timeZone, facilitiesDataseries: series } = residenceOf(state).project;
  return { projectId, timeZone, series, nowS: Date.parse(state.now) / 1_000 };
}

export const RESIDENCE_PATHS = callPaths({
  searchAddress: PROJECTS_CALLS.searchAddress,
  reverseAddress: PROJECTS_CALLS.reverseAddress,
  putProjectSettings: PROJECTS_CALLS.putProjectSettings,
});

/** The form of a residence shown again: refused, or with the result of the address lookup. */
type ShownResidence = ShownForm<LookupEnd>;

/** There are more values than groups, so two are of the same group. */
const TOO_MANY_TAGS = { ok: false, code: "one-tag-per-group", status: 400 } as const;

/** Action of the form of a residence: looks its address up without saving, or saves it. */
export function residenceForm<Answer>(
  { state }: PageContext,
  save: (settings: ProjectSettings, version: string) => Promise<CallOutcome<Answer>>,
  next: (answer: Answer) => string,
): FormAction<LookupEnd> {
  return async (sent) => {
    const texts = RESIDENCE_RULES.map(({ name }) => [name, sent.text(name)]);
    const values = pickedValues(RESIDENCE_RULES, Object.fromEntries(texts));
    const tags = sent.all(TAGS_FIELD).filter((tag) => tag !== "");
    const typed = { values, tags };
    if (sent.text(LOOKUP_FIELD)) return await lookedUp(state.api, sent, typed);
    const errors = residenceErrors(values);
    if (hasErrors(errors)) return shownAgain(sent, wrongFields(shownTexts(typed), errors));
    const outcome = tags.length > MOST_TAG_GROUPS
      ? TOO_MANY_TAGS
      : await save(readResidence(values, tags), sent.version);
    if (outcome.ok) return { done: true, next: next(outcome.answer) };
    const refused = refusedBy(values, outcome, { "code-taken": "code" });
    return shownAgain(sent, { ...refused, values: shownTexts(typed) });
  };
}

/** Initial state of the island: entered values, errors, result of the lookup. */
export function residenceShown(shown: ShownResidence | null, stored: StoredResidence) {
  if (shown === null) return { typed: stored, refused: null, lookup: null };
  const { values, errors, report = null } = shown;
  return {
    typed: {
      values: pickedValues(RESIDENCE_RULES, values),
      tags: ticked(values[TAGS_FIELD] ?? ""),
    },
    refused: report === null ? errors : null,
    lookup: report,
  };
}

/** The form with the address found for the entered text; nothing is saved. @spec projects.addresses */
async function lookedUp(
  api: Api,
  sent: SentForm,
  typed: StoredResidence,
): Promise<FormOutcome<LookupEnd>> {
  const q = addressQuery(typed.values);
  if (q === null) return reported(sent, "nothing-typed", shownTexts(typed));
  const result = await api.call(PROJECTS_CALLS.searchAddress, { q });
  if (!result.ok) {
    return reported(sent, refusedLookup(result.code), shownTexts(typed));
  }
  const { lookup, ...found } = afterSearch(openedResidence(typed), result.answer);
  return reported(sent, lookup ?? "found", shownTexts(found));
}

function shownTexts({ values, tags }: StoredResidence): Record<string, string> {
  return { ...values, [TAGS_FIELD]: tags.join("\n") };
}
