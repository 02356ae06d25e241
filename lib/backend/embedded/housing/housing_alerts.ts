import { atMost, entityOf } from "@/lib/backend/embedded/entities.ts";
import type { RuleContext } from "@/lib/backend/embedded/entity_rules.ts";
import { confirmsFrom } from "@/lib/backend/embedded/far_dates.ts";
import { hasExistingReferences } from "@/lib/backend/embedded/reference_rules.ts";
import { ENTITIES } from "@/lib/backend/embedded/references.ts";
import type { References } from "@/lib/backend/records/entity.ts";
import type { HousingAlertRecord } from "@/lib/backend/records/housing.ts";
import { MOST_ALERTS } from "@/lib/domain/housing/limits.ts";

/** Messages to the tenants of a residence, newest first. @spec housing.messages */
const alerts = entityOf(ENTITIES.housingAlert, {
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
  const kept = new Set(context.before?.houseIds);
  const refersTo: References<HousingAlertRecord> = {
    house: ({ houseIds }) => houseIds.filter((id) => !kept.has(id)),
  };
  return hasExistingReferences({ refersTo })(record, context);
}
