import {
  hotWaterField,
  readSources,
  type SeriesChoice,
  type SourcesErrors,
  sourcesErrors,
  type SourcesForm,
} from "@/lib/domain/energy_balance/settings/sources_form.ts";
import {
  BOILER_ROOM_RULES,
  boilerRoomErrors,
  readBoilerRoom,
} from "@/lib/domain/facilities/boiler_room_form.ts";
import { type FieldErrors, hasErrors } from "@/lib/domain/forms/field_errors.ts";
import { pickedValues } from "@/lib/domain/forms/typed_fields.ts";
import { sourcesFieldError } from "@/lib/text/facilities/facilities.ts";
import { refusedCall, refusedFields, type RefusedForm, type SentForm } from "./settings_sent.ts";

/** Saves name, code, location, operator and bounds of a boiler room. */
export async function saveIdentity(sent: SentForm): Promise<RefusedForm | null> {
  const values = pickedValues(BOILER_ROOM_RULES, sent.values);
  const errors = boilerRoomErrors(values);
  if (hasErrors(errors)) return refusedFields(sent, errors);
  const body = { ...readBoilerRoom(values), version: sent.version };
  return refusedCall(sent, await sent.api.call("putBoilerRoomSettings", { ...sent.at, body }));
}

/** Saves what a boiler room burns and makes, and by which series. */
export async function saveSources(
  sent: SentForm,
  series: readonly SeriesChoice[],
): Promise<RefusedForm | null> {
  const form = sourcesFormOf(sent, series);
  const errors = sourcesErrors(form, series);
  const sources = readSources(form, series);
  if (sources === null || Object.keys(errors).length > 0) {
    return refusedFields(sent, fieldErrors(errors), form);
  }
  const body = { ...sources, version: sent.version };
  return refusedCall(sent, await sent.api.call("putEfficiencySources", { ...sent.at, body }), form);
}

function sourcesFormOf(sent: SentForm, series: readonly SeriesChoice[]): SourcesForm {
  const { sourceKind = "", sourceType = "", gazPce = "" } = sent.values;
  const kinds = series.map(({ id }) => [id, sent.values[hotWaterField(id)] ?? ""] as const);
  const hotWater = Object.fromEntries(kinds.filter(([, kind]) => kind !== ""));
  return { sourceKind, sourceType, hotWater, solarTypes: sent.solarTypes, gazPce };
}

function fieldErrors(errors: SourcesErrors): FieldErrors {
  const shown: FieldErrors = {};
  for (const [field, code] of Object.entries(errors)) {
    const error = sourcesFieldError(code);
    if (error !== undefined) shown[field] = error;
  }
  return shown;
}
