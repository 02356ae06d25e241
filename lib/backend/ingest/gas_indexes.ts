import type { GasLine } from "@/lib/domain/gas/types.ts";
import { round } from "@/lib/domain/numbers/round.ts";
import type { IsoDate } from "@/lib/domain/periods/civil_dates.ts";

export interface KnownIndex {
  readonly date: IsoDate;
  readonly index: number;
}

/** An index read on a day, and the energy since the previous one. */
export interface ReadIndex extends KnownIndex {
  readonly energy: number | null;
}

/** A register that falls is another meter's: the consumption in between is unknown. */
export function faultBetween(before: KnownIndex, read: ReadIndex): "period" | "index" | null {
  if (read.date === before.date) return "period";
  return read.index < before.index ? "index" : null;
}

/** The consumption between two readings. */
export function lineBetween(from: KnownIndex, to: ReadIndex): GasLine {
  return {
    fromDate: from.date,
    toDate: to.date,
    informative: false,
    fromIndex: from.index,
    toIndex: to.index,
    volume: round(to.index - from.index, 6),
    energy: to.energy,
    factorPta: null,
    factorPcs: null,
    factorConversion: null,
  };
}
