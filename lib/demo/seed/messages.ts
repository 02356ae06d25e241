/** Writes the hall screens' messages and contacts, and the alerts to dwellings. @module */

import { addDays, type IsoDate } from "@/lib/base/civil_dates.ts";
import { formatDay } from "@/lib/base/date_format.ts";
import { civilDateOf, DEFAULT_TIME_ZONE } from "@/lib/base/time_zones.ts";
import { LEAK } from "@/lib/demo/simulation/demo_series.ts";
import { allSites, siteId } from "@/lib/demo/simulation/site_series.ts";
import type { DisplayContactRecord, DisplayMessageRecord } from "@/lib/display/records.ts";
import type { HousingAlertRecord } from "@/lib/housing/records.ts";
import { keys } from "@/lib/store/keys.ts";
import type { Store } from "@/lib/store/store.ts";
import type { DemoSite } from "./site_table.ts";

/** Content of a demo residence's information screen: none, messages, or only contacts. */
type DisplayMode = "none" | "normal" | "no-current";

const MODES = ["normal", "none", "no-current"] as const satisfies readonly DisplayMode[];

export function displayModeOf(index: number): DisplayMode {
  return MODES[index % MODES.length] ?? "none";
}

/** Writes the messages and contacts of the information screens (B §9 "display priorities 1 to 3"). @spec display.demo */
export async function seedDisplay(
  store: Store,
  now: number,
  sites: readonly DemoSite[] = allSites(),
): Promise<void> {
  const today = civilDateOf(now, DEFAULT_TIME_ZONE);
  const atomic = store.atomic();
  for (const [index, { address }] of sites.entries()) {
    const mode = displayModeOf(index);
    if (mode === "none") continue;
    const projectId = siteId(index);
    const messages = { ...(mode === "normal" ? shownOn(today) : {}), ...notShownOn(today) };
    for (const [id, record] of Object.entries(messages)) {
      atomic.set(keys.displayMessage(projectId, id), record);
    }
    for (const [id, record] of Object.entries(contactsIn(address.city))) {
      atomic.set(keys.displayContact(projectId, id), record);
    }
  }
  await atomic.commit();
}

function shownOn(today: IsoDate): Record<string, DisplayMessageRecord> {
  return {
    "coupure-eau": {
      priority: 1,
      from: addDays(today, -1),
      to: addDays(today, 3),
      message: `Eau froide coupée le ${
        formatDay(addDays(today, 3))
      } de 9\u00A0h à 12\u00A0h, cages A et B\u00A0: une vanne est remplacée en sous-sol.`,
    },
    "ramonage": {
      priority: 2,
      from: addDays(today, -5),
      to: addDays(today, 9),
      message:
        "Ramonage des conduits\u00A0: le ramoneur passe de 8\u00A0h à 17\u00A0h. Merci de laisser l’accès aux gaines du palier.",
    },
    "encombrants": {
      priority: 3,
      from: addDays(today, -200),
      to: null,
      message: "Encombrants\u00A0: dépôt le premier mardi du mois, devant le local à vélos.",
    },
  };
}

function notShownOn(today: IsoDate): Record<string, DisplayMessageRecord> {
  return {
    "releveur": {
      priority: 2,
      from: addDays(today, 10),
      to: addDays(today, 12),
      message:
        "Passage du releveur des répartiteurs de chauffage. En cas d’absence, laissez vos clés au gardien.",
    },
    "nettoyage": {
      priority: 3,
      from: addDays(today, -40),
      to: addDays(today, -33),
      message: "Nettoyage du parking souterrain\u00A0: merci de sortir les véhicules.",
    },
  };
}

function contactsIn(city: string): Record<string, DisplayContactRecord> {
  return {
    "gardien": {
      priority: 1,
      name: "Gardien, M. Lefèvre (loge, cage A)",
      phone: "03 65 61 10 24",
      mail: "",
    },
    "astreinte": {
      priority: 2,
      name: "Astreinte chauffage et eau chaude, 24\u00A0h sur 24",
      phone: "03 65 61 10 99",
      mail: "",
    },
    "agence": {
      priority: 3,
      name: `Votre agence, ${city}`,
      phone: "03 65 61 10 00",
      mail: "agence@demo.example",
    },
  };
}

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
