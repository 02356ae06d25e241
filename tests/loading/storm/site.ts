/** The store of a storm: the demo with its readings, more residences, and a collector for each. @module */

import { type DemoHouse, housesOfSite } from "@/lib/demo/seed/dwellings.ts";
import { seedSite } from "@/lib/demo/seed/residence.ts";
import { seedDemo } from "@/lib/demo/seed/seed_demo.ts";
import { seedReadings } from "@/lib/demo/seed/series.ts";
import { type DemoSite, demoSites } from "@/lib/demo/seed/site_table.ts";
import { siteId } from "@/lib/demo/simulation/site_series.ts";
import { COLLECT_MODES } from "@/lib/housing/dwelling_settings.ts";
import { createAccount } from "@/lib/identity/accounts.ts";
import { Tokens } from "@/lib/identity/tokens.ts";
import { keys } from "@/lib/store/keys.ts";
import { withStore } from "@/lib/store/open_store.ts";
import type { Store } from "@/lib/store/store.ts";
import { compact } from "@/lib/timeseries/store/compaction.ts";
import { StoredSeries } from "@/lib/timeseries/store/stored_series.ts";
import { ADMINISTRATOR } from "@/tools/serving/administrator.ts";
import { issuedToken } from "@/tools/serving/issued_token.ts";
import { STORM_SERIES, type StormResidence } from "./batches.ts";

/** Cheap password hashing, since this store is temporary. */
const CHEAP = { memoryKiB: 64, passes: 1 };
/** Years of readings of the demo's boiler rooms. */
const YEARS = 1;

/** Size of the store. */
export interface StormSize {
  readonly residences: number;
  /** Dwellings of each that send; four series each. */
  readonly dwellings: number;
  readonly hasDemoReadings: boolean;
}

/** Fills a new store. @returns the residences with collectors */
export async function seedStorm(kvPath: string, size: StormSize): Promise<StormResidence[]> {
  return await withStore(kvPath, async (store) => {
    const now = Date.now();
    await seedDemo(store, { now, passwordCost: CHEAP });
    const person = { ...ADMINISTRATOR, forename: "Anne", surname: "Roux", platformAdmin: true };
    await createAccount(store, person, { now, cost: CHEAP });
    if (size.hasDemoReadings) await seedDemoReadings(store, now);
    const residences: StormResidence[] = [];
    for (let index = 1; residences.length < size.residences; index++) {
      const site = await siteAt(store, index, { size, now });
      if (site.dwellings.count < size.dwellings) continue;
      residences.push(await withCollector(store, site, { index, dwellings: size.dwellings }));
    }
    return residences;
  });
}

async function seedDemoReadings(store: Store, now: number): Promise<void> {
  for (const [index, site] of demoSites().entries()) {
    const series = new StoredSeries(store, siteId(index), () => now);
    await seedReadings(series, { site, index, years: YEARS, now });
    await compact(store, siteId(index), () => now);
  }
}

/**
 * A residence of the demo, or a copy of one; the first is unchanged, since its dwellings have
 * readings.
 */
async function siteAt(
  store: Store,
  index: number,
  { size, now }: { size: StormSize; now: number },
): Promise<DemoSite> {
  const known = demoSites()[index];
  if (known !== undefined) return known;
  const like = demoSites()[index % demoSites().length];
  if (like === undefined) throw new TypeError("The demo has no residence.");
  const dwellings = { ...like.dwellings, count: size.dwellings };
  const site = { ...like, name: `${like.name} ${index + 1}`, dwellings };
  await seedSite(store, site, { index, now });
  return site;
}

async function withCollector(
  store: Store,
  site: DemoSite,
  { index, dwellings }: { index: number; dwellings: number },
): Promise<StormResidence> {
  const projectId = siteId(index);
  const isShownAlone = ({ settings }: DemoHouse) =>
    settings.collectMode === COLLECT_MODES.NonAnonymous;
  const houses = housesOfSite(site, projectId)
    .toSorted((a, b) => Number(isShownAlone(b)) - Number(isShownAlone(a)))
    .slice(0, dwellings)
    .map(({ id, serial }) => ({ id, serial }));
  const atomic = store.atomic().sum(keys.version("sources", projectId), 1n);
  for (const { id: houseId, serial } of houses) {
    for (const { suffix, measure, kind } of STORM_SERIES) {
      const claim = { seriesId: `${projectId}-l-${suffix}`, houseId, kind, attachedAtMs: 0 };
      atomic.set(keys.seriesSource(projectId, `${measure},serial=${serial} value`), claim);
    }
  }
  await atomic.commit();
  const tokens = new Tokens(store, Date.now);
  const owner = { kind: "ingest", projectId, visitorId: null } as const;
  const { token } = await issuedToken(tokens, owner, { name: "Concentrateur", createdBy: "" });
  return { projectId, token, houses };
}
