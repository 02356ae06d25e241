import type { FileInstant } from "./csv_times.ts";

/**
 * Dates the lines of a file in the hour that the clock shows twice: in the order of the file, the lines of a series are in
 * one of the two hours until their time goes back, or forward in a file with the newest line first, then in the other.
 *
 * @spec imports.repeated-hours
 */
export class RepeatedHours {
  /** The last instant of each series that has lines in such an hour. */
  readonly #lastOf = new Map<string, number>();
  #lineS = NaN;
  /** Positive when most lines are later than the line before. */
  #trend = 0;

  /** Notes the instant of the next line. */
  addLine({ epochS }: Pick<FileInstant, "epochS">): void {
    if (epochS > this.#lineS) this.#trend++;
    else if (epochS < this.#lineS) this.#trend--;
    this.#lineS = epochS;
  }

  /** The second of a value of the last line. @param series name of its series, with its dwelling */
  secondOf(series: string, { epochS, laterS }: Pick<FileInstant, "epochS" | "laterS">): number {
    if (laterS === undefined) return epochS;
    const before = this.#lastOf.get(series);
    const isLater = this.#trend < 0
      ? before === undefined || before > laterS
      : before !== undefined && before >= epochS;
    const second = isLater ? laterS : epochS;
    this.#lastOf.set(series, second);
    return second;
  }
}
