import { heatedShare } from "@/lib/backend/demo/simulation/heating_days.ts";
import { heatedAt } from "@/lib/backend/demo/simulation/piloted_series.ts";
import { chance, seedOf } from "@/lib/backend/demo/simulation/random.ts";
import { siteId } from "@/lib/backend/demo/simulation/simulated_series.ts";
import { ZonedCalendar } from "@/lib/backend/demo/simulation/zoned_calendar.ts";
import { keys } from "@/lib/backend/kv/keys.ts";
import type { Atomic, Store } from "@/lib/backend/kv/store.ts";
import type { PilotFeaturesRecord } from "@/lib/backend/records/pilot.ts";
import { DEFAULT_TIME_ZONE } from "@/lib/domain/periods/zoned_days.ts";
import { type KnownReport, NO_REPORT } from "@/lib/domain/pilot/reports.ts";
import { NIGHT_HOURS } from "@/lib/domain/pilot/week.ts";
import { type AskedOfModule, NOTHING_ASKED, type PilotChange } from "@/lib/domain/pilot/wishes.ts";
import { DEMO_ACCOUNTS } from "./accounts.ts";
import { type DemoHouse, housesOfSite } from "./demo_houses.ts";
import {
  ABSENT_C,
  ABSENT_DAYS,
  appliedConfig,
  heatedHouse,
  RESIDENCE_CONFIG,
} from "./heated_house.ts";
import { type DemoSite, SITES } from "./sites.ts";

const DAY_S = 86_400;
const HOUR_S = 3_600;

/** Days since the residence was configured. */
const CONFIG_DAYS = 40;

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
        change: changeOf("config", nowS, CONFIG_DAYS),
      })
      .set(keys.pilotRevision(projectId), REVISIONS.fresh);
    for (const house of housesOfSite(site, projectId)) {
      const asked = askedOf(house, nowS);
      if (asked !== NOTHING_ASKED) atomic.set(keys.pilotModule(projectId, house.id), asked);
    }
    setReports(atomic, site, { projectId, now, filledMs: now });
    await atomic.commit();
  }
}

/** Brings what gateways say of modules to now. */
export async function refreshPilot(
  store: Store,
  at: { readonly now: number; readonly filledMs: number },
): Promise<void> {
  const atomic = store.atomic();
  for (const [index, site] of SITES.entries()) {
    if (site.hasPilot) setReports(atomic, site, { projectId: siteId(index), ...at });
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
  { projectId, now, filledMs }: {
    readonly projectId: string;
    readonly now: number;
    readonly filledMs: number;
  },
): void {
  const nowS = Math.floor(now / 1_000);
  const filledS = Math.floor(filledMs / 1_000);
  atomic.set(keys.pilotPoll(projectId), nowS - 60);
  for (const house of housesOfSite(site, projectId)) {
    const state = stateAt(house, { site, now, filledMs });
    const report = reportOf(house, { nowS, filledS, ...state });
    atomic.set(keys.pilotReport(projectId, house.id), report);
  }
}

interface ModuleState {
  readonly setpointC: number;
  readonly isHeating: boolean;
}

/** What a module aims at and does at an instant: it heats what is cooler than that, in the season. */
function stateAt(
  { id }: DemoHouse,
  { site, now, filledMs }: {
    readonly site: DemoSite;
    readonly now: number;
    readonly filledMs: number;
  },
): ModuleState {
  const heated = heatedHouse(id);
  const { temp_conf, night_decrease } = appliedConfig(heated);
  const day = calendar.dayAt(Math.floor(now / 1_000));
  const { fromS, hours } = calendar.day(day);
  const hour = hours[Math.floor((now / 1_000 - fromS) / HOUR_S)] ?? 0;
  const asked = temp_conf - (NIGHT_HOURS.has(hour) ? night_decrease : 0);
  const setpointC = heated.kind === "absent" ? Math.min(ABSENT_C, asked) : asked;
  const isSeason = heatedShare(site.boilerRooms[0]?.flaws, day, hour) === 1;
  return { setpointC, isHeating: isSeason && heatedAt(id, filledMs)(day, hour) < setpointC };
}

const calendar = new ZonedCalendar(DEFAULT_TIME_ZONE);

/** Temperatures are those of the dwellings' sensors: none is said twice. */
function reportOf(
  house: DemoHouse,
  { nowS, filledS, ...state }: ModuleState & {
    readonly nowS: number;
    readonly filledS: number;
  },
): KnownReport {
  const seed = seedOf(`pilot ${house.id}`);
  const heated = heatedHouse(house.id);
  const { own, presence } = askedOf(house, filledS);
  const asked = heated.kind === "fresh" ? null : own?.change ?? presence?.change;
  const applied = asked ?? changeOf("config", filledS, CONFIG_DAYS);
  return {
    ...NO_REPORT,
    ...state,
    appliedRevision: applied.revision,
    // A gateway asks each quarter of an hour.
    appliedS: applied.epochS + 60 + Math.round(chance(seed, 6) * 840),
    reportedS: nowS - Math.round(chance(seed, 7) * 300),
    isCooling: false,
    isWaterHeating: chance(seed, 9) < 0.2,
    house_status: presence?.house_status ?? "present",
  };
}

function changeOf(name: keyof typeof REVISIONS, nowS: number, days: number): PilotChange {
  const accountId = DEMO_ACCOUNTS.pilot.id;
  return { revision: REVISIONS[name], epochS: nowS - days * DAY_S, accountId };
}
