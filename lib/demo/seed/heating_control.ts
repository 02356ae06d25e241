/** Writes heating settings, setpoint requests and module reports of the demo, and refreshes them. @module */

import { DAY_S, HOUR_S } from "@/lib/base/durations.ts";
import { DEFAULT_TIME_ZONE } from "@/lib/base/time_zones.ts";
import { ZonedCalendar } from "@/lib/demo/simulation/calendar.ts";
import { heatedAt } from "@/lib/demo/simulation/heating_control_series.ts";
import { faultHours, secondOfHour, STEP_S } from "@/lib/demo/simulation/hours.ts";
import { heatedShare, heatingRanks } from "@/lib/demo/simulation/plant.ts";
import { chance, seedOf } from "@/lib/demo/simulation/random.ts";
import { siteId } from "@/lib/demo/simulation/site_series.ts";
import type { PilotFeaturesRecord } from "@/lib/heating_control/records.ts";
import {
  type ModuleRequests,
  NIGHT_HOURS,
  NO_REQUESTS,
  type PilotChange,
} from "@/lib/heating_control/setpoints.ts";
import { type KnownReport, NO_REPORT } from "@/lib/heating_control/telemetry.ts";
import { keys } from "@/lib/store/keys.ts";
import type { Atomic, Store } from "@/lib/store/store.ts";
import { DEMO_ACCOUNTS } from "./accounts.ts";
import {
  ABSENT_C,
  ABSENT_DAYS,
  appliedConfig,
  type DemoHouse,
  heatedHouse,
  housesOfSite,
  OCCUPANT_RANGE_C,
  RESIDENCE_CONFIG,
} from "./dwellings.ts";
import { DEMO_FAULTS } from "./faults.ts";
import { occupancyIdOf } from "./people.ts";
import { type DemoSite, demoSites } from "./site_table.ts";

/** Days since the residence was configured. */
const CONFIG_DAYS = 40;

/** Days since an occupant chose their heating: the residence asks for less since. */
const CHOICE_DAYS = 50;

/** Revisions, in the order in which they were requested; a choice takes two, the second for its end. */
const REVISIONS = { features: 1, choice: 2, config: 4, own: 5, absent: 6, fresh: 7 } as const;

/**
 * Writes the settings of the modules of residences with a pilot, and the reports of their gateways.
 *
 * @param authorId the account that made them; in another store than the demo no occupant has chosen their heating
 */
export async function seedPilot(
  store: Store,
  now: number,
  authorId: string = DEMO_ACCOUNTS.pilot.id,
): Promise<void> {
  const by = <Changed extends { readonly change: PilotChange }>(one: Changed): Changed => ({
    ...one,
    change: { ...one.change, accountId: authorId },
  });
  const isDemo = authorId === DEMO_ACCOUNTS.pilot.id;
  for (const [index, site] of demoSites().entries()) {
    if (!site.hasPilot) continue;
    const projectId = siteId(index);
    const nowS = Math.floor(now / 1_000);
    const atomic = store.atomic()
      .set(keys.pilotFeatures(projectId), by(featuresOf(index, nowS)))
      .set(
        keys.pilotConfig(projectId),
        by({ config: RESIDENCE_CONFIG, change: changeOf("config", nowS, CONFIG_DAYS) }),
      )
      .set(keys.pilotRevision(projectId), REVISIONS.fresh);
    const silences = silencesOf(site, { projectId, filledMs: now });
    for (const house of housesOfSite(site, projectId)) {
      const { own, presence, occupant } = requestsOf(house, {
        nowS,
        silentS: silences.get(house.id),
      });
      const requests: ModuleRequests = {
        own: own && by(own),
        presence: presence && by(presence),
        occupant: isDemo ? occupant : null,
      };
      if (Object.values(requests).some((one) => one !== null)) {
        atomic.set(keys.pilotModule(projectId, house.id), requests);
      }
    }
    setReports(atomic, site, { projectId, now, filledMs: now });
    await atomic.commit();
  }
}

/** Brings the gateways' reports of modules to now. */
export async function refreshPilot(
  store: Store,
  at: { readonly now: number; readonly filledMs: number },
): Promise<void> {
  const atomic = store.atomic();
  for (const [index, site] of demoSites().entries()) {
    if (site.hasPilot) setReports(atomic, site, { projectId: siteId(index), ...at });
  }
  await atomic.commit();
}

/** The first residence controls every function; the others heating and presence. */
function featuresOf(index: number, nowS: number): PilotFeaturesRecord {
  const isFirst = index === demoSites().findIndex(({ hasPilot }) => hasPilot);
  return {
    house_status: true,
    ch_pilot: true,
    clim_pilot: isFirst,
    watertank_pilot: isFirst,
    occupantRangeC: isFirst ? OCCUPANT_RANGE_C : 0,
    change: changeOf("features", nowS, 60),
  };
}

/** Since when each module is heard no more, epoch s, by dwelling. */
function silencesOf(
  site: DemoSite,
  { projectId, filledMs }: { readonly projectId: string; readonly filledMs: number },
): ReadonlyMap<string, number> {
  const houses = housesOfSite(site, projectId);
  return new Map(DEMO_FAULTS.flatMap((fault) => {
    const { what } = fault;
    if (siteId(fault.site) !== projectId || what.kind !== "silent-module") return [];
    const id = houses[what.position]?.id ?? "";
    return [[id, secondOfHour(faultHours(fault, filledMs).from)] as const];
  }));
}

interface RequestTimes {
  readonly nowS: number;
  /** Since when its module is heard no more. */
  readonly silentS: number | undefined;
}

function requestsOf({ id }: DemoHouse, { nowS, silentS }: RequestTimes): ModuleRequests {
  const house = heatedHouse(id);
  if (house.kind === "common") return NO_REQUESTS;
  if (house.kind === "absent") {
    const change = changeOf("absent", nowS, ABSENT_DAYS);
    return { ...NO_REQUESTS, presence: { house_status: "absent", change } };
  }
  if (house.kind === "limited") {
    const change = { ...changeOf("choice", nowS, CHOICE_DAYS), accountId: null };
    const occupant = { occupancyId: occupancyIdOf(id, 0), tempC: house.choiceC, change };
    return { ...NO_REQUESTS, occupant };
  }
  const change = house.kind === "fresh"
    ? { ...changeOf("fresh", nowS, 0), epochS: freshSince(id, { nowS, silentS }) }
    : changeOf("own", nowS, 20);
  return { ...NO_REQUESTS, own: { config: house.config, change } };
}

/** When a change that waits was requested: minutes ago, or while its module was silent already. */
function freshSince(houseId: string, { nowS, silentS }: RequestTimes): number {
  if (silentS !== undefined) return silentS + ASKED_WHILE_SILENT_S;
  return nowS - 60 * Math.round(2 + 55 * chance(seedOf(`pilot ${houseId}`), 10));
}

const ASKED_WHILE_SILENT_S = 27 * HOUR_S;

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
  const silences = silencesOf(site, { projectId, filledMs });
  for (const house of housesOfSite(site, projectId)) {
    const silentS = silences.get(house.id);
    const heardS = silentS === undefined
      ? nowS - Math.round(chance(seedOf(`pilot ${house.id}`), 7) * 300)
      : silentS - STEP_S;
    const stateMs = silentS === undefined ? now : heardS * 1_000;
    const state = stateAt(house, { site, now: stateMs, filledMs });
    const report = reportOf(house, { heardS, filledS, silentS, ...state });
    atomic.set(keys.pilotReport(projectId, house.id), report);
  }
}

interface ModuleState {
  readonly setpointC: number;
  readonly isHeating: boolean;
  readonly isWaterHeating: boolean;
}

/** Share of the hours of a tank in which it heats. */
const TANK_SHARE = 0.6;

/** Set-points and activity of a module at an instant: heating in the season, hot water in its hours. */
function stateAt(
  { id }: DemoHouse,
  { site, now, filledMs }: {
    readonly site: DemoSite;
    readonly now: number;
    readonly filledMs: number;
  },
): ModuleState {
  const heated = heatedHouse(id);
  const { temp_conf, night_decrease, watertank_hours } = appliedConfig(heated);
  const day = calendar.dayAt(Math.floor(now / 1_000));
  const { year, dayOfYear, fromS, hours } = calendar.day(day);
  const hour = hours[Math.floor((now / 1_000 - fromS) / HOUR_S)] ?? 0;
  const wantedC = temp_conf - (NIGHT_HOURS.has(hour) ? night_decrease : 0);
  const setpointC = heated.kind === "absent" ? Math.min(ABSENT_C, wantedC) : wantedC;
  const ranks = heatingRanks(site.boilerRooms[0]?.flaws)(year);
  const isSeason = heatedShare(ranks, dayOfYear, hour) === 1;
  const isTankCool = chance(seedOf(`pilot ${id}`), 9 + hour) < TANK_SHARE;
  return {
    setpointC,
    isHeating: isSeason && heatedAt(id, filledMs)(day, hour) < setpointC,
    isWaterHeating: watertank_hours.includes(hour) && isTankCool,
  };
}

const calendar = new ZonedCalendar(DEFAULT_TIME_ZONE);

/** Temperatures are not reported: the dwellings' sensors send them. */
function reportOf(
  house: DemoHouse,
  { heardS, filledS, silentS, ...state }: ModuleState & {
    /** When it was heard last. */
    readonly heardS: number;
    readonly filledS: number;
    readonly silentS: number | undefined;
  },
): KnownReport {
  const heated = heatedHouse(house.id);
  const { own, presence } = requestsOf(house, { nowS: filledS, silentS });
  const change = heated.kind === "fresh" ? null : own?.change ?? presence?.change;
  const applied = change ?? changeOf("config", filledS, CONFIG_DAYS);
  return {
    ...NO_REPORT,
    ...state,
    appliedRevision: applied.revision,
    // A gateway asks each quarter of an hour.
    appliedS: applied.epochS + 60 + Math.round(chance(seedOf(`pilot ${house.id}`), 6) * 840),
    reportedS: heardS,
    isCooling: false,
    house_status: presence?.house_status ?? "present",
  };
}

function changeOf(name: keyof typeof REVISIONS, nowS: number, days: number): PilotChange {
  const accountId = DEMO_ACCOUNTS.pilot.id;
  return { revision: REVISIONS[name], epochS: nowS - days * DAY_S, accountId };
}
