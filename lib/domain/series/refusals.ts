/** Why readings of a collector's source are refused. */
export const REFUSAL_CAUSES = [
  "too-old",
  "future",
  "value",
  "unit",
  "text",
  "source",
  "no-room",
  "deleted",
] as const;

export type RefusalCause = typeof REFUSAL_CAUSES[number];

export interface RefusalCount {
  /** Name of the source, truncated when long; empty for the sources beyond the limit. */
  readonly source: string;
  readonly cause: RefusalCause;
  readonly count: number;
  /** First and last refusal, epoch milliseconds. */
  readonly sinceMs: number;
  readonly lastMs: number;
  /** The last time or value refused. */
  readonly example: string;
}

/** Maximum number of source and cause pairs counted separately. */
export const REFUSALS_KEPT = 60;
/** Maximum number of sources without room among them: the sources of other refusals stay named. */
const WITHOUT_ROOM_KEPT = 30;
/** How long a refusal is displayed, ms. */
export const REFUSALS_FOR_MS = 7 * 86_400_000;
/** Maximum length of a stored name or example, characters. */
const LONGEST_LABEL = 120;

/** Counts refusals by source and cause, in bounded memory. */
export class RefusalTally {
  readonly #counts = new Map<string, RefusalCount>();
  #withoutRoomCount = 0;

  /** @param known previous counts; those too old to be displayed are dropped */
  constructor(readonly nowMs: number, known: readonly RefusalCount[] = []) {
    for (const one of known) {
      if (one.lastMs > nowMs - REFUSALS_FOR_MS) this.#set(one);
    }
  }

  add(source: string, cause: RefusalCause, example: string): void {
    this.#count({
      source: source.slice(0, LONGEST_LABEL).toWellFormed(),
      cause,
      count: 1,
      sinceMs: this.nowMs,
      lastMs: this.nowMs,
      example: example.slice(0, LONGEST_LABEL).toWellFormed(),
    });
  }

  /** Adds the counts of a later tally. */
  addAll(counts: readonly RefusalCount[]): void {
    for (const one of counts) this.#count(one);
  }

  get counts(): readonly RefusalCount[] {
    return [...this.#counts.values()];
  }

  #set(one: RefusalCount): void {
    const isNew = !this.#counts.has(keyOf(one));
    if (isNew && one.cause === "no-room") this.#withoutRoomCount++;
    this.#counts.set(keyOf(one), one);
  }

  #count(one: RefusalCount): void {
    const isRoom = this.#counts.has(keyOf(one)) || this.#counts.size < REFUSALS_KEPT &&
        (one.cause !== "no-room" || this.#withoutRoomCount < WITHOUT_ROOM_KEPT);
    const counted = isRoom ? one : { ...one, source: "" };
    const known = this.#counts.get(keyOf(counted));
    const sum = known === undefined
      ? counted
      : { ...counted, count: known.count + one.count, sinceMs: known.sinceMs };
    this.#set(sum);
  }
}

function keyOf({ source, cause }: Pick<RefusalCount, "source" | "cause">): string {
  return `${cause} ${source}`;
}
