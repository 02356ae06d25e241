import { type Context, HttpError } from "fresh";
import { hasErrors } from "../domain/forms/field_errors.ts";
import { pickedValues } from "../domain/forms/typed_fields.ts";
import { METER_EVENT_RULES, readMeterEvent } from "../domain/series/meter_event.ts";
import {
  readSeriesSettings,
  SERIES_SETTINGS_RULES,
  seriesSettingsErrors,
} from "../domain/series/series_form.ts";
import { refusedBy, type RefusedValues, type Refusing, wrongFields } from "./refused_values.ts";
import { readSeriesSheet } from "./series_list_page.ts";
import type { State } from "./state.ts";
import { readSubmission } from "./submit.ts";

/** The forms of a series' page, as their hidden field `form` names them. */
export type SeriesFormName = "settings" | "detach" | "event" | "event-removal" | "removal";

/** A form of the page that was refused. */
export interface SeriesRefused extends RefusedValues {
  form: SeriesFormName;
}

/** What became of a form; `refused` is null once it is done. */
export interface SeriesSaved {
  form: SeriesFormName;
  refused: SeriesRefused | null;
}

const FIELDS = [
  ...["form", "version", "source", "eventId"],
  ...SERIES_SETTINGS_RULES.map(({ name }) => name),
  ...METER_EVENT_RULES.map(({ name }) => name),
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
  const { form = "", source = "", eventId = "", version } = values;
  switch (form) {
    case "settings": {
      const typed = pickedValues(SERIES_SETTINGS_RULES, values);
      const errors = seriesSettingsErrors(typed);
      const series = readSeriesSettings(typed);
      if (series === null || hasErrors(errors)) {
        return { form, refused: { form, ...wrongFields(values, errors) } };
      }
      const body = { ...series, scope, version };
      return ended(form, values, await call("putDataseries", { ...at, body }));
    }
    case "detach":
      return ended(form, values, await call("detachSource", { ...at, source }));
    case "event": {
      const typed = readMeterEvent(pickedValues(METER_EVENT_RULES, values), scope);
      if (!typed.ok) return { form, refused: { form, ...wrongFields(values, typed.errors) } };
      const body = { ...typed.draft, version };
      return ended(form, values, await call("addMeterEvent", { ...at, body }));
    }
    case "event-removal":
      return ended(form, values, await call("deleteMeterEvent", { ...at, eventId, version }));
    case "removal":
      return ended(form, values, await call("deleteDataseries", at));
  }
  throw new HttpError(400, "bad-request");
}

function ended(
  form: SeriesFormName,
  values: Record<string, string>,
  result: { readonly ok: true } | Refusing,
): SeriesSaved {
  return { form, refused: result.ok ? null : { form, ...refusedBy(values, result) } };
}
