import { ByteWriter } from "@/lib/backend/kv/series/bytes.ts";
import { DATA_KINDS } from "@/lib/domain/series/types.ts";
import type { NamedSeries } from "./runs.ts";

/** The first bytes of the runs of series, id and kind, written once and copied into each arrival. */
export class RunHeads {
  readonly #written = new ByteWriter();
  /** Start of the bytes of each series, by its number, then the end of the last one. */
  readonly #starts: number[] = [0];

  /** Adds the series that are new at the end of a list. */
  extend(series: readonly NamedSeries[]): void {
    for (const { storedId, kind } of series.slice(this.#starts.length - 1)) {
      this.#written.text(storedId);
      this.#written.byte(DATA_KINDS.indexOf(kind));
      this.#starts.push(this.#written.length);
    }
  }

  lengthOf(number: number): number {
    return (this.#starts[number + 1] ?? 0) - (this.#starts[number] ?? 0);
  }

  /** @throws RangeError when no series has this number */
  write(writer: ByteWriter, number: number): void {
    const [from, to] = [this.#starts[number], this.#starts[number + 1]];
    if (from === undefined || to === undefined) throw new RangeError(`No series ${number}`);
    writer.copy(this.#written, from, to);
  }
}

const HEADS = new WeakMap<readonly NamedSeries[], RunHeads>();

/** The heads of a list of series, kept with it: the claims of a residence have one list, which only grows. */
export function runHeadsOf(series: readonly NamedSeries[]): RunHeads {
  const heads = HEADS.getOrInsertComputed(series, () => new RunHeads());
  heads.extend(series);
  return heads;
}
