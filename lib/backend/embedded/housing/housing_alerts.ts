import { z } from "zod";
import { atMost, entityOf } from "@/lib/backend/embedded/entities.ts";
import { refersToWhatIsThere } from "@/lib/backend/embedded/references.ts";
import type { Services } from "@/lib/backend/embedded/services.ts";
import { keys } from "@/lib/backend/kv/keys.ts";
import type { Backend } from "@/lib/contract/catalogue.ts";
import { MOST_ALERTS } from "@/lib/domain/housing/limits.ts";
import type { HousingAlert } from "@/lib/domain/housing/types.ts";

/** A message to tenants, as the store keeps it. */
export type HousingAlertRecord = Omit<HousingAlert, "id" | "version">;

export const housingAlertRecord: z.ZodType<HousingAlertRecord> = z.object({
  from: z.string(),
  to: z.string().nullable(),
  message: z.string(),
  houseIds: z.array(z.string()),
});

/** Messages to the tenants of a residence, the latest first. @spec housing.messages */
export function housingAlerts(services: Services) {
  return entityOf(services, {
    key: ({ projectId }, id) => keys.housingAlert(projectId, id),
    under: ({ projectId }) => keys.housingAlert.under(projectId),
    record: housingAlertRecord,
    compare: (a, b) => a.from < b.from ? 1 : -1,
    full: atMost(MOST_ALERTS),
    subject: ({ message }) => message,
    // Dwellings that exist when it is written; it stays theirs once they are deleted.
    rules: [
      refersToWhatIsThere(services, { refersTo: { house: ({ houseIds }) => houseIds } }),
    ],
    actions: ["createHousingAlert", "putHousingAlert", "deleteHousingAlert"],
  });
}

/** The calls of {@link housingAlerts}. */
export function housingAlertsArea(services: Services) {
  const alerts = housingAlerts(services);
  return {
    listHousingAlerts: alerts.list,
    createHousingAlert: alerts.create,
    putHousingAlert: ({ alertId: id, ...input }, caller) => alerts.put({ id, ...input }, caller),
    deleteHousingAlert: ({ alertId: id, ...input }, caller) =>
      alerts.remove({ id, ...input }, caller),
  } satisfies Partial<Backend>;
}
