import type { BalanceReadings } from "./month_readings.ts";
import { SOURCE_KINDS } from "./settings/source_kinds.ts";
import type { BalanceMeter, BalanceMeterEvent, MonthReading } from "./types.ts";

/**
 * Meter events within a month, for the meters that supply its figures.
 *
 * @spec series.meter-events
 * @returns events of the source, then of hot water, then of solar, each in order
 */
export function balanceMeterEvents(readings: BalanceReadings): BalanceMeterEvent[] {
  const { sourceKind, source, hotWaterVolumes, hotWaterEnergies, solar } = readings;
  return [
    ...eventsOf(SOURCE_KINDS[sourceKind].fuel, [source]),
    ...eventsOf("hot-water", [...hotWaterVolumes, ...hotWaterEnergies]),
    ...eventsOf("solar", solar),
  ];
}

function eventsOf(meter: BalanceMeter, readings: readonly MonthReading[]): BalanceMeterEvent[] {
  return readings.flatMap(({ events = [] }) => events.map((event) => ({ ...event, meter })));
}
