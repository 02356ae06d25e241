/** Writes the demo's prices of energy: revised in the middle of a season, and missing before a day in some residences. @module */

import { isoDate } from "@/lib/base/civil_dates.ts";
import { FIRST_YEAR } from "@/lib/demo/simulation/calendar.ts";
import { siteId } from "@/lib/demo/simulation/site_series.ts";
import type { EnergyPriceRecord } from "@/lib/energy_prices/records.ts";
import type { Fuel } from "@/lib/energy_prices/schema.ts";
import { SOURCE_KINDS } from "@/lib/facilities/source_kinds.ts";
import { keys } from "@/lib/store/keys.ts";
import type { Store } from "@/lib/store/store.ts";
import { demoSites } from "./site_table.ts";

type Words = Omit<EnergyPriceRecord, "fuel" | "boilerRoomId" | "from" | "price">;

/** A price before and after its revision, and the rest of what is billed. */
const TARIFFS: Readonly<Record<Fuel, { readonly prices: readonly [string, string] } & Words>> = {
  gaz: {
    prices: ["78.5", "81.2"],
    unit: "€/MWh",
    vatPercent: "20",
    annualFixed: "1840",
    fixedVatPercent: "20",
    supplier: "Gaz des Coteaux",
    origin: "Marché de fourniture de gaz",
  },
  urban: {
    prices: ["64.3", "66.9"],
    unit: "€/MWh",
    vatPercent: "5.5",
    annualFixed: "12600",
    fixedVatPercent: "5.5",
    supplier: "Réseau de chaleur de la ville",
    origin: "Police d’abonnement, R1 et R2",
  },
  wood: {
    prices: ["355", "372"],
    unit: "€/t pellets",
    vatPercent: "10",
    annualFixed: "0",
    fixedVatPercent: "0",
    supplier: "Granulés de l’Est",
    origin: "Bons de livraison",
  },
};

/** Every how many residences one has no price before the last revision. */
const UNPRICED_EVERY = 6;

/** Writes the prices of every residence; revised on the last 1 January. @param year of today */
export async function seedPrices(store: Store, year: number): Promise<void> {
  const days = [isoDate(FIRST_YEAR, 1, 1), isoDate(year, 1, 1)] as const;
  for (const [index, { boilerRooms }] of demoSites().entries()) {
    const fuels = new Set(boilerRooms.map(({ kind }) => SOURCE_KINDS[kind].fuel));
    const atomic = store.atomic();
    for (const fuel of fuels) {
      const { prices: [before, now], ...words } = TARIFFS[fuel];
      const common = { fuel, boilerRoomId: null, ...words };
      const key = (rank: number) => keys.energyPrice(siteId(index), `${fuel}-${rank}`);
      atomic.set(key(2), { ...common, from: days[1], price: now });
      if (index % UNPRICED_EVERY !== UNPRICED_EVERY - 1) {
        atomic.set(key(1), { ...common, from: days[0], price: before });
      }
    }
    await atomic.commit();
  }
}
