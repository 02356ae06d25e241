/** Dwellings with their series and occupants, and every call that reads their data. @module */
import type { CallFunction, Input } from "@/lib/app/catalogue.ts";
import type { HomeRecord, OccupancyRecord } from "@/lib/housing/records.ts";
import { type HouseSettings, UNSET_HOUSE } from "@/lib/housing/schema.ts";
import type { ProjectFeatures } from "@/lib/residences/schema.ts";
import { keys } from "@/lib/store/keys.ts";
import type { Store } from "@/lib/store/store.ts";
import { storedSeriesId } from "@/lib/timeseries/readings.ts";
import type { DataUnitId } from "@/lib/timeseries/units.ts";
import type { PlatformChoices, TestPlatform } from "./a_platform.ts";
import { at, PROJECT, withMember } from "./a_residence.ts";
import { seriesDraft } from "./drafts.ts";
import { answerOf } from "./fixtures.ts";

/** Default settings of a dwelling: only its name is set. */
export function houseSettings(over: Partial<HouseSettings> = {}): HouseSettings {
  return { ...UNSET_HOUSE, name: "A12", ...over };
}

/** The body of a call that creates a dwelling. */
export function houseDraft(
  over: Partial<Input<"createHouse">["body"]> = {},
  settings: Partial<HouseSettings> = {},
): Input<"createHouse">["body"] {
  const bare = { kind: "module" as const, projectModuleId: null, serial: "" };
  return { ...bare, settings: houseSettings(settings), ...over };
}

/** Adds a dwelling and returns its id. */
export async function aHouse(
  ask: CallFunction,
  settings: Partial<HouseSettings> = {},
  serial = "",
): Promise<string> {
  const body = houseDraft({ serial }, settings);
  return (await answerOf(ask("createHouse", { projectId: PROJECT, body }))).id;
}

/** Adds a series of the dwellings and returns its id. */
export async function aHousingSeries(
  ask: CallFunction,
  dataUnitId: DataUnitId = "TEMP",
): Promise<string> {
  // Any amount may be drawn in an hour, so that tests can tell their dwellings apart.
  const limits = dataUnitId === "TEMP" ? {} : { maxRatePerHour: 1e6 };
  const body = seriesDraft({ dataUnitId, scope: "housing", ...limits });
  return (await answerOf(ask("createDataseries", { projectId: PROJECT, body }))).id;
}

/** Writes an occupant of a dwelling since 2024, whose account may open its page. */
export async function writeOccupant(
  store: Store,
  { projectId, houseId }: { projectId: string; houseId: string },
  accountId: string,
): Promise<void> {
  const record: OccupancyRecord = {
    id: "oc-1",
    name: "Ada Morel",
    email: "x@bailleur.fr",
    from: "2024-01-01",
    to: null,
    consent: null,
    accountId,
  };
  const home: HomeRecord = { isOpen: true };
  await store.atomic()
    .set(keys.occupancies(projectId, houseId), [record])
    .set(keys.moduleRights(projectId, houseId), { access: 1 })
    .set(keys.homeOfAccount(accountId, projectId, houseId), home)
    .commit();
}

/** A residence whose dwellings count cold water. */
export interface Place {
  built: TestPlatform;
  ask: CallFunction;
  /** A series of cold water, in m³. */
  series: string;
  /**
   * A dwelling whose meter counted from 0 to `m3` between 7 h and 8 h of 5 January 2026, in Paris.
   */
  house(m3: number, settings?: Partial<HouseSettings>): Promise<string>;
}

/** Runs a test on a residence with these features. */
export function withHousing(
  features: Partial<ProjectFeatures>,
  test: (place: Place) => Promise<void>,
  choices: PlatformChoices = {},
): Promise<void> {
  return withMember({ roles: ["collect"] }, async ({ built, ask, stored }) => {
    const series = await aHousingSeries(ask, "EFSV");
    const house: Place["house"] = async (m3, settings = {}) => {
      const id = await aHouse(ask, settings);
      const readings = [
        { epochS: Date.parse("2026-01-05T06:00:00Z") / 1_000, value: 0 },
        { epochS: Date.parse("2026-01-05T07:00:00Z") / 1_000, value: m3 },
      ];
      await stored.append([{ seriesId: storedSeriesId(series, id), kind: "index", readings }]);
      return id;
    };
    await test({ built, ask, series, house });
  }, { ...choices, residence: { features: { houseMode: 1, ...features } } });
}

/** The day on which water is drawn. */
export const DAY = "2026-01-05";
/** The days of its month. */
export const DAYS = "daily-2026-01";

/** Every number in an answer. */
export function numbersIn(value: unknown): number[] {
  if (typeof value === "number") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(numbersIn) : [];
}

/** One range of each kind that contains the day. */
const RANGES = [
  "monthly-2026",
  "monthly-shifted-2025",
  "weekly-2026",
  "weekly-shifted-2025",
  DAYS,
  "hourly-2026-01-05",
  "halfhourly-2026-01-05",
  "fivemin-2026-01-05",
];
const INSTANTS = ["2026-01", "2026-W02", DAY, "2026-01-05T07", "2026-01-05T07:55"];

/** Every call that reads the data of dwellings, over every kind of period. */
export function everyQuestion(ask: CallFunction, series: string, houseIds: readonly string[]) {
  const of = { ...at, series };
  return [
    ...RANGES.flatMap((segment) => [
      () => ask("getHousingRangeData", { ...at, segment }),
      () => ask("getHousingRangeStats", { ...at, segment }),
      () => ask("getSeriesRangeData", { ...of, segment }),
      () => ask("getSeriesRangeStats", { ...of, segment }),
    ]),
    ...INSTANTS.flatMap((instant) => [
      () => ask("getSeriesStats", { ...of, instant }),
      () => ask("getSeriesDetailedData", { ...of, instant }),
      () => ask("getSeriesLastSensorData", { ...of, instant }),
    ]),
    () => ask("getSeriesAnonymousData", { ...of, date: DAY }),
    ...houseIds.flatMap((houseId) => everyHouseQuestion(ask, { series, houseId })),
  ];
}

/** Every call that reads the data of one dwelling, over every kind of period. */
export function everyHouseQuestion(
  ask: CallFunction,
  { on, ...house }: { series: string; houseId: string; on?: string | undefined },
) {
  const of = { ...at, ...house };
  return [
    ...RANGES.flatMap((segment) => [
      () => ask("getHouseRangeData", { ...of, segment, on }),
      () => ask("getHouseRangeStats", { ...of, segment, on }),
      () => ask("getHouseStats", { ...of, segment, on }),
      () => ask("getHouseDetailedData", { ...of, segment, on }),
    ]),
    ...INSTANTS.map((instant) => () => ask("getHouseLastSensorData", { ...of, instant })),
  ];
}
