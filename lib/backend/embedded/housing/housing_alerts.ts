import { atMost, entityOf, type Rule } from "@/lib/backend/embedded/entities.ts";
import { refersToWhatIsThere } from "@/lib/backend/embedded/reference_rules.ts";
import { ENTITIES } from "@/lib/backend/embedded/references.ts";
import type { Services } from "@/lib/backend/embedded/services.ts";
import type { References } from "@/lib/backend/records/entity.ts";
import type { HousingAlertRecord } from "@/lib/backend/records/housing.ts";
import type { Backend } from "@/lib/contract/catalogue.ts";
import { MOST_ALERTS } from "@/lib/domain/housing/limits.ts";

/** Messages to the tenants of a residence, newest first. @spec housing.messages */
export function housingAlerts(services: Services) {
  return entityOf(services, ENTITIES.housingAlert, {
    compare: (a, b) => a.from < b.from ? 1 : -1,
    full: atMost(MOST_ALERTS),
    subject: ({ message }) => message,
    rules: [hasDwellings(services)],
    actions: ["createHousingAlert", "putHousingAlert", "deleteHousingAlert"],
  });
}

/**
 * The rule that the dwellings of a message exist when it is written, besides those that it had: they stay in it after
 * their deletion.
 */
function hasDwellings(
  services: Services,
): Rule<{ readonly projectId: string }, HousingAlertRecord, "unknown-reference"> {
  return (record, beside) => {
    const kept = new Set(beside.before?.houseIds);
    const refersTo: References<HousingAlertRecord> = {
      house: ({ houseIds }) => houseIds.filter((id) => !kept.has(id)),
    };
    return refersToWhatIsThere(services, { refersTo })(record, beside);
  };
}

/** Calls of {@link housingAlerts}. */
export function housingAlertsArea(services: Services) {
  const alerts = housingAlerts(services);
  return {
    listHousingAlerts: alerts.list,
    createHousingAlert: alerts.create,
    putHousingAlert: alerts.put,
    deleteHousingAlert: alerts.remove,
  } satisfies Partial<Backend>;
}
