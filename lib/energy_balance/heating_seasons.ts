/** Reads and edits the heating seasons of a boiler room, typed or by the weather. @module */

import { type Authored, withoutAuthor } from "@/lib/api/entity.ts";
import type { Services } from "@/lib/api/services.ts";
import { isCurrent, transact, versionOf } from "@/lib/api/writes.ts";
import {
  datesOfMonth,
  type IsoDate,
  isoDate,
  type IsoMonth,
  monthOf,
  monthsOfYear,
} from "@/lib/base/civil_dates.ts";
import { civilDateOf } from "@/lib/base/time_zones.ts";
import { accountOf } from "@/lib/identity/caller.ts";
import { isBoilerRoom } from "@/lib/facilities/boiler_rooms.ts";
import type { Handler } from "@/lib/facilities/calls.ts";
import type { DailyDju } from "@/lib/facilities/degree_days.ts";
import { readEquipment } from "@/lib/facilities/equipment.ts";
import { seasonsRecord } from "@/lib/facilities/records.ts";
import type { HeatingSeason } from "@/lib/facilities/schema.ts";
import {
  askStarts,
  cachedFeatures,
  cachedProject,
  readFeatures,
} from "@/lib/residences/residences.ts";
import { keys } from "@/lib/store/keys.ts";
import { readEntry } from "@/lib/store/store.ts";
import { cachedOutdoor, readOutdoorYear } from "@/lib/weather/outdoor_temperatures.ts";
import { outdoorSourceOf } from "./dated_settings.ts";
import { readEfficiencySettings } from "./energy_settings.ts";
import { calculatedSeason, isHeatingDay, seasonByWeather, seasonYearOf } from "./heating_season.ts";

export interface BoilerRoomMonths {
  readonly projectId: string;
  readonly boilerRoomId: string;
  readonly months: readonly IsoMonth[];
}

/**
 * The seasons that apply to some months: those entered, or those computed from the weather if the residence uses them.
 *
 * @spec degree-days.seasons
 */
export async function seasonsInForce(
  services: Services,
  { projectId, boilerRoomId, months }: BoilerRoomMonths,
): Promise<HeatingSeason[]> {
  const key = keys.heatingSeasons(projectId, boilerRoomId);
  const [{ value }, features] = await Promise.all([
    readEntry(services.store, key, seasonsRecord),
    cachedFeatures(services, projectId),
  ]);
  const typed = (value ?? []).map(withoutAuthor);
  if (!features.calculatedHeatingSeason) return typed;
  return await seasonsByWeather(await weatherOf(services, projectId, boilerRoomId), typed, months);
}

/** The season of each year computed from the weather, else the entered one. */
async function seasonsByWeather(
  weather: Weather,
  typed: readonly HeatingSeason[],
  months: readonly IsoMonth[],
): Promise<HeatingSeason[]> {
  const years = [...new Set(months.map(seasonYearOf))];
  const seasons = await Promise.all(
    years.map(async (yearStart) =>
      seasonByWeather(yearStart, await weather.dailyDju(yearStart), weather.today) ??
        typed.find((season) => season.yearStart === yearStart)
    ),
  );
  return seasons.filter((season) => season !== undefined);
}

/** True when a boiler room heats today, in the time zone of its residence. @spec alarms.season */
export async function isHeatingToday(
  services: Services,
  at: { readonly projectId: string; readonly boilerRoomId: string },
): Promise<boolean> {
  const { timeZone } = await cachedProject(services, at.projectId);
  const today = civilDateOf(services.now(), timeZone);
  return isHeatingDay(await seasonsInForce(services, { ...at, months: [monthOf(today)] }), today);
}

/** The heating seasons of a boiler room, with the dates computed from the weather if the residence uses them. */
export const getHeatingSeasons: Handler<"getHeatingSeasons"> = async (services, input) => {
  const { projectId, boilerRoomId } = input;
  if (!(await isBoilerRoom(services, { projectId, boilerRoomId }))) {
    return { ok: false, code: "not-found" };
  }
  const key = keys.heatingSeasons(projectId, boilerRoomId);
  const [entry, features, weather] = await Promise.all([
    readEntry(services.store, key, seasonsRecord),
    readFeatures(services, projectId),
    weatherOf(services, projectId, boilerRoomId),
  ]);
  const { today } = weather;
  const version = versionOf(entry);
  const typed = (entry.value ?? []).map(withoutAuthor);
  if (!features.calculatedHeatingSeason) {
    const seasons = typed.map((season) => seasonEntry(boilerRoomId, season, null));
    const isHeating = isHeatingDay(typed, today);
    return { ok: true, answer: { seasons, running: null, isHeatingToday: isHeating, version } };
  }
  const inForce = await seasonsByWeather(weather, typed, [monthOf(today)]);
  const seasonOf = async (yearStart: number) =>
    calculatedSeason(yearStart, await weather.dailyDju(yearStart), today);
  const [running, ...seasons] = await Promise.all([
    seasonOf(seasonYearOf(monthOf(today))),
    ...typed.map(async (season) =>
      seasonEntry(boilerRoomId, season, await seasonOf(season.yearStart))
    ),
  ]);
  const isHeating = isHeatingDay(inForce, today);
  return { ok: true, answer: { seasons, running, isHeatingToday: isHeating, version } };
};

function seasonEntry(equipmentId: string, season: HeatingSeason, calculated: HeatingSeason | null) {
  return {
    equipmentId,
    ...season,
    calculatedDateStart: calculated?.dateStart ?? null,
    calculatedDateStop: calculated?.dateStop ?? null,
  };
}

interface Weather {
  /** Civil day of the residence. */
  readonly today: IsoDate;
  dailyDju(yearStart: number): Promise<DailyDju>;
}

/** The weather of the outdoor source of each season. */
async function weatherOf(
  services: Services,
  projectId: string,
  boilerRoomId: string,
): Promise<Weather> {
  const [{ timeZone }, sources, settings] = await Promise.all([
    cachedProject(services, projectId),
    cachedOutdoor(services, projectId),
    readEfficiencySettings(services, { projectId, boilerRoomId }),
  ]);
  const today = civilDateOf(services.now(), timeZone);
  const versions = settings.value ?? [];
  return {
    today,
    async dailyDju(yearStart) {
      const source = outdoorSourceOf(yearStart, { sources, versions, today });
      if (source === undefined) return {};
      const read = (year: number) => readOutdoorYear(services, { projectId, source, year });
      const years = await Promise.all([read(yearStart), read(yearStart + 1)]);
      const daysOf = (year: number) => monthsOfYear(year).flatMap(datesOfMonth);
      return Object.assign({}, ...years.map(({ dailyDju }) => dailyDju.of(daysOf(dailyDju.year))));
    },
  };
}

export const putHeatingSeasons: Handler<"putHeatingSeasons"> = (services, input, caller) => {
  const { projectId, boilerRoomId, version, body } = input;
  const key = keys.heatingSeasons(projectId, boilerRoomId);
  const change = { caller, action: "putHeatingSeasons", projectId } as const;
  return transact(services, change, async (atomic) => {
    const room = await readEquipment(services, { projectId, equipmentId: boilerRoomId });
    if (room.value?.kind !== "boilerroom") return { ok: false, code: "not-found" };
    const entry = await readEntry(services.store, key, seasonsRecord);
    if (!isCurrent(version, entry)) return { ok: false, code: "conflict" };
    const before = entry.value ?? [];
    const starts = newStarts(body, before);
    const confirmation = await askStarts(services, { projectId, caller }, starts);
    if (confirmation !== null) return confirmation;
    const own = { accountId: accountOf(caller) };
    const seasons = body.map((season) => before.find(isSameAs(season)) ?? { ...season, ...own });
    atomic.set(key, seasons.sort((a, b) => a.yearStart - b.yearStart));
    return { ok: true, answer: null, subject: room.value.name };
  });
};

/** A season that does not change keeps its author. */
function isSameAs({ yearStart, dateStart, dateStop }: HeatingSeason) {
  return (one: Authored<HeatingSeason>) =>
    one.yearStart === yearStart && one.dateStart === dateStart && one.dateStop === dateStop;
}

/** The first days of the seasons that are not stored yet. */
function newStarts(seasons: readonly HeatingSeason[], before: readonly HeatingSeason[]) {
  const known = new Set(before.map(({ yearStart }) => yearStart));
  return seasons.filter(({ yearStart }) => !known.has(yearStart))
    .map(({ yearStart, dateStart }) => ({ date: dateStart ?? isoDate(yearStart, 7, 1) }));
}
