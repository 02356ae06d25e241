import { siteId } from "@/lib/backend/demo/simulation/simulated_series.ts";
import { LEAK } from "@/lib/backend/demo/simulation/stories.ts";
import { keys } from "@/lib/backend/kv/keys.ts";
import type { Store } from "@/lib/backend/kv/store.ts";
import type { HousingAlertRecord } from "@/lib/backend/records/housing.ts";
import { addDays, type IsoDate } from "@/lib/domain/periods/civil_dates.ts";
import { civilDateOf, DEFAULT_TIME_ZONE } from "@/lib/domain/periods/zoned_days.ts";
import { formatDay } from "@/lib/text/format/dates.ts";

/** Writes messages to the tenants of the first residence: one shown now, one to come, one of the past. */
export async function seedHousingAlerts(store: Store, now: number): Promise<void> {
  const projectId = siteId(0);
  const atomic = store.atomic();
  for (
    const [id, record] of Object.entries(alertsAt(civilDateOf(now, DEFAULT_TIME_ZONE), projectId))
  ) {
    atomic.set(keys.housingAlert(projectId, id), record);
  }
  await atomic.commit();
}

function alertsAt(today: IsoDate, projectId: string): Record<string, HousingAlertRecord> {
  return {
    "reglage-radiateurs": {
      from: addDays(today, -1),
      to: addDays(today, 2),
      message: `Le chauffagiste règle les radiateurs le ${
        formatDay(addDays(today, 2))
      } de 9 h à 12 h : merci d’en laisser l’accès.`,
      houseIds: [],
    },
    "visite-detecteurs": {
      from: addDays(today, 12),
      to: addDays(today, 13),
      message: "Visite annuelle des détecteurs de fumée : merci d’être présents.",
      houseIds: ["l001", "l002"].map((house) => `${projectId}-${house}`),
    },
    "fuite": {
      from: addDays(today, -2),
      to: addDays(today, 12),
      message:
        "Votre compteur d’eau froide tourne jour et nuit depuis trois semaines : vérifiez la chasse d’eau et appelez le gardien.",
      houseIds: [LEAK.houseId],
    },
    "releve-fuites": {
      from: addDays(today, -60),
      to: addDays(today, -46),
      message:
        "Une fuite est recherchée dans les caves. Signalez toute trace d’humidité au gardien.",
      houseIds: [],
    },
  };
}
