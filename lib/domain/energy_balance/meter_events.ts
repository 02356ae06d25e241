import type { BalanceReadings } from "./month_readings.ts";
import { SOURCE_KINDS } from "./settings/source_kinds.ts";
import type { BalanceMeter, BalanceMeterEvent, MonthReading } from "./types.ts";

/**
 * What happened within a month to the meters that its figures come from.
 *
 * @spec series.meter-events
 * @returns those of the source, of hot water, then of the sun, each in order
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
