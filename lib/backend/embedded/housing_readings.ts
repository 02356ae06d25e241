/**
 * The readings of the dwellings of a residence, as far as whoever asks may see them.
 *
 * Every call that tells of dwellings' readings goes through here: what a dwelling hides is left out before anything
 * is computed.
 *
 * @module
 */
import type { Caller } from "../../contract/caller.ts";
import {
  finenessOf,
  houseDetail,
  type HouseVisibility,
  houseVisibility,
  reaches,
} from "../../domain/housing/visibility.ts";
import { correctedReader } from "../../domain/housing/temp_offset.ts";
import type { PeriodRange } from "../../domain/periods/period.ts";
import type { ProjectFeatures, ProjectSeries } from "../../domain/projects/types.ts";
import type { Role } from "../../domain/roles/roles.ts";
import type { SeriesReader } from "../../domain/series/reader.ts";
import { storedSeriesId } from "../../domain/series/sources.ts";
import type { RangeSlot } from "../../domain/series/types.ts";
import { readHouses, type StoredHouse } from "./houses.ts";
import { readFeatures, readProject } from "./projects.ts";
import { rangeSlots } from "./range_slots.ts";
import { projectSeries } from "./series.ts";
import type { Services } from "./services.ts";

/** A residence whose dwellings' readings are asked. */
export interface HousingWorld {
  readonly features: ProjectFeatures;
  readonly houses: readonly StoredHouse[];
  /** The series of dwellings. */
  readonly series: readonly ProjectSeries[];
  readonly roles: ReadonlySet<Role>;
  readonly timeZone: string;
  /** The readings as they are shown. */
  readonly reader: SeriesReader;
}

/** A dwelling, with what the caller may see of a series in it. */
export interface SeenHouse {
  readonly id: string;
  readonly isDetailed: boolean;
  readonly anonymousGroupId: string | null;
  readonly seen: HouseVisibility;
}

/** Reads a residence for whoever asks. */
export async function readHousing(
  services: Services,
  projectId: string,
  caller: Caller,
): Promise<HousingWorld> {
  const [features, houses, all, roles, { timeZone }] = await Promise.all([
    readFeatures(services, projectId),
    readHouses(services, projectId),
    projectSeries(services, projectId),
    services.standings.of(caller).rolesOn(projectId),
    readProject(services, projectId),
  ]);
  const series = all.filter(({ scope }) => scope === "housing");
  const modules = houses.map(({ id, record: { config } }) => ({ id, config }));
  return {
    features,
    houses,
    series,
    roles,
    timeZone,
    reader: correctedReader(services.seriesOf(projectId, timeZone), {
      features,
      series,
      houses: modules,
    }),
  };
}

/** The dwellings, with what the caller may see of a series in each. */
export function seenHouses(
  { features, houses, roles }: HousingWorld,
  { dataUnitId }: ProjectSeries,
): SeenHouse[] {
  return houses.map(({ id, record: { settings } }) => {
    const reading = { features, choices: settings, dataUnitId, roles };
    return {
      id,
      isDetailed: houseDetail(reading) === "detailed",
      anonymousGroupId: settings.anonymousGroupId,
      seen: houseVisibility(reading),
    };
  });
}

/** What a range is read with. */
export interface HouseRange {
  readonly series: ProjectSeries;
  readonly range: PeriodRange;
}

/** The slots of dwellings over a range, dwelling by dwelling, in their order. */
export function slotsOfHouses<House extends { readonly id: string }>(
  { reader, timeZone }: HousingWorld,
  houses: readonly House[],
  { series, range }: HouseRange,
): Promise<(House & { slots: RangeSlot[] })[]> {
  return Promise.all(houses.map(async (house) => {
    const own = { ...series, id: storedSeriesId(series.id, house.id) };
    return { ...house, slots: await rangeSlots(reader, { series: own, range, timeZone }) };
  }));
}

/**
 * The dwellings that a range of the residence counts for the caller.
 *
 * @returns null when the range is finer than the caller may see of any
 */
export function countedHouses(
  world: HousingWorld,
  { series, range }: HouseRange,
): SeenHouse[] | null {
  const asked = finenessOf(range.type);
  const houses = seenHouses(world, series);
  const counted = houses.filter(({ seen }) => reaches(seen.together, asked));
  return counted.length === 0 && asked !== "day" ? null : counted;
}
