import { DAY_S } from "@/lib/domain/periods/durations.ts";
import type { OnConflict } from "@/lib/domain/series/csv_content.ts";
import { mergeReadings } from "@/lib/domain/series/merge.ts";
import type { SeriesReader } from "@/lib/domain/series/reader.ts";
import { judgeRegister } from "@/lib/domain/series/registers/judge.ts";
import { type PathState, START } from "@/lib/domain/series/registers/path_state.ts";
import type { RegisterRule } from "@/lib/domain/series/registers/register_rule.ts";
import type { Point, RegisterJump } from "@/lib/domain/series/types.ts";

/** Distances within which neighbours of a file's readings are searched, s: the nearest day nearly always has them. */
const LOOKED_S = [DAY_S, 400 * DAY_S];
/** Longest span read between two parts of a file, s. */
const PIECE_S = 366 * DAY_S;

/** Readings around those of a file, from which their register is judged. */
const NEAR_READINGS = 6;

/** Finds the jumps of a register whose points are added in time order, in pieces, and what does not count. */
class JumpsSoFar {
  readonly found = new Map<string, RegisterJump>();
  /** The readings of the file that do not count, by their second. */
  readonly uncounted = new Map<number, Point>();
  #state: PathState = START;

  constructor(private readonly rule: RegisterRule) {}

  /** @param own readings of the file among them */
  add(points: readonly Point[], own: readonly Point[] = []): void {
    const { reaches, jumps, state, verdicts } = judgeRegister(points, this.rule, this.#state);
    const fromS = Math.min(...reaches.map((reach) => reach.fromS));
    // A run that waited before these points, and lasts with them, counts.
    const waitedFromS = Math.max(fromS, (this.#state.last?.epochS ?? -Infinity) + 1);
    for (const epochS of this.uncounted.keys()) {
      if (epochS >= waitedFromS) this.uncounted.delete(epochS);
    }
    const isOwn = new Set(own.map(({ epochS }) => epochS));
    for (const [at, point] of points.entries()) {
      if (isOwn.has(point.epochS) && verdicts[at] !== "counted") {
        this.uncounted.set(point.epochS, point);
      }
    }
    for (const [name, jump] of this.found) if (jump.beforeS >= fromS) this.found.delete(name);
    for (const jump of jumps) {
      this.found.set([jump.beforeS, jump.epochS, jump.before, jump.value].join(" "), jump);
    }
    this.#state = state;
  }
}

interface Range {
  readonly fromS: number;
  readonly toS: number;
}

/** Context for the readings of a part of a file. */
interface Surroundings {
  readonly rules: { readonly before: RegisterRule; readonly after: RegisterRule };
  /** Registers that other parts of the file import, in time order. */
  readonly beside: readonly Point[];
  readonly onConflict: OnConflict;
}

/** Finds the falls of one register that the readings of a file add. */
export class ImportedFalls {
  readonly #before: JumpsSoFar;
  readonly #after: JumpsSoFar;
  #toS: number | null = null;

  constructor(
    private readonly reader: SeriesReader,
    private readonly storedId: string,
    private readonly around: Surroundings,
  ) {
    this.#before = new JumpsSoFar(around.rules.before);
    this.#after = new JumpsSoFar(around.rules.after);
  }

  /** Adds a part of the file, in time order, with the stored points of its range. */
  async add(
    stored: readonly Point[],
    readings: readonly Point[],
    { fromS, toS }: Range,
  ): Promise<void> {
    const known = this.#besideIn({ fromS, toS }, stored);
    if (this.#toS === null) this.#addStored(await this.#near(fromS, -1));
    else await this.#addGap(this.#toS, fromS);
    this.#before.add(known);
    this.#after.add(mergeReadings(known, readings, "index"), readings);
    this.#toS = toS;
  }

  /**
   * @returns the new falls, in time order, without those to readings of other parts, which report them; and the readings
   * of the file that do not count
   */
  async end(): Promise<{ falls: RegisterJump[]; uncounted: Point[] }> {
    if (this.#toS === null) return { falls: [], uncounted: [] };
    this.#addStored(await this.#near(this.#toS, 1));
    const elsewhere = new Set(this.around.beside.map(({ epochS }) => epochS));
    const falls = [...this.#after.found].flatMap(([name, fall]) =>
      this.#before.found.has(name) || elsewhere.has(fall.epochS) ? [] : [fall]
    );
    return { falls, uncounted: [...this.#after.uncounted.values()] };
  }

  #addStored(points: readonly Point[]): void {
    this.#before.add(points);
    this.#after.add(points);
  }

  async #addGap(fromS: number, toS: number): Promise<void> {
    for (let atS = fromS; atS < toS; atS += PIECE_S) {
      const range = { fromS: atS, toS: Math.min(atS + PIECE_S, toS) };
      this.#addStored(await this.#pointsIn(range));
    }
  }

  async #pointsIn(range: Range): Promise<readonly Point[]> {
    return this.#besideIn(range, await this.reader.points(this.storedId, range));
  }

  /** The points of a range, with those of other parts of the file. */
  #besideIn({ fromS, toS }: Range, stored: readonly Point[]): readonly Point[] {
    const { beside, onConflict } = this.around;
    const near = beside.filter(({ epochS }) => epochS >= fromS && epochS < toS);
    if (near.length === 0) return stored;
    return onConflict === "keep"
      ? mergeReadings(near, stored, "index")
      : mergeReadings(stored, near, "index");
  }

  /** The known points nearest to a second, before it (-1) or from it on (1). */
  async #near(atS: number, side: -1 | 1): Promise<readonly Point[]> {
    let points: readonly Point[] = [];
    for (const lookedS of LOOKED_S) {
      const range = side === 1
        ? { fromS: atS, toS: atS + lookedS }
        : { fromS: Math.max(0, atS - lookedS), toS: atS };
      points = await this.#pointsIn(range);
      if (points.length >= NEAR_READINGS) break;
    }
    return side === 1 ? points.slice(0, NEAR_READINGS) : points.slice(-NEAR_READINGS);
  }
}
