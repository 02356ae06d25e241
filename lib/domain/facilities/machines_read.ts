import { HYBRID_METERS, type HybridMeter } from "./types.ts";

/** The readings of a meter of a machine over the slots of a range. */
export interface MeterRead {
  /** In order; null without a reading. */
  readonly kWh: readonly (number | null)[];
  /** Whether it was read before the range. */
  readonly wasRead: boolean;
  /** Its newest reading, milliseconds since 1970; null without any. */
  readonly lastMs: number | null;
}

/** The meters of a heat pump; one that is not metered has none. */
export type MachineRead = Readonly<Partial<Record<HybridMeter, MeterRead>>>;

/**
 * The quantities of each slot that lack the reading of a machine: their sums are partial, and so would be their ratios.
 *
 * A machine is expected from the first reading of its meters to their last: one added later, or removed, is not.
 *
 * @spec facilities.heat-pumps, decision 238
 * @param slots starts, milliseconds since 1970
 */
export function missingMeters(
  machines: readonly MachineRead[],
  slots: readonly { readonly from: number }[],
): HybridMeter[][] {
  const expected = machines.map((machine) => ({ machine, ...serviceOf(machine, slots.length) }));
  return slots.map(({ from }, rank) =>
    HYBRID_METERS.filter((meter) =>
      expected.some(({ machine, firstRank, lastMs }) =>
        rank >= firstRank && from <= lastMs && machine[meter]?.kWh[rank] === null
      )
    )
  );
}

/** When a machine was in service: from the first slot with a reading of one of its meters. */
function serviceOf(machine: MachineRead, slotCount: number) {
  const meters = Object.values(machine);
  const firsts = meters.map(({ kWh, wasRead }) => {
    const first = wasRead ? 0 : kWh.findIndex((one) => one !== null);
    return first < 0 ? slotCount : first;
  });
  return {
    firstRank: Math.min(slotCount, ...firsts),
    lastMs: Math.max(-Infinity, ...meters.map(({ lastMs }) => lastMs ?? -Infinity)),
  };
}
