import { COMPARABLE } from "@/lib/domain/series/range_rows.ts";
import { HYBRID_METERS, type HybridMeter } from "./types.ts";

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
 * @spec facilities.heat-pumps, decision 238
 * @param boiler the meter of the boilers; null when they are not metered
 */
export function missingMeters(
  machines: readonly MachineRead[],
  boiler: Pick<MeterRead, "kWh" | "shares"> | null,
  slots: readonly SlotBounds[],
): HybridMeter[][] {
  const inService = machines.map((machine) => ({ machine, ...serviceOf(machine, slots.length) }));
  return slots.map((slot, rank) => {
    const produced = Math.max(0, ...machines.map((one) => one["heat-pump"]?.shares[rank] ?? 0));
    const isBoilerPartial = (boiler?.kWh[rank] ?? null) !== null &&
      isLess(boiler?.shares[rank], produced);
    return HYBRID_METERS.filter((meter) =>
      meter === "boiler"
        ? isBoilerPartial
        : inService.some((one) => isMissing(one, meter, { ...slot, rank }))
    );
  });
}

type InService = ReturnType<typeof serviceOf> & { readonly machine: MachineRead };

function isMissing(
  { machine, firstRank, lastMs }: InService,
  meter: HybridMeter,
  { from, to, rank }: SlotBounds & { readonly rank: number },
): boolean {
  const read = machine[meter];
  if (read === undefined || rank < firstRank || from > lastMs) return false;
  const isBetween = rank > firstRank && to <= lastMs;
  const own = Object.values(machine).map(({ shares }) => shares[rank] ?? 0);
  return read.kWh[rank] === null || isLess(read.shares[rank], isBetween ? 1 : Math.max(...own));
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
