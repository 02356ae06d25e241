/** Writes the demo's prices of energy, revised in the middle of a season, and the terms of its contracts. @module */

import { isoDate } from "@/lib/base/civil_dates.ts";
import { FIRST_YEAR } from "@/lib/demo/simulation/calendar.ts";
import { STATIONS } from "@/lib/demo/simulation/climate.ts";
import { boilerRoomId, plantOf, siteId } from "@/lib/demo/simulation/site_series.ts";
import type { EnergyPriceRecord } from "@/lib/energy_prices/records.ts";
import type { Fuel } from "@/lib/energy_prices/schema.ts";
import { SOURCE_KINDS } from "@/lib/facilities/source_kinds.ts";
import type { TermsRecord } from "@/lib/settlement/records.ts";
import { keys } from "@/lib/store/keys.ts";
import type { Store } from "@/lib/store/store.ts";
import { DEMO_ACCOUNTS } from "./accounts.ts";
import { slug } from "./contracts.ts";
import { type DemoBoilerRoom, type DemoSite, demoSites } from "./site_table.ts";

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
  electricity: {
    prices: ["0.1894", "0.1952"],
    unit: "€/kWh",
    vatPercent: "20",
    annualFixed: "2460",
    fixedVatPercent: "20",
    supplier: "Électricité des Coteaux",
    origin: "Marché de fourniture, moyenne pondérée des heures pleines et creuses",
  },
};

/** Every how many residences one has no price before the last revision. */
const UNPRICED_EVERY = 6;

/** Writes the prices of every residence. @param year on whose 1 January they are revised: within the last season over */
export async function seedPrices(store: Store, year: number): Promise<void> {
  const days = [isoDate(FIRST_YEAR, 1, 1), isoDate(year, 1, 1)] as const;
  for (const [index, site] of demoSites().entries()) {
    const { boilerRooms } = site;
    const fuels = new Set<Fuel>(boilerRooms.map(({ kind }) => SOURCE_KINDS[kind].fuel));
    if (boilerRooms.some(({ heatPumpShare }) => heatPumpShare)) fuels.add("electricity");
    const atomic = store.atomic();
    for (const fuel of fuels) {
      const { prices: [before, now], ...words } = TARIFFS[fuel];
      const common = { fuel, boilerRoomId: null, ...words, accountId: DEMO_ACCOUNTS.landlord.id };
      const key = (rank: number) => keys.energyPrice(siteId(index), `${fuel}-${rank}`);
      atomic.set(key(2), { ...common, from: days[1], price: now });
      if (index % UNPRICED_EVERY !== UNPRICED_EVERY - 1) {
        atomic.set(key(1), { ...common, from: days[0], price: before });
      }
    }
    const [room] = boilerRooms;
    if (room !== undefined) {
      const key = keys.energyTerms(siteId(index), boilerRoomId(siteId(index), 0), "contrat");
      atomic.set(key, termsOf(site, room, index));
    }
    await atomic.commit();
  }
}

/** What the kWh of a source are. */
const BASES = { gaz: "PCS", urban: "useful", wood: "PCI" } as const;

/** The contract of a boiler room: half a saving, two thirds of an excess to 15 %, then all of it. */
function termsOf(site: DemoSite, room: DemoBoilerRoom, index: number): TermsRecord {
  const { contractDju, name: djuStation } = STATIONS[site.station];
  const { areaM2 } = plantOf(site, room);
  return {
    from: isoDate(FIRST_YEAR, 7, 1),
    kind: index % 2 === 0 ? "PFI" : "MCI",
    contractId: slug(room.operator),
    reference: `Marché ${FIRST_YEAR}-${String(index + 1).padStart(2, "0")}`,
    operator: room.operator,
    energyBasis: BASES[SOURCE_KINDS[room.kind].fuel],
    nbKWh: Math.round(room.heating.target * areaM2 * contractDju / 1_000),
    djuContract: contractDju,
    djuStation,
    djuMethod: "meteo",
    areaM2,
    targetTemp: 19,
    q: 100,
    saving: [{ upTo: null, operator: "1/2" }],
    excess: [{ upTo: "15", operator: "2/3" }, { upTo: null, operator: "1" }],
    neutralPct: index % 3 === 2 ? 4 : 0,
    neutralMode: "deductible",
    bonusHT: null,
    malusHT: null,
    priceBasis: "consumed",
    components: [],
    coefRounding: "half",
    lagMonths: 0,
    vatPercent: index % 2 === 0 ? "10" : "20",
    tacitDays: null,
    accountId: DEMO_ACCOUNTS.landlord.id,
  };
}
