/** Figures and charts of heat pumps, boilers and solar panels. @module */

import { clamp, round } from "@/lib/base/rounding.ts";
import { known, knownTotal, sumBy } from "@/lib/base/sums.ts";
import { formatNumber, formatPercent } from "@/lib/base/text_format.ts";
import {
  type DeviceKind,
  HYBRID_METERS,
  type HybridMark,
  type HybridMeter,
} from "@/lib/facilities/equipment_kinds.ts";
import type { Device, HybridConsumption, SolarEstimation } from "@/lib/facilities/schema.ts";
import { HYBRID_NAMES, SOLAR_NAMES } from "@/lib/facilities/text.ts";
import type { AnnotatedSlot } from "@/lib/series/range_notes.ts";
import { COMPARABLE } from "@/lib/series/range_rows.ts";
import { type ChartAxis, type ChartModel, chartModel } from "@/lib/ui/chart_model.ts";
import type { MarkSpec } from "@/lib/ui/chart_paths.ts";
import { chartScale, STEP_COUNT, WIDE_CHART } from "@/lib/ui/chart_scale.ts";

/** Heat produced by boilers and heat pumps in a slot. */
export type HybridSlot = HybridConsumption["slots"][number];

/** A slot with its events and annotations. */
export type HybridRow = HybridSlot & AnnotatedSlot<HybridMark>;

interface HybridTotals extends Omit<HybridSlot, "slot" | "missing"> {
  readonly cop: number | null;
}

/** Decimals of a COP and of a coverage. @spec facilities.heat-pumps "Heat pump COP and coverage rounded to 2 decimals" */
const DECIMALS = 2;

/**
 * The heat pumps' share of the heat of a boiler room.
 *
 * @spec facilities.heat-pumps "labels each bar with the heat-pump share; percentage bars cap at 100"
 * @param heatPumpKWh heat produced by the heat pumps
 * @param boilerKWh energy consumed by the boilers
 * @returns %, 0 to 100 with two decimals; null when a term is unknown or the sum is 0
 */
export function heatPumpPercent(
  heatPumpKWh: number | null,
  boilerKWh: number | null,
): number | null {
  if (heatPumpKWh === null || boilerKWh === null || heatPumpKWh + boilerKWh <= 0) return null;
  return clamp(round(100 * heatPumpKWh / (heatPumpKWh + boilerKWh), DECIMALS), 0, 100);
}

/**
 * The coefficient of performance: heat produced per kWh of electricity consumed.
 *
 * @spec facilities.heat-pumps
 * @returns two decimals; null when a term is unknown or nothing was consumed
 */
export function cop(heatPumpKWh: number | null, inputKWh: number | null): number | null {
  if (heatPumpKWh === null || inputKWh === null || inputKWh <= 0) return null;
  return round(heatPumpKWh / inputKWh, DECIMALS);
}

/** Meters of which the COP needs every reading, and those of which the share does. @spec facilities.heat-pumps */
const COP_METERS = ["heat-pump", "heat-pump-input"] as const;
const SHARE_METERS = ["heat-pump", "boiler"] as const;

/** The COP of a slot; null also when a heat pump in service was not read, or only in part. @spec facilities.heat-pumps */
export function slotCop(slot: HybridSlot): number | null {
  return lacks(slot, COP_METERS) ? null : cop(slot.heatPumpKWh, slot.heatPumpInputKWh);
}

/** The heat pumps' share of a slot; null also when a meter of it was not read, or only in part. @spec facilities.heat-pumps */
export function slotPercent(slot: Omit<HybridSlot, "heatPumpPercent">): number | null {
  return lacks(slot, SHARE_METERS) ? null : heatPumpPercent(slot.heatPumpKWh, slot.boilerKWh);
}

/**
 * Totals of boilers and heat pumps over several slots. Shares and COP are computed from sums, never as means, over the
 * slots where both terms are known, of every heat pump in service.
 *
 * @spec facilities.heat-pumps
 */
export function hybridTotals(slots: readonly HybridSlot[]): HybridTotals {
  return {
    boilerKWh: knownTotal(slots.map(({ boilerKWh }) => boilerKWh)),
    heatPumpKWh: knownTotal(slots.map(({ heatPumpKWh }) => heatPumpKWh)),
    heatPumpInputKWh: knownTotal(slots.map(({ heatPumpInputKWh }) => heatPumpInputKWh)),
    heatPumpPercent: heatPumpPercent(
      ...totalsOfBoth(withReadings(slots, SHARE_METERS), ({ boilerKWh }) => boilerKWh),
    ),
    cop: cop(
      ...totalsOfBoth(withReadings(slots, COP_METERS), ({ heatPumpInputKWh }) => heatPumpInputKWh),
    ),
  };
}

function withReadings(slots: readonly HybridSlot[], meters: readonly HybridMeter[]) {
  return slots.filter((slot) => !lacks(slot, meters));
}

function lacks({ missing = [] }: Pick<HybridSlot, "missing">, meters: readonly HybridMeter[]) {
  return meters.some((meter) => missing.includes(meter));
}

/** Totals of the heat pumps and of another figure, over the slots where both are known. */
function totalsOfBoth(
  slots: readonly HybridSlot[],
  otherOf: (slot: HybridSlot) => number | null,
): [number | null, number | null] {
  const both = slots.filter((slot) => slot.heatPumpKWh !== null && otherOf(slot) !== null);
  return [knownTotal(both.map(({ heatPumpKWh }) => heatPumpKWh)), knownTotal(both.map(otherOf))];
}

/** The slots of a chart. */
interface MachineAxis extends ChartAxis {
  /** Texts of the marked slots. */
  readonly marks?: readonly MarkSpec[];
}

/** Number of bars above which they are too narrow for a label. */
const MAX_LABELLED_BARS = 31;

/**
 * Chart of heat pump production, each bar labelled with its share of the heat, with the boilers' production as a line.
 *
 * @spec facilities.heat-pump-chart "Heat-pump production graph labels each bar with the heat-pump share; percentage bars cap at 100"
 * @returns null when no heat pump is metered
 */
export function heatPumpChart(
  slots: readonly HybridSlot[],
  axis: MachineAxis,
): ChartModel | null {
  if (slots.every(({ heatPumpKWh }) => heatPumpKWh === null)) return null;
  const bars = slots.map(({ heatPumpKWh, heatPumpPercent }) => ({
    value: heatPumpKWh,
    colour: "green" as const,
    label: formatPercent(heatPumpPercent, 0),
  }));
  const line = slots.map(({ boilerKWh }) => boilerKWh);
  return barsAndLine(bars, line, { ...axis, names: HYBRID_NAMES });
}

/**
 * Chart of the daily solar production, with the expected production as a line.
 *
 * @spec facilities.solar-estimation
 * @returns null when the month has no value
 */
export function solarChart(
  days: SolarEstimation["days"],
  axis: MachineAxis,
): ChartModel | null {
  const bars = days.map(({ measuredKWh }) => ({
    value: measuredKWh,
    colour: "orange" as const,
    label: "",
  }));
  const line = days.map(({ estimatedKWh }) => estimatedKWh);
  return barsAndLine(bars, line, { ...axis, names: SOLAR_NAMES });
}

interface LabelledBar {
  readonly value: number | null;
  readonly colour: "green" | "orange";
  readonly label: string;
}

function barsAndLine(
  bars: readonly LabelledBar[],
  line: readonly (number | null)[],
  { names, ...axis }: MachineAxis & {
    readonly names: { readonly bars: string; readonly line: string };
  },
): ChartModel | null {
  const figures = known([...bars.map(({ value }) => value), ...line]);
  if (figures.length === 0) return null;
  const isLineKnown = line.some((value) => value !== null);
  return chartModel({
    ...axis,
    size: WIDE_CHART,
    scale: chartScale(Math.min(0, ...figures), Math.max(0, ...figures), STEP_COUNT),
    bars,
    barName: names.bars,
    hasBareBars: bars.length > MAX_LABELLED_BARS,
    lines: isLineKnown ? [{ name: names.line, colour: "grey", values: line }] : [],
    formatValue: (kWh, decimals = 0) => formatNumber(kWh, decimals),
  });
}

/** The readings of a meter of a machine over the slots of a range. */
export interface MeterRead {
  /** In order; null without a reading. */
  readonly kWh: readonly (number | null)[];
  /** Share of each slot covered by readings, 0 to 1. */
  readonly shares: readonly number[];
  /** Whether each slot is doubtful. */
  readonly doubts?: readonly boolean[];
  /** Whether it was read before the range. */
  readonly wasRead: boolean;
  /** Its newest reading, milliseconds since 1970; null without any. */
  readonly lastMs: number | null;
}

/** The meters of a heat pump; one that is not metered has none. */
export type MachineRead = Readonly<Partial<Record<HybridMeter, MeterRead>>>;

/** A slot of a range: its bounds in milliseconds since 1970, `to` excluded. */
interface SlotBounds {
  readonly from: number;
  readonly to: number;
}

/**
 * The quantities of each slot that lack readings of a machine: their sums are partial, and so would be their ratios.
 *
 * A machine is expected from the first reading of its meters to their last: one added later, or removed, is not. In the
 * slots of these two readings, its meters must cover as much as the one that covers most; in between, the whole slot.
 * The boilers must cover as much as the production of the heat pumps.
 *
 * @spec facilities.heat-pumps
 * @param boiler the meter of the boilers; null when they are not metered
 */
export function missingMeters(
  machines: readonly MachineRead[],
  boiler: Pick<MeterRead, "kWh" | "shares"> | null,
  slots: readonly SlotBounds[],
): HybridMeter[][] {
  const inService = machines.map((machine) => ({ machine, ...serviceOf(machine, slots.length) }));
  return slots.map((slot, position) => {
    const produced = Math.max(0, ...machines.map((one) => one["heat-pump"]?.shares[position] ?? 0));
    const isBoilerPartial = (boiler?.kWh[position] ?? null) !== null &&
      isLess(boiler?.shares[position], produced);
    return HYBRID_METERS.filter((meter) =>
      meter === "boiler"
        ? isBoilerPartial
        : inService.some((one) => isMissing(one, meter, { ...slot, position }))
    );
  });
}

type InService = ReturnType<typeof serviceOf> & { readonly machine: MachineRead };

function isMissing(
  { machine, firstRank, lastMs }: InService,
  meter: HybridMeter,
  { from, to, position }: SlotBounds & { readonly position: number },
): boolean {
  const read = machine[meter];
  if (read === undefined || position < firstRank || from > lastMs) return false;
  const isBetween = position > firstRank && to <= lastMs;
  const own = Object.values(machine).map(({ shares }) => shares[position] ?? 0);
  return read.kWh[position] === null ||
    isLess(read.shares[position], isBetween ? 1 : Math.max(...own));
}

/** Whether a share of a slot is too far below another for their ratio. */
function isLess(share = 0, other: number): boolean {
  return share < COMPARABLE * other;
}

/** When a machine was in service: from the first slot with a reading of one of its meters; −1 when it was read before. */
function serviceOf(machine: MachineRead, slotCount: number) {
  const meters = Object.values(machine);
  const firsts = meters.map(({ kWh, wasRead }) => {
    const first = kWh.findIndex((one) => one !== null);
    if (wasRead) return -1;
    return first < 0 ? slotCount : first;
  });
  return {
    firstRank: Math.min(slotCount, ...firsts),
    lastMs: Math.max(-Infinity, ...meters.map(({ lastMs }) => lastMs ?? -Infinity)),
  };
}

/** A day of solar production, with its events and annotations. */
export type SolarRow = SolarEstimation["days"][number] & AnnotatedSlot;

/** Irradiance at which a panel is rated, kW/m². */
const RATED_SUN_KW_PER_M2 = 1;

/** Rated thermal power of a square metre of collector, kW/m²: the convention of the trade. */
const THERMAL_KW_PER_M2 = 0.7;

/** Share of the solar energy received that a collective hot-water plant delivers over a year. */
const THERMAL_YIELD = 0.4;

/** Share of its rated production that a photovoltaic plant delivers, after losses in heat, cables and inverter. */
const PERFORMANCE_RATIO = 0.8;

/** kWh produced per installed kW for each kWh/m² of irradiation. */
const KWH_PER_KW: Readonly<Partial<Record<DeviceKind, number>>> = {
  "solar-thermal": THERMAL_YIELD / THERMAL_KW_PER_M2,
  "solar-electric": PERFORMANCE_RATIO / RATED_SUN_KW_PER_M2,
};

export function isSolar({ kind }: Pick<Device, "kind">): boolean {
  return KWH_PER_KW[kind] !== undefined;
}

/**
 * Solar irradiation of a square metre.
 *
 * @param meanWPerM2 mean irradiance; null when not read
 * @param hours duration
 * @returns kWh/m²
 */
export function irradiationKWh(
  { meanWPerM2, hours }: { readonly meanWPerM2: number | null; readonly hours: number },
): number | null {
  return meanWPerM2 === null ? null : meanWPerM2 * hours / 1_000;
}

/**
 * Expected production of solar machines for an irradiation; machines of unknown power are left out.
 *
 * @spec facilities.solar-estimation
 * @param sunKWhPerM2 irradiation; null when unknown
 * @returns kWh; null without irradiation, or without a solar machine of known power
 */
export function estimatedSolarKWh(
  sunKWhPerM2: number | null,
  devices: readonly Pick<Device, "kind" | "powerKW">[],
): number | null {
  const rated = devices.filter((device) => isSolar(device) && device.powerKW !== null);
  if (sunKWhPerM2 === null || rated.length === 0) return null;
  return sumBy(
    rated,
    ({ kind, powerKW }) => sunKWhPerM2 * (powerKW ?? 0) * (KWH_PER_KW[kind] ?? 0),
  );
}

/**
 * Whether the meters of a day were read for as long as its sun: the production of half a day is not compared with the
 * sun of a whole one. The reverse is not told from a sensor that sends nothing at night.
 *
 * @spec facilities.solar-estimation
 * @param sunShare share of the day covered by the sun's readings, 0 to 1
 * @param shares the same for each meter that was read
 */
export function isReadAsLong(sunShare: number, shares: readonly number[]): boolean {
  return shares.every((share) => share >= COMPARABLE * sunShare);
}

/**
 * The measured production as a share of the expected one, over the days on which both are known.
 *
 * @spec facilities.solar-estimation
 * @returns %; null when nothing was expected on these days
 */
export function measuredPercent(
  days: readonly Pick<SolarRow, "measuredKWh" | "estimatedKWh">[],
): number | null {
  const known = days.flatMap(({ measuredKWh, estimatedKWh }) =>
    measuredKWh === null || estimatedKWh === null ? [] : [{ measuredKWh, estimatedKWh }]
  );
  const estimated = sumBy(known, ({ estimatedKWh }) => estimatedKWh);
  return estimated <= 0 ? null : 100 * sumBy(known, ({ measuredKWh }) => measuredKWh) / estimated;
}
