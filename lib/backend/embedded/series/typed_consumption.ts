import type { ManualIndexRecord } from "@/lib/backend/records/projects.ts";
import { highest, lowest, sumBy } from "@/lib/domain/numbers/sums.ts";
import { civilDateOf } from "@/lib/domain/periods/zoned_days.ts";
import type { ManualIndex } from "@/lib/domain/projects/types.ts";
import type { SeriesReader } from "@/lib/domain/series/reader.ts";
import { countedAlong, countedBetween } from "@/lib/domain/series/register.ts";
import { judgeRegister } from "@/lib/domain/series/registers/judge.ts";
import { NO_RULE } from "@/lib/domain/series/registers/register_limits.ts";
import type { MeterEvent, RegisterJump } from "@/lib/domain/series/types.ts";
import { eventSpan, fallSpan } from "./meter_marks.ts";

export type TypedIndex = ManualIndexRecord & { readonly id: string };

/** What is counted between two indexes, null for nothing, and whether it is doubtful. */
type Counted = Pick<ManualIndex, "counted" | "doubtful">;

/** The indexes of meters, each with what is counted since the one before. @spec indexes.list */
export async function readTypedIndexes(
  reader: SeriesReader,
  ofMeter: ReadonlyMap<string, readonly TypedIndex[]>,
  timeZone: string,
): Promise<ManualIndex[]> {
  const storedIds = [...ofMeter.keys()];
  const [registers, jumps, doubtful] = await Promise.all([
    reader.registersOfMany(storedIds),
    reader.jumpsOfMany(storedIds),
    doubtfulMonths(reader, ofMeter, timeZone),
  ]);
  const all: ManualIndex[] = [];
  for (const [storedId, indexes] of ofMeter) {
    const rule = registers.get(storedId)?.rule ?? NO_RULE;
    const happened = { events: rule.events, jumps: jumps.get(storedId) ?? [], timeZone };
    const typed = indexes.toSorted((a, b) => a.epochS - b.epochS);
    const alone = judgeRegister(typed, rule).intervals;
    let before: TypedIndex | undefined;
    for (const one of typed) {
      const since = before;
      const counted = since === undefined
        ? { counted: null }
        : isDoubtful(doubtful.get(storedId), [since.date, one.date])
        ? await countedAmongReadings(reader, storedId, [since, one])
        : { counted: countedAlong(alone, { fromS: since.epochS, toS: one.epochS }) };
      const { epochS: _, ...index } = one;
      all.push({ ...index, ...counted, events: since ? marksBetween(since, one, happened) : [] });
      before = one;
    }
  }
  return all;
}

/** The months of the meters in which a figure is doubtful: only there may an index not count. */
async function doubtfulMonths(
  reader: SeriesReader,
  ofMeter: ReadonlyMap<string, readonly TypedIndex[]>,
  timeZone: string,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const found = new Map<string, string[]>();
  const years = [...ofMeter.values()].flat()
    .map(({ epochS }) => Number(civilDateOf(epochS * 1_000, timeZone).slice(0, 4)));
  const [first, last] = [lowest(years) ?? 0, highest(years) ?? -1];
  for (let year = first; year <= last; year++) {
    for (const [storedId, months] of await reader.monthsOfMany([...ofMeter.keys()], year)) {
      const some = months.flatMap(({ at, doubtful }) => doubtful ? [at] : []);
      if (some.length > 0) found.set(storedId, [...found.get(storedId) ?? [], ...some]);
    }
  }
  return found;
}

function isDoubtful(
  months: readonly string[] = [],
  [from, to]: readonly [from: string, to: string],
): boolean {
  return months.some((month) => month >= from.slice(0, 7) && month <= to.slice(0, 7));
}

/** What is counted between two indexes, of which one may not count itself, along all the readings of their meter. */
async function countedAmongReadings(
  reader: SeriesReader,
  storedId: string,
  [from, to]: readonly [TypedIndex, TypedIndex],
): Promise<Counted> {
  const range = { fromS: from.epochS, toS: to.epochS };
  const { intervals, marks } = await reader.judged(storedId, range);
  const counted = intervals.length === 0
    ? null
    : sumBy(intervals, (interval) => countedBetween(interval, range.fromS, range.toS)) / 1e6;
  return { counted, ...marks.length > 0 && { doubtful: true } };
}

/** The events and jumps of a meter between two indexes, in order. */
function marksBetween(
  { epochS: fromS }: TypedIndex,
  { epochS: toS }: TypedIndex,
  { events, jumps, timeZone }: {
    readonly events: readonly MeterEvent[];
    readonly jumps: readonly RegisterJump[];
    readonly timeZone: string;
  },
) {
  const isBetween = ({ epochS }: { readonly epochS: number }) => fromS < epochS && epochS <= toS;
  return [
    ...events.filter(isBetween).map((event) => eventSpan(event, timeZone)),
    ...jumps.filter(isBetween).map((jump) => fallSpan(jump, timeZone)),
  ].map(({ mark }) => mark);
}
