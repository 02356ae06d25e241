import { copiedInto } from "@/lib/backend/core/typed_arrays.ts";
import type { Claims } from "@/lib/backend/sources/claims.ts";
import { type SourceDevice, unitOfDevice } from "@/lib/domain/series/sources.ts";

/** A field of a device, which a series may claim. */
interface Source {
  readonly device: SourceDevice;
  readonly field: string;
  /** Unit of its values; "" when the sender names none. */
  readonly unit: string;
}

/** Marks a source not yet looked up among the claims. */
const NOT_LOOKED_UP = -2;

/** Sources by number, with their series: each is looked up among the claims once. */
export class Sources {
  readonly #all: Source[] = [];
  #claims: Claims | null = null;
  #unclaimedCount = 0;
  /** By source, the number of its series among the claims. */
  #series = new Int32Array(16).fill(NOT_LOOKED_UP);

  get count(): number {
    return this.#all.length;
  }

  /** Number of sources looked up that no series claims. */
  get unclaimedCount(): number {
    return this.#unclaimedCount;
  }

  /** @returns the number of the new source */
  add(device: SourceDevice, field: string): number {
    const { length } = this.#series;
    if (this.#all.length === length) {
      const longer = new Int32Array(2 * length).fill(NOT_LOOKED_UP, length);
      this.#series = copiedInto(longer, this.#series);
    }
    return this.#all.push({ device, field, unit: unitOfDevice(device) }) - 1;
  }

  /** Notes the unit that a line states for a source. */
  setUnit(source: number, unit: string): void {
    const known = this.get(source);
    if (known.unit !== unit) this.#all[source] = { ...known, unit };
  }

  /** @throws RangeError when no source has this number */
  get(source: number): Source {
    const found = this.#all[source];
    if (found === undefined) throw new RangeError(`No source ${source}`);
    return found;
  }

  /** The series known for each source, according to some claims; negative for the others. */
  knownSeries(claims: Claims): Int32Array {
    if (this.#claims !== claims) {
      this.#claims = claims;
      this.#series.fill(NOT_LOOKED_UP);
      this.#unclaimedCount = 0;
    }
    return this.#series;
  }

  /** The number of the series of a source; negative for none. */
  seriesOf(source: number, claims: Claims): number {
    const known = this.knownSeries(claims);
    const series = known[source] ?? NOT_LOOKED_UP;
    if (series !== NOT_LOOKED_UP) return series;
    const { device, field } = this.get(source);
    const found = claims.seriesOf(device, field);
    if (found < 0) this.#unclaimedCount++;
    return known[source] = found;
  }
}
