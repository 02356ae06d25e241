import type { BalanceReadings } from "../../contract/energy_balance_shapes.ts";
import { FRESH_DATA_SECONDS } from "../../contract/path_table.ts";
import { GAS_VOLUME_UNIT_ID } from "../../domain/energy_balance/constants.ts";
import type {
  BoilerRoomEfficiency,
  MonthMeterEvent,
  MonthReading,
  MonthReadings,
} from "../../domain/energy_balance/types.ts";
import { firstDayOf, type IsoMonth, monthOf, yearOf } from "../../domain/periods/civil_dates.ts";
import { civilDateOf, dayBounds } from "../../domain/periods/zoned_days.ts";
import type { ProjectSeries } from "../../domain/projects/types.ts";
import { completeness } from "../../domain/series/figures.ts";
import type { RollupSlot } from "../../domain/series/types.ts";
import { cachedEfficiency } from "./efficiency.ts";
import { cachedEquipments } from "./equipment.ts";
import { seasonsInForce } from "./heating_seasons.ts";
import { eventSpan, fallSpan, type MarkedSpan } from "./meter_marks.ts";
import { cachedOutdoor, outdoorMonth, readOutdoorYears, type StoredOutdoor } from "./outdoor.ts";
import { cachedProject } from "./projects.ts";
import { cachedSeries } from "./series.ts";
import type { Services } from "./services.ts";

/** Which boiler room, over which months. */
export interface BalanceAsked {
  projectId: string;
  boilerRoomId: string;
  months: readonly IsoMonth[];
}

/** What the balance of a boiler room is made of, besides readings. */
interface Basis {
  readonly name: string;
  readonly boilerRoom: BoilerRoomEfficiency | null;
  readonly series: readonly ProjectSeries[];
  readonly gasVolumes: readonly ProjectSeries[];
  /** Its meters. */
  readonly wanted: readonly string[];
  readonly sources: readonly StoredOutdoor[];
  readonly timeZone: string;
}

/**
 * All that the balance of a boiler room reads; null when there is no such boiler room.
 *
 * The same object is returned until its settings, its meters or its outdoor sensors are written.
 */
export async function readBalance(
  services: Services,
  asked: BalanceAsked,
): Promise<BalanceReadings | null> {
  const { projectId, boilerRoomId, months } = asked;
  const basis = await basisOf(services, asked);
  if (basis === null) return null;
  const sensors = basis.sources.flatMap(({ record: { seriesId } }) => seriesId ?? []);
  const today = civilDateOf(services.now(), basis.timeZone);
  const madeOf = {
    reader: services.seriesOf(projectId, basis.timeZone),
    seriesIds: [...basis.wanted, ...sensors],
  };
  return await services.memory.ofSeries(
    projectId,
    {
      what: `balance ${boilerRoomId} ${months[0]} ${months.length} ${today}`,
      freshForS: FRESH_DATA_SECONDS,
    },
    madeOf,
    () => gathered(services, asked, basis),
  );
}

async function basisOf(
  services: Services,
  { projectId, boilerRoomId }: BalanceAsked,
): Promise<Basis | null> {
  const [equipments, series, efficiency, sources, { timeZone }] = await Promise.all([
    cachedEquipments(services, projectId),
    cachedSeries(services, projectId),
    cachedEfficiency(services, { projectId, boilerRoomId }),
    cachedOutdoor(services, projectId),
    cachedProject(services, projectId),
  ]);
  const room = equipments.find(({ id }) => id === boilerRoomId)?.record;
  if (room?.kind !== "boilerroom" || !efficiency.ok) return null;
  const { sources: burned, settings, gazFactors } = efficiency.answer;
  const boilerRoom = burned === null ? null : { ...burned, settings, gazFactors };
  const gasVolumes = series.filter(({ dataUnitId }) => dataUnitId === GAS_VOLUME_UNIT_ID);
  const wanted = seriesOf(boilerRoom, gasVolumes);
  return { name: room.name, boilerRoom, series, gasVolumes, wanted, sources, timeZone };
}

async function gathered(
  services: Services,
  asked: BalanceAsked,
  basis: Basis,
): Promise<BalanceReadings> {
  const { name, boilerRoom, series, gasVolumes, wanted } = basis;
  const [seasons, outdoor, months] = await Promise.all([
    seasonsInForce(services, asked),
    outdoorMonths(services, asked, basis.sources),
    seriesMonths(services, asked, basis),
  ]);
  return {
    boilerRoomName: name,
    boilerRoom,
    seasons,
    ...outdoor,
    series: months,
    units: unitsOf(series, wanted),
    gasVolumeSeries: gasVolumes.map((one) => ({ id: one.id, name: one.renamed ?? one.unit.label })),
  };
}

function seriesOf(
  boilerRoom: BoilerRoomEfficiency | null,
  gasVolumes: readonly ProjectSeries[],
): string[] {
  const used = boilerRoom === null ? [] : [
    boilerRoom.sourceType,
    ...boilerRoom.hotWaterTypes.map(({ hotWaterType }) => hotWaterType),
    ...boilerRoom.solarTypes,
  ];
  return [...new Set([...used, ...gasVolumes.map(({ id }) => id)])];
}

function unitsOf(
  series: readonly ProjectSeries[],
  wanted: readonly string[],
): Record<string, string> {
  return Object.fromEntries(
    series.filter(({ id }) => wanted.includes(id)).map(({ id, unit }) => [id, unit.unit]),
  );
}

async function seriesMonths(
  services: Services,
  { projectId, months }: BalanceAsked,
  { wanted, timeZone }: Basis,
): Promise<Record<string, MonthReadings>> {
  const reader = services.seriesOf(projectId, timeZone);
  const years = [...new Set(months.map(yearOf))];
  const [events, falls, ...read] = await Promise.all([
    reader.eventsOfMany(wanted),
    reader.fallsOfMany(wanted),
    ...years.map((year) => reader.monthsOfMany(wanted, year)),
  ]);
  const expectedS = elapsedOf(services.now(), timeZone);
  return Object.fromEntries(wanted.map((id) => {
    const slots = read.flatMap((ofYear) => ofYear.get(id) ?? []);
    const happened = [
      ...(events.get(id) ?? []).map((event) => eventSpan(event, timeZone)),
      ...(falls.get(id) ?? []).map((fall) => fallSpan(fall, timeZone)),
    ].sort((a, b) => a.toMs - b.toMs);
    const readings = slots
      .filter((slot) => months.includes(slot.at))
      .map((slot) => {
        const reading = monthReading(slot, expectedS(slot.at));
        const ofMonth = marksOfMonth(happened, slot.at, timeZone);
        return [
          slot.at,
          ofMonth.length === 0 ? reading : { ...reading, events: ofMonth },
        ] as const;
      });
    return [id, Object.fromEntries(readings)];
  }));
}

/** How much of a month of the residence's calendar has gone by at an instant, s: any number past its end. */
function elapsedOf(nowMs: number, timeZone: string): (month: IsoMonth) => number {
  const running = monthOf(civilDateOf(nowMs, timeZone));
  const elapsedS = (nowMs - dayBounds(firstDayOf(running), timeZone).from) / 1_000;
  return (month) => month === running ? elapsedS : month < running ? Infinity : 0;
}

/** What happened to a meter in a month of the residence's calendar. */
function marksOfMonth(
  happened: readonly MarkedSpan[],
  month: IsoMonth,
  timeZone: string,
): MonthMeterEvent[] {
  const monthAt = (ms: number) => monthOf(civilDateOf(ms, timeZone));
  return happened.filter(({ fromMs, toMs }) => monthAt(fromMs) <= month && month <= monthAt(toMs))
    .map(({ mark }) => mark);
}

/** A month's consumption, and the share of what has elapsed of it that readings account for. */
function monthReading(slot: RollupSlot, elapsedS: number): MonthReading {
  return {
    value: slot.sum,
    completeness: completeness(slot, Math.min(slot.lengthS, elapsedS)),
    estimated: slot.estimated,
  };
}

type Outdoor = Pick<BalanceReadings, "dju" | "outdoorSources" | "outdoorC">;

async function outdoorMonths(
  services: Services,
  { projectId, months }: BalanceAsked,
  sources: readonly StoredOutdoor[],
): Promise<Outdoor> {
  const dju: Record<string, MonthReadings> = {};
  const outdoorC: Record<string, Record<IsoMonth, number>> = {};
  await Promise.all(sources.map(async (source) => {
    const years = await readOutdoorYears(services, { projectId, source, dates: months });
    const ofSource: Record<IsoMonth, MonthReading> = {};
    const meanC: Record<IsoMonth, number> = {};
    for (const month of months) {
      const outdoor = years.get(yearOf(month));
      if (outdoor === undefined) continue;
      const { dju: sum, meanC: mean } = outdoorMonth(outdoor, month);
      ofSource[month] = sum;
      if (mean !== null) meanC[month] = mean;
    }
    dju[source.id] = ofSource;
    outdoorC[source.id] = meanC;
  }));
  const outdoorSources = sources.map(({ id, record }) => ({ id, name: record.name }));
  return { dju, outdoorSources, outdoorC };
}
