/** Answers the production of heat pumps and boilers, and the estimated solar production. @module */

import type { Services } from "@/lib/api/services.ts";
import { monthOf, monthStart, yearOf } from "@/lib/base/civil_dates.ts";
import { HOUR_MS } from "@/lib/base/durations.ts";
import { daysOfMonth, type PeriodRange } from "@/lib/base/periods.ts";
import { civilDays } from "@/lib/base/slots.ts";
import { civilDateOf, type ZonedSlot, zonedSlots } from "@/lib/base/time_zones.ts";
import { readBoilerRoom } from "@/lib/facilities/boiler_rooms.ts";
import type { Handler } from "@/lib/facilities/calls.ts";
import { HYBRID_METERS } from "@/lib/facilities/equipment_kinds.ts";
import { shownRange } from "@/lib/facilities/readings.ts";
import type { Device } from "@/lib/facilities/schema.ts";
import { inQuantity, SOURCE_KINDS } from "@/lib/facilities/source_kinds.ts";
import { cachedProject } from "@/lib/residences/residences.ts";
import { rangeSlots, registerMarks } from "@/lib/series/range_reads.ts";
import type { RangeSlot } from "@/lib/series/schema.ts";
import { cachedSeries } from "@/lib/series/series.ts";
import type { MeterMark, ProjectSeries } from "@/lib/timeseries/schema.ts";
import type { SeriesReader } from "@/lib/timeseries/series_reader.ts";
import { getEfficiency } from "./energy_settings.ts";
import { conversionFactor, gasFactorsOf, knownSum } from "./formulas.ts";
import {
  estimatedSolarKWh,
  irradiationKWh,
  isReadAsLong,
  isSolar,
  type MachineRead,
  type MeterRead,
  missingMeters,
  slotPercent,
} from "./machines.ts";

type MeterSlots = Pick<MeterRead, "kWh" | "shares" | "doubts">;

/** @param energyOf kWh of an amount in the unit of the meter */
function meterSlots(
  slots: readonly RangeSlot[],
  energyOf: (amount: number, position: number) => number | null,
): MeterSlots {
  return {
    kWh: slots.map(({ value }, position) => value === null ? null : energyOf(value, position)),
    shares: slots.map(({ completeness }) => completeness),
    doubts: slots.map(({ doubtful }) => doubtful === true),
  };
}

class Meters {
  /** Energy of each slot of a meter, by series: sums and completeness read the same meters. */
  readonly #counted = new Map<string, Promise<MeterSlots>>();

  constructor(
    private readonly services: Services,
    private readonly projectId: string,
    private readonly series: readonly ProjectSeries[],
    readonly range: PeriodRange,
    readonly timeZone: string,
  ) {}

  get slots(): ZonedSlot[] {
    return zonedSlots(this.range, this.timeZone);
  }

  /** The irradiance series; null when the residence has none. */
  get irradianceSeries(): ProjectSeries | null {
    return this.series.find(({ dataUnitId }) => dataUnitId === "IRRA") ?? null;
  }

  /** A series by its id; null when it no longer exists. */
  find(seriesId: string): ProjectSeries | null {
    return this.series.find(({ id }) => id === seriesId) ?? null;
  }

  slotsOf(series: ProjectSeries): Promise<RangeSlot[]> {
    const { range, timeZone } = this;
    const today = civilDateOf(this.services.now(), timeZone);
    return rangeSlots(this.#reader, { series, range, timeZone, today });
  }

  /** Irradiance of each slot, W/m², with the share of the slot that was read; empty when it is not measured. */
  async irradiance(): Promise<readonly RangeSlot[]> {
    const series = this.irradianceSeries;
    return series === null ? [] : await this.slotsOf(series);
  }

  /** Sum of several meters in each slot, kWh; null when none was read. */
  async kWhOf(seriesIds: readonly (string | null)[]): Promise<(number | null)[]> {
    const counted = await Promise.all(this.#known(seriesIds).map((one) => this.#energyOf(one)));
    return this.slots.map((_, index) => knownSum(counted.map(({ kWh }) => kWh[index] ?? null)));
  }

  /** A meter in each slot; null when there is none. */
  async slotsRead(seriesId: string | null): Promise<MeterSlots | null> {
    const [series] = this.#known([seriesId]);
    return series === undefined ? null : await this.#energyOf(series);
  }

  /** As `slotsRead()`, with its readings around. */
  async readOf(seriesId: string | null): Promise<MeterRead | null> {
    const [series] = this.#known([seriesId]);
    if (series === undefined) return null;
    const slots = await this.#energyOf(series);
    if (slots.shares.every((share) => share === 1)) {
      return { ...slots, wasRead: true, lastMs: Infinity };
    }
    const [wasRead, last] = await Promise.all([
      this.#wasRead(series.id),
      this.#reader.last(series.id),
    ]);
    return { ...slots, wasRead, lastMs: last && last.epochS * 1_000 };
  }

  /** Events and falls of several meters in the slots, in order. */
  async marksOf(seriesIds: readonly (string | null)[]): Promise<MeterMark[]> {
    const registers = this.#known(seriesIds).filter(({ unit }) => unit.kind === "index");
    return await registerMarks(this.#reader, registers.map(({ id }) => id), this);
  }

  #energyOf(series: ProjectSeries): Promise<MeterSlots> {
    return this.#counted.getOrInsertComputed(series.id, async () => {
      const slots = await this.slotsOf(series);
      return meterSlots(slots, (amount) => inQuantity(amount, series.unit.unit, "energy"));
    });
  }

  /** Whether a meter was read in the year before the range. */
  async #wasRead(seriesId: string): Promise<boolean> {
    const { from } = civilDays(this.range);
    const [before, now, days] = await Promise.all([
      this.#reader.months(seriesId, yearOf(from) - 1),
      this.#reader.months(seriesId, yearOf(from)),
      this.#reader.days(seriesId, { from: monthStart(from), to: from }),
    ]);
    const months = [...before, ...now].filter(({ at }) => at < monthOf(from));
    return [...months, ...days].some(({ count }) => count > 0);
  }

  get #reader(): SeriesReader {
    return this.services.seriesOf(this.projectId, this.timeZone);
  }

  #known(seriesIds: readonly (string | null)[]): ProjectSeries[] {
    return seriesIds.flatMap((id) => id === null ? [] : this.find(id) ?? []);
  }
}

async function metersOf(
  services: Services,
  projectId: string,
  range: PeriodRange,
): Promise<Meters> {
  const [series, { timeZone }] = await Promise.all([
    cachedSeries(services, projectId),
    cachedProject(services, projectId),
  ]);
  return new Meters(services, projectId, series, range, timeZone);
}

/** Heat produced by boilers and heat pumps over a range. */
export const getHybridConsumption: Handler<"getHybridConsumption"> = async (
  services,
  { projectId, boilerRoomId, segment },
) => {
  const room = await readBoilerRoom(services, { projectId, boilerRoomId });
  if (room === null) return { ok: false, code: "not-found" };
  const meters = await metersOf(
    services,
    projectId,
    await shownRange(services, { projectId, segment }),
  );
  const pumps = room.devices.filter(({ kind }) => kind === "heat-pump");
  const source = await sourceOf(services, { projectId, boilerRoomId }, meters);
  const seriesIds = {
    "heat-pump": pumps.map(({ productionSeriesId }) => productionSeriesId),
    "heat-pump-input": pumps.map(({ consumptionSeriesId }) => consumptionSeriesId),
    "boiler": [source?.series.id ?? null],
  };
  const [boiler, machines, produced, consumed, ...marks] = await Promise.all([
    boilerSlots(source, meters),
    machinesRead(pumps, meters),
    meters.kWhOf(seriesIds["heat-pump"]),
    meters.kWhOf(seriesIds["heat-pump-input"]),
    ...HYBRID_METERS.map(async (meter) =>
      (await meters.marksOf(seriesIds[meter])).map((mark) => ({ ...mark, meter }))
    ),
  ]);
  const counted = [boiler, ...machines.flatMap((machine) => Object.values(machine))];
  const missing = missingMeters(machines, boiler, meters.slots);
  const slots = meters.slots.map(({ segment: slot }, index) => {
    const read = {
      slot,
      boilerKWh: boiler?.kWh[index] ?? null,
      heatPumpKWh: produced[index] ?? null,
      heatPumpInputKWh: consumed[index] ?? null,
      missing: missing[index] ?? [],
      ...doubtAt(counted, index),
    };
    return { ...read, heatPumpPercent: slotPercent(read) };
  });
  return { ok: true, answer: { events: marks.flat(), slots } };
};

/** The mark of a slot of which some meter is doubtful. */
function doubtAt(
  meters: readonly (MeterSlots | null)[],
  index: number,
): { doubtful?: true } {
  return meters.some((meter) => meter?.doubts?.[index]) ? { doubtful: true } : {};
}

/** The meters of each heat pump. */
async function machinesRead(
  pumps: readonly Pick<Device, "productionSeriesId" | "consumptionSeriesId">[],
  meters: Meters,
): Promise<MachineRead[]> {
  return await Promise.all(pumps.map(async (pump): Promise<MachineRead> => {
    const [produced, consumed] = await Promise.all([
      meters.readOf(pump.productionSeriesId),
      meters.readOf(pump.consumptionSeriesId),
    ]);
    return {
      ...produced && { "heat-pump": produced },
      ...consumed && { "heat-pump-input": consumed },
    };
  }));
}

/** Solar production expected from irradiance, day by day of a month, with the measured one. */
export const getSolarEstimation: Handler<"getSolarEstimation"> = async (services, input) => {
  const { projectId, boilerRoomId, month } = input;
  const room = await readBoilerRoom(services, { projectId, boilerRoomId });
  if (room === null) return { ok: false, code: "not-found" };
  const range: PeriodRange = daysOfMonth(month);
  const meters = await metersOf(services, projectId, range);
  const machines = room.devices.filter(isSolar);
  const produced = machines.map(({ productionSeriesId }) => productionSeriesId);
  const [sun, measured, events, ...each] = await Promise.all([
    meters.irradiance(),
    meters.kWhOf(produced),
    meters.marksOf(produced),
    ...produced.map((seriesId) => meters.slotsRead(seriesId)),
  ]);
  const metered = machines.filter(({ productionSeriesId }) => productionSeriesId !== null);
  // Beside a measure, the production expected of the machines that were read that day.
  const expectedOn = (index: number) => {
    const read = machines.filter((_, position) => (each[position]?.kWh[index] ?? null) !== null);
    if (read.length > 0) return read;
    return metered.length === 0 ? machines : metered;
  };
  /** Share of the day that each machine was read. */
  const sharesOn = (index: number) =>
    each.flatMap((one) => one === null || one.kWh[index] === null ? [] : one.shares[index] ?? 0);
  const nowMs = services.now();
  const days = meters.slots.map(({ segment: date, from, to }, index) => {
    const { value: meanWPerM2 = null, completeness = 0 } = sun[index] ?? {};
    // The sun that was read, today so far: an hour without reading may have been of the night.
    const readMs = Math.min(completeness * (to - from), Math.max(0, nowMs - from));
    const irradiation = irradiationKWh({ meanWPerM2, hours: readMs / HOUR_MS });
    const estimatedKWh = isReadAsLong(readMs / (to - from), sharesOn(index))
      ? estimatedSolarKWh(irradiation, expectedOn(index))
      : null;
    return { date, estimatedKWh, measuredKWh: measured[index] ?? null, ...doubtAt(each, index) };
  });
  return { ok: true, answer: { events, days } };
};

export const getIrradiance: Handler<"getIrradiance"> = async (services, { projectId, segment }) => {
  const meters = await metersOf(
    services,
    projectId,
    await shownRange(services, { projectId, segment }),
  );
  const series = meters.irradianceSeries;
  if (series === null) return { ok: false, code: "not-found" };
  return {
    ok: true,
    answer: { seriesId: series.id, unit: series.unit.unit, slots: await meters.slotsOf(series) },
  };
};

type BoilerSource = Awaited<ReturnType<typeof sourceOf>>;

/** null until the source of the boilers is set. */
async function sourceOf(
  services: Services,
  place: { projectId: string; boilerRoomId: string },
  meters: Meters,
) {
  const efficiency = await getEfficiency(services, place);
  if (!efficiency.ok || efficiency.answer.sources === null) return null;
  const { sources, gazFactors } = efficiency.answer;
  const series = meters.find(sources.sourceType);
  return series && { kind: sources.sourceKind, series, gasFactors: gazFactors };
}

/** Energy of the source of the boilers in each slot, with the gas factors of the slot's month; null without source. */
async function boilerSlots(source: BoilerSource, meters: Meters): Promise<MeterSlots | null> {
  if (source === null) return null;
  const { kind, series, gasFactors } = source;
  const { measure } = SOURCE_KINDS[kind];
  const months = meters.slots.map(({ from }) => monthOf(civilDateOf(from, meters.timeZone)));
  return meterSlots(await meters.slotsOf(series), (value, index) => {
    const amount = inQuantity(value, series.unit.unit, measure);
    const factors = gasFactorsOf(gasFactors, months[index] ?? "");
    return amount === null ? null : amount * conversionFactor(kind, factors);
  });
}
