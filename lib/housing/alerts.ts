/** Reads and edits the messages to the tenants of a residence. @module */

import { atMost, crud, hasExistingReferences, type RuleContext } from "@/lib/api/entities.ts";
import type { References } from "@/lib/api/entity.ts";
import { confirmsFrom } from "@/lib/residences/start_dates.ts";
import { HOUSING_ENTITIES, type HousingAlertRecord } from "./records.ts";

/** Maximum number of messages to the tenants of a residence. */
const MOST_ALERTS = 500;

/** Messages to the tenants of a residence, newest first. @spec housing.messages */
const alerts = crud(HOUSING_ENTITIES.housingAlert, {
  compare: (a, b) => a.from < b.from ? 1 : -1,
  full: atMost(MOST_ALERTS),
  subject: ({ message }) => message,
  rules: [hasDwellings, confirmsFrom],
  actions: ["createHousingAlert", "putHousingAlert", "deleteHousingAlert"],
});
export const listHousingAlerts = alerts.list;
export const createHousingAlert = alerts.create;
export const putHousingAlert = alerts.put;
export const deleteHousingAlert = alerts.remove;

/**
 * The rule that the dwellings of a message exist when it is written, besides those that it had: they stay in it after
 * their deletion.
 */
function hasDwellings(
  record: HousingAlertRecord,
  context: RuleContext<{ readonly projectId: string }, HousingAlertRecord>,
) {
  const stored = new Set(context.before?.houseIds);
  const refersTo: References<HousingAlertRecord> = {
    house: ({ houseIds }) => houseIds.filter((id) => !stored.has(id)),
  };
  return hasExistingReferences({ refersTo })(record, context);
}
