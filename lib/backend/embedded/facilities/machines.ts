import { getEfficiency } from "@/lib/backend/embedded/energy_balance/efficiency.ts";
import type { Handler, Services } from "@/lib/backend/embedded/services.ts";
import { conversionFactor, gasFactorsOf } from "@/lib/domain/energy_balance/settings/source.ts";
import { SOURCE_KINDS } from "@/lib/domain/energy_balance/settings/source_kinds.ts";
import { inQuantity } from "@/lib/domain/energy_balance/units.ts";
import { slotPercent } from "@/lib/domain/facilities/heat_pump.ts";
import {
  type MachineRead,
  type MeterRead,
  missingMeters,
} from "@/lib/domain/facilities/machines_read.ts";
import {
  estimatedSolarKWh,
  irradiationKWh,
  isReadAsLong,
  isSolar,
} from "@/lib/domain/facilities/solar_estimation.ts";
import { type Device, HYBRID_METERS } from "@/lib/domain/facilities/types.ts";
import { monthOf } from "@/lib/domain/periods/civil_dates.ts";
import { HOUR_MS } from "@/lib/domain/periods/durations.ts";
import { daysOfMonth } from "@/lib/domain/periods/period.ts";
import type { PeriodRange } from "@/lib/domain/periods/period.ts";
import { civilDateOf } from "@/lib/domain/periods/zoned_days.ts";
import { readBoilerRoom } from "./boiler_rooms.ts";
import { shownRange } from "./facility_data.ts";
import { doubtsOf, type Meters, metersOf } from "./meters.ts";

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
  meters: readonly (Pick<MeterRead, "doubts"> | null)[],
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
    const read = machines.filter((_, rank) => (each[rank]?.kWh[index] ?? null) !== null);
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
async function boilerSlots(
  source: BoilerSource,
  meters: Meters,
): Promise<Pick<MeterRead, "kWh" | "shares" | "doubts"> | null> {
  if (source === null) return null;
  const { kind, series, gasFactors } = source;
  const { measure } = SOURCE_KINDS[kind];
  const months = meters.slots.map(({ from }) => monthOf(civilDateOf(from, meters.timeZone)));
  const slots = await meters.slotsOf(series);
  const kWh = slots.map(({ value }, index) => {
    const amount = value === null ? null : inQuantity(value, series.unit.unit, measure);
    const factors = gasFactorsOf(gasFactors, months[index] ?? "");
    return amount === null ? null : amount * conversionFactor(kind, factors);
  });
  return { kWh, shares: slots.map(({ completeness }) => completeness), doubts: doubtsOf(slots) };
}
