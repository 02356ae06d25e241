import { allSites, siteId } from "@/lib/backend/demo/simulation/simulated_series.ts";
import { keys } from "@/lib/backend/kv/keys.ts";
import type { Store } from "@/lib/backend/kv/store.ts";
import type { DisplayContactRecord, DisplayMessageRecord } from "@/lib/backend/records/display.ts";
import { addDays, type IsoDate } from "@/lib/domain/periods/civil_dates.ts";
import { civilDateOf, DEFAULT_TIME_ZONE } from "@/lib/domain/periods/zoned_days.ts";
import { formatDay } from "@/lib/text/format/dates.ts";
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
