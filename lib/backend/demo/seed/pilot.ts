import { chance, seedOf } from "@/lib/backend/demo/simulation/random.ts";
import { siteId } from "@/lib/backend/demo/simulation/simulated_series.ts";
import { keys } from "@/lib/backend/kv/keys.ts";
import type { Atomic, Store } from "@/lib/backend/kv/store.ts";
import type { PilotFeaturesRecord } from "@/lib/backend/records/pilot.ts";
import { civilDateOf, DEFAULT_TIME_ZONE } from "@/lib/domain/periods/zoned_days.ts";
import { type KnownReport, NO_REPORT } from "@/lib/domain/pilot/reports.ts";
import { type AskedOfModule, NOTHING_ASKED, type PilotChange } from "@/lib/domain/pilot/wishes.ts";
import { DEMO_ACCOUNTS } from "./accounts.ts";
import { type DemoHouse, housesOfSite } from "./demo_houses.ts";
import {
  ABSENT_C,
  ABSENT_DAYS,
  appliedConfig,
  heatedHouse,
  isHeatedMonth,
  RESIDENCE_CONFIG,
} from "./heated_house.ts";
import { type DemoSite, SITES } from "./sites.ts";

const DAY_S = 86_400;
const HOUR_S = 3_600;

/** Revisions, in the order in which they were asked. */
const REVISIONS = { features: 1, config: 2, own: 3, absent: 4, fresh: 5 } as const;

/** Writes what is asked of the modules of the residences with a pilot, and what their gateways say of them. */
export async function seedPilot(store: Store, now: number): Promise<void> {
  for (const [index, site] of SITES.entries()) {
    if (!site.hasPilot) continue;
    const projectId = siteId(index);
    const nowS = Math.floor(now / 1_000);
    const atomic = store.atomic()
      .set(keys.pilotFeatures(projectId), featuresOf(index, nowS))
      .set(keys.pilotConfig(projectId), {
        config: RESIDENCE_CONFIG,
        change: changeOf("config", nowS, 40),
      })
      .set(keys.pilotRevision(projectId), REVISIONS.fresh);
    for (const house of housesOfSite(site, projectId)) {
      const asked = askedOf(house, nowS);
      if (asked !== NOTHING_ASKED) atomic.set(keys.pilotModule(projectId, house.id), asked);
    }
    setReports(atomic, site, { projectId, now });
    await atomic.commit();
  }
}

/** Brings what gateways say of modules to now. */
export async function refreshPilot(store: Store, now: number): Promise<void> {
  const atomic = store.atomic();
  for (const [index, site] of SITES.entries()) {
    if (site.hasPilot) setReports(atomic, site, { projectId: siteId(index), now });
  }
  await atomic.commit();
}

/** The first residence drives all there is; the others heating and presence. */
function featuresOf(index: number, nowS: number): PilotFeaturesRecord {
  const isFirst = index === SITES.findIndex(({ hasPilot }) => hasPilot);
  return {
    house_status: true,
    ch_pilot: true,
    clim_pilot: isFirst,
    watertank_pilot: isFirst,
    occupantRangeC: isFirst ? 1.5 : 0,
    change: changeOf("features", nowS, 60),
  };
}

function askedOf({ id }: DemoHouse, nowS: number): AskedOfModule {
  const house = heatedHouse(id);
  if (house.kind === "common") return NOTHING_ASKED;
  if (house.kind === "absent") {
    const change = changeOf("absent", nowS, ABSENT_DAYS);
    return { ...NOTHING_ASKED, presence: { house_status: "absent", change } };
  }
  const change = house.kind === "fresh"
    ? { ...changeOf("fresh", nowS, 0), epochS: nowS - HOUR_S }
    : changeOf("own", nowS, 20);
  return { ...NOTHING_ASKED, own: { config: house.config, change } };
}

function setReports(
  atomic: Atomic,
  site: DemoSite,
  { projectId, now }: { readonly projectId: string; readonly now: number },
): void {
  const nowS = Math.floor(now / 1_000);
  atomic.set(keys.pilotPoll(projectId), nowS - 60);
  for (const house of housesOfSite(site, projectId)) {
    atomic.set(keys.pilotReport(projectId, house.id), reportOf(house, nowS));
  }
}

/** Temperatures are those of the dwellings' sensors: none is said twice. */
function reportOf(house: DemoHouse, nowS: number): KnownReport {
  const seed = seedOf(`pilot ${house.id}`);
  const heated = heatedHouse(house.id);
  const { own, presence } = askedOf(house, nowS);
  const applied = heated.kind === "fresh" ? null : own?.change ?? presence?.change;
  const month = Number(civilDateOf(nowS * 1_000, DEFAULT_TIME_ZONE).slice(5, 7));
  return {
    ...NO_REPORT,
    appliedRevision: applied?.revision ?? REVISIONS.config,
    appliedS: nowS - DAY_S - Math.round(chance(seed, 6) * HOUR_S),
    reportedS: nowS - Math.round(chance(seed, 7) * 300),
    setpointC: heated.kind === "absent" ? ABSENT_C : appliedConfig(heated).temp_conf,
    isHeating: isHeatedMonth(month) && chance(seed, 8) < 0.6,
    isCooling: false,
    isWaterHeating: chance(seed, 9) < 0.2,
    house_status: presence?.house_status ?? "present",
  };
}

function changeOf(name: keyof typeof REVISIONS, nowS: number, days: number): PilotChange {
  const accountId = DEMO_ACCOUNTS.pilot.id;
  return { revision: REVISIONS[name], epochS: nowS - days * DAY_S, accountId };
}
