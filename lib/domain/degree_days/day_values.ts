import type { IsoDate } from "@/lib/domain/periods/civil_dates.ts";

/** Slots of a month: those of days that it has not stay empty. */
const SLOTS = 31;

/** A number, or none, for each day of a year: eight bytes a day, for a process remembers years of each residence. */
export class DayValues {
  /** By month and day; NaN for none. */
  readonly slots = new Float64Array(12 * SLOTS).fill(NaN);

  constructor(readonly year: number) {}

  /** Sets the number of a day of the year; null for none. */
  set(date: IsoDate, value: number | null): void {
    this.slots[slotOf(date)] = value ?? NaN;
  }

  /** The number of a day; null for none, or for a day of another year. */
  on(date: IsoDate): number | null {
    const value = Number(date.slice(0, 4)) === this.year ? this.slots[slotOf(date)] ?? NaN : NaN;
    return Number.isNaN(value) ? null : value;
  }

  /** The numbers of some days, by day. */
  of(dates: readonly IsoDate[]): Record<IsoDate, number | null> {
    return Object.fromEntries(dates.map((date) => [date, this.on(date)]));
  }
}

function slotOf(date: IsoDate): number {
  return (Number(date.slice(5, 7)) - 1) * SLOTS + Number(date.slice(8)) - 1;
}
