import type { Claims } from "@/lib/backend/sources/claims.ts";
import type { SourceDevice } from "@/lib/domain/series/sources.ts";
import { copiedInto } from "@/lib/backend/core/typed_arrays.ts";

/** What a series may claim: a field of a device. */
export interface Source {
  readonly device: SourceDevice;
  readonly field: string;
}

/** A source that was not looked for among the claims. */
const UNASKED = -2;

/** Sources by number, with the series that take them: each is looked for among the claims once. */
export class Sources {
  readonly #all: Source[] = [];
  #claims: Claims | null = null;
  #unclaimedCount = 0;
  /** By source, the number of its series among the claims. */
  #series = new Int32Array(16).fill(UNASKED);

  get count(): number {
    return this.#all.length;
  }

  /** How many were looked for and are claimed by no series. */
  get unclaimedCount(): number {
    return this.#unclaimedCount;
  }

  /** @returns the number of the new source */
  add(device: SourceDevice, field: string): number {
    const { length } = this.#series;
    if (this.#all.length === length) {
      const longer = new Int32Array(2 * length).fill(UNASKED, length);
      this.#series = copiedInto(longer, this.#series);
    }
    return this.#all.push({ device, field }) - 1;
  }

  /** @throws RangeError when there is no source of this number */
  get(source: number): Source {
    const found = this.#all[source];
    if (found === undefined) throw new RangeError(`No source ${source}`);
    return found;
  }

  /** The series that each source is known to feed, as claims say; negative for the others. */
  knownSeries(claims: Claims): Int32Array {
    if (this.#claims !== claims) {
      this.#claims = claims;
      this.#series.fill(UNASKED);
      this.#unclaimedCount = 0;
    }
    return this.#series;
  }

  /** The number of the series that takes a source; negative when none does. */
  seriesOf(source: number, claims: Claims): number {
    const known = this.knownSeries(claims);
    const series = known[source] ?? UNASKED;
    if (series !== UNASKED) return series;
    const { device, field } = this.get(source);
    const found = claims.seriesOf(device, field);
    if (found < 0) this.#unclaimedCount++;
    return known[source] = found;
  }
}
