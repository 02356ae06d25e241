import {
  FACTORS_RULES,
  readFactors,
  readSettings,
  SETTINGS_RULES,
} from "@/lib/domain/energy_balance/settings/settings_form.ts";
import {
  readSeason,
  SEASON_RULES,
  seasonErrors,
  withoutSeason,
  withSeason,
} from "@/lib/domain/facilities/season_form.ts";
import { type FieldErrors, hasErrors } from "@/lib/domain/forms/field_errors.ts";
import { pickedValues, typedErrors } from "@/lib/domain/forms/typed_fields.ts";
import { answered } from "@/lib/web/answered.ts";
import { refusedCall, refusedFields, type RefusedForm, type SentForm } from "./settings_sent.ts";

/** Saves, adds or deletes a dated version of the settings (B §7 "efficiency settings by ISO date"). */
export async function saveSettings(sent: SentForm): Promise<RefusedForm | null> {
  const { api, at, key, version } = sent;
  if (sent.isRemoval) {
    const gone = await api.call("deleteEfficiencySettings", { ...at, fromDate: key, version });
    return refusedCall(sent, gone);
  }
  const values = { ...pickedValues(SETTINGS_RULES, sent.values), ...(key && { fromDate: key }) };
  const shown = { ...sent, values };
  const stored = answered(await api.call("getEfficiency", at)).settings;
  const taken = stored.map(({ fromDate }) => fromDate);
  const errors = withTaken(typedErrors(SETTINGS_RULES, values), "fromDate", { sent, taken });
  const settings = readSettings(values);
  if (settings === null || hasErrors(errors)) return refusedFields(shown, errors);
  const { fromDate, ...body } = settings;
  const input = { ...at, fromDate, body: { ...body, version } };
  return refusedCall(shown, await api.call("putEfficiencySettings", input));
}

/** Saves, adds or deletes a dated version of the gas factors (B §7 "gas factors by ISO date"). */
export async function saveFactors(sent: SentForm): Promise<RefusedForm | null> {
  const { api, at, key, version } = sent;
  if (sent.isRemoval) {
    const gone = await api.call("deleteGasFactors", { ...at, fromDate: key, version });
    return refusedCall(sent, gone);
  }
  const values = { ...pickedValues(FACTORS_RULES, sent.values), ...(key && { fromDate: key }) };
  const shown = { ...sent, values };
  const stored = answered(await api.call("getEfficiency", at)).gazFactors;
  const taken = stored.map(({ fromDate }) => fromDate);
  const errors = withTaken(typedErrors(FACTORS_RULES, values), "fromDate", { sent, taken });
  if (hasErrors(errors)) return refusedFields(shown, errors);
  const { fromDate, ...body } = readFactors(values);
  const input = { ...at, fromDate, body: { ...body, version } };
  return refusedCall(shown, await api.call("putGasFactors", input));
}

/** Saves, adds or deletes a heating season: the whole list is written (B §7 "PUT list"). */
export async function saveSeasons(sent: SentForm): Promise<RefusedForm | null> {
  const { api, at, key, version } = sent;
  const stored = answered(await api.call("getHeatingSeasons", at)).seasons
    .map(({ yearStart, dateStart, dateStop }) => ({ yearStart, dateStart, dateStop }));
  if (sent.isRemoval) {
    const body = withoutSeason(stored, Number(key));
    return refusedCall(sent, await api.call("putHeatingSeasons", { ...at, version, body }));
  }
  const values = { ...pickedValues(SEASON_RULES, sent.values), ...(key && { yearStart: key }) };
  const shown = { ...sent, values };
  const taken = stored.map(({ yearStart }) => String(yearStart));
  const errors = withTaken(seasonErrors(values), "yearStart", { sent, taken });
  const season = readSeason(values);
  if (season === null || hasErrors(errors)) return refusedFields(shown, errors);
  const body = withSeason(stored, season);
  return refusedCall(shown, await api.call("putHeatingSeasons", { ...at, version, body }));
}

/** A new row may not take the place of a stored one: that would write over it unseen. */
function withTaken<Field extends string>(
  errors: FieldErrors<Field>,
  field: Field,
  { sent, taken }: { sent: SentForm; taken: readonly string[] },
): FieldErrors<Field> {
  const isTaken = sent.key === "" && taken.includes((sent.values[field] ?? "").trim());
  return isTaken && errors[field] === undefined
    ? { ...errors, [field]: { code: "unique" } }
    : errors;
}
