import { type Context, HttpError } from "fresh";
import { hasErrors } from "@/lib/domain/forms/field_errors.ts";
import { fieldNames, pickedValues } from "@/lib/domain/forms/typed_fields.ts";
import { ANNOTATION_RULES } from "@/lib/domain/series/annotation.ts";
import { METER_EVENT_RULES, readMeterEvent } from "@/lib/domain/series/meter_event.ts";
import {
  readSeriesSettings,
  SERIES_SETTINGS_RULES,
  seriesSettingsErrors,
} from "@/lib/domain/series/series_form.ts";
import {
  refusedBy,
  type RefusedValues,
  type Refusing,
  wrongFields,
} from "@/lib/web/forms/refused_values.ts";
import { readSubmission } from "@/lib/web/forms/submit.ts";
import type { State } from "@/lib/web/state.ts";
import { ANNOTATION_SECTION, saveAnnotation, type SentAnnotation } from "./annotations.ts";
import { readSeriesSheet } from "./series_list_page.ts";

/** The forms of a series' page, as their hidden field `form` names them. */
export type SeriesFormName =
  | "settings"
  | "detach"
  | "event"
  | "event-removal"
  | typeof ANNOTATION_SECTION
  | "removal";

export interface SeriesRefused extends RefusedValues {
  form: SeriesFormName;
  /** Row of a grid, "" for its new one and for the other forms. */
  key: string;
}

/** What became of a form; `refused` is null once it is done. */
export interface SeriesSaved {
  form: SeriesFormName;
  refused: SeriesRefused | null;
}

const FIELDS = [
  ...["form", "grid", "key", "intent", "version", "source", "eventId"],
  ...fieldNames(SERIES_SETTINGS_RULES),
  ...fieldNames(METER_EVENT_RULES),
  ...fieldNames(ANNOTATION_RULES),
  "acceptOld",
];

/**
 * Does what one of the forms of a series' page asks.
 *
 * @throws HttpError 400 when it is none of them
 */
export async function saveSeriesForm(ctx: Context<State>): Promise<SeriesSaved> {
  const { projectId = "", seriesId = "" } = ctx.params;
  const { values } = await readSubmission(ctx, FIELDS);
  const { series: { id, scope } } = await readSeriesSheet(ctx.state, seriesId);
  const { call } = ctx.state.api;
  const at = { projectId, series: id };
  const { form, grid, source = "", eventId = "", version } = values;
  // A grid's rows say which grid they are of.
  const sent = form || grid || "";
  switch (sent) {
    case "settings": {
      const typed = pickedValues(SERIES_SETTINGS_RULES, values);
      const errors = seriesSettingsErrors(typed);
      const series = readSeriesSettings(typed);
      if (series === null || hasErrors(errors)) {
        return refusedForm(sent, values, wrongFields(values, errors));
      }
      const body = { ...series, scope, version };
      return ended(sent, values, await call("putDataseries", { ...at, body }));
    }
    case "detach":
      return ended(sent, values, await call("detachSource", { ...at, source }));
    case "event": {
      const typed = readMeterEvent(pickedValues(METER_EVENT_RULES, values), scope);
      if (!typed.ok) return refusedForm(sent, values, wrongFields(values, typed.errors));
      const body = { ...typed.draft, version, acceptOld: values.acceptOld === "on" };
      return ended(sent, values, await call("addMeterEvent", { ...at, body }));
    }
    case "event-removal":
      return ended(sent, values, await call("deleteMeterEvent", { ...at, eventId, version }));
    case ANNOTATION_SECTION: {
      const row = sentRow(values);
      const refused = await saveAnnotation(ctx.state.api, { projectId, annotatedId: id }, row);
      return refusedForm(sent, values, refused);
    }
    case "removal":
      return ended(sent, values, await call("deleteDataseries", at));
  }
  throw new HttpError(400, "bad-request");
}

function ended(
  form: SeriesFormName,
  values: Record<string, string>,
  result: { readonly ok: true } | Refusing,
): SeriesSaved {
  return refusedForm(form, values, result.ok ? null : refusedBy(values, result));
}

function refusedForm(
  form: SeriesFormName,
  { key = "" }: Record<string, string>,
  refused: RefusedValues | null,
): SeriesSaved {
  return { form, refused: refused && { form, key, ...refused } };
}

function sentRow(values: Record<string, string>): SentAnnotation {
  const { key = "", intent, version = "" } = values;
  return { key, isRemoval: intent === "remove", version, values };
}
