import type { Caller } from "../../contract/caller.ts";
import type { Input, Outcome } from "../../contract/catalogue.ts";
import { calculatedSeason, type HeatingSeason } from "../../domain/facilities/heating_season.ts";
import type { HeatingSeasonEntry } from "../../domain/facilities/types.ts";
import { civilDateOf } from "../../domain/periods/zoned_days.ts";
import { readEntry } from "../kv/entries.ts";
import { keys } from "../kv/keys.ts";
import { isBoilerRoom } from "./boiler_rooms.ts";
import { equipmentName } from "./equipment.ts";
import { cachedOutdoor, readOutdoorYear } from "./outdoor.ts";
import { readEfficiencySettings } from "./efficiency.ts";
import { seasonsRecord } from "./facility_records.ts";
import { cachedProject, readFeatures } from "./projects.ts";
import { isCurrent, saveInProject, unchanged, versionOf } from "./saving.ts";
import type { Services } from "./services.ts";

/** The heating seasons of a boiler room as they were typed. */
async function readSeasons(
  services: Services,
  projectId: string,
  boilerRoomId: string,
): Promise<HeatingSeason[]> {
  const key = keys.heatingSeasons(projectId, boilerRoomId);
  return (await readEntry(services.store, key, seasonsRecord)).value ?? [];
}

/** The seasons that count: the typed dates, or where the residence wants it those the weather tells. */
export async function seasonsInForce(
  services: Services,
  projectId: string,
  boilerRoomId: string,
): Promise<HeatingSeason[]> {
  const [typed, features] = await Promise.all([
    readSeasons(services, projectId, boilerRoomId),
    readFeatures(services, projectId),
  ]);
  if (!features.calculatedHeatingSeason) return typed;
  const calculated = await Promise.all(
    typed.map(({ yearStart }) => seasonOfWeather(services, { projectId, boilerRoomId, yearStart })),
  );
  return calculated;
}

/** The heating seasons of a boiler room, with the dates their weather tells where the residence wants them. */
export async function getHeatingSeasons(
  services: Services,
  { projectId, boilerRoomId }: Input<"getHeatingSeasons">,
): Promise<Outcome<"getHeatingSeasons">> {
  if (!(await isBoilerRoom(services, projectId, boilerRoomId))) {
    return { ok: false, code: "not-found" };
  }
  const key = keys.heatingSeasons(projectId, boilerRoomId);
  const [entry, features] = await Promise.all([
    readEntry(services.store, key, seasonsRecord),
    readFeatures(services, projectId),
  ]);
  const seasons = await Promise.all((entry.value ?? []).map(async (season) => {
    const { yearStart } = season;
    const calculated = features.calculatedHeatingSeason
      ? await seasonOfWeather(services, { projectId, boilerRoomId, yearStart })
      : null;
    return seasonEntry(boilerRoomId, season, calculated);
  }));
  return { ok: true, answer: { seasons, version: versionOf(entry) } };
}

function seasonEntry(
  equipmentId: string,
  season: HeatingSeason,
  calculated: HeatingSeason | null,
): HeatingSeasonEntry {
  return {
    equipmentId,
    ...season,
    calculatedDateStart: calculated?.dateStart ?? null,
    calculatedDateStop: calculated?.dateStop ?? null,
  };
}

/** The season by the weather of the source the settings count with; the first source without settings. */
async function seasonOfWeather(
  services: Services,
  { projectId, boilerRoomId, yearStart }: {
    projectId: string;
    boilerRoomId: string;
    yearStart: number;
  },
): Promise<HeatingSeason> {
  const [{ timeZone }, sources, settings] = await Promise.all([
    cachedProject(services, projectId),
    cachedOutdoor(services, projectId),
    readEfficiencySettings(services, projectId, boilerRoomId),
  ]);
  const wanted = settings.value?.at(-1)?.djuSource;
  const source = sources.find(({ id }) => id === wanted) ?? sources[0];
  const years = source
    ? await Promise.all(
      [yearStart, yearStart + 1].map((year) =>
        readOutdoorYear(services, { projectId, source, year })
      ),
    )
    : [];
  const daily = Object.assign({}, ...years.map((year) => year.dailyDju));
  return calculatedSeason(yearStart, daily, civilDateOf(services.now(), timeZone));
}

/** Writes the list of the heating seasons of a boiler room. */
export async function putHeatingSeasons(
  services: Services,
  { projectId, boilerRoomId, version, body }: Input<"putHeatingSeasons">,
  caller: Caller,
): Promise<Outcome<"putHeatingSeasons">> {
  if (!(await isBoilerRoom(services, projectId, boilerRoomId))) {
    return { ok: false, code: "not-found" };
  }
  const key = keys.heatingSeasons(projectId, boilerRoomId);
  const entry = await readEntry(services.store, key, seasonsRecord);
  if (!isCurrent(version, entry)) return { ok: false, code: "conflict" };
  const seasons = body.toSorted((a, b) => a.yearStart - b.yearStart);
  const subject = await equipmentName(services, projectId, boilerRoomId);
  const change = { caller, action: "putHeatingSeasons", projectId, subject } as const;
  const saved = await saveInProject(services, change, (atomic) => {
    atomic.check(unchanged(entry)).set(key, seasons);
  });
  return saved.ok ? { ok: true, answer: null } : saved;
}
