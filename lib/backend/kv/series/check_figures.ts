import { keys } from "@/lib/backend/kv/keys.ts";
import type { Store } from "@/lib/backend/kv/store.ts";
import { combinedFigures, type Figures } from "@/lib/domain/series/figures.ts";
import { emptyMonth, type MonthOfDays } from "./expected.ts";
import { dayOf, decodeRollup } from "./figures.ts";

/** Maximum number of days, and of months, of one series listed by name: the others are counted. */
const NAMED = 5;

interface FiguresPlace {
  readonly projectId: string;
  readonly seriesId: string;
  /** First day whose readings are all stored: the first of a month. */
  readonly firstWhole: number;
}

/** Differences between the stored figures of a series and the expected ones, a month at a time. */
export async function* figureFaults(
  store: Store,
  place: FiguresPlace,
  expected: AsyncIterable<MonthOfDays>,
): AsyncGenerator<string> {
  const months = await storedMonths(store, place);
  const wrongDays = new Wrong("day", "days");
  const wrongMonths = new Wrong("month", "months");
  for await (const [should, is] of sideBySide(expected, storedDays(store, place))) {
    const { month } = should;
    const firstDay = dayOf(month * 2, 0);
    for (const [at, figures] of should.days.entries()) {
      if (!same(is.days[at] ?? null, figures)) yield* wrongDays.named(firstDay + at);
    }
    const kept = months.get(month) ?? null;
    months.delete(month);
    if (!same(kept, combinedFigures(should.days))) yield* wrongMonths.named(month);
  }
  for (const month of months.keys()) yield* wrongMonths.named(month);
  yield* wrongDays.others();
  yield* wrongMonths.others();
}

class Wrong {
  #count = 0;

  constructor(private readonly one: string, private readonly several: string) {}

  *named(number: number): Generator<string> {
    if (++this.#count <= NAMED) yield `${this.one} ${number} is wrong`;
  }

  *others(): Generator<string> {
    if (this.#count > NAMED) yield `${this.#count - NAMED} more ${this.several} are wrong`;
  }
}

async function storedMonths(store: Store, { projectId, seriesId, firstWhole }: FiguresPlace) {
  const found = new Map<number, Figures>();
  for await (const entry of store.list({ prefix: keys.seriesMonths.under(projectId, seriesId) })) {
    const year = Number(entry.key.at(-1));
    for (const [rank, figures] of decodeRollup(entry.value).figures.entries()) {
      const month = year * 12 + rank;
      if (figures !== null && dayOf(month * 2, 0) >= firstWhole) found.set(month, figures);
    }
  }
  return found;
}

/** Figures of the stored days whose readings are all stored, by month. */
async function* storedDays(
  store: Store,
  { projectId, seriesId, firstWhole }: FiguresPlace,
): AsyncGenerator<MonthOfDays> {
  let current: MonthOfDays | null = null;
  for await (const entry of store.list({ prefix: keys.seriesDays.under(projectId, seriesId) })) {
    const half = Number(entry.key.at(-1));
    const { figures } = decodeRollup(entry.value);
    const month = Math.floor(half / 2);
    if (dayOf(month * 2, 0) < firstWhole || figures.every((day) => day === null)) continue;
    if (current?.month !== month) {
      if (current !== null) yield current;
      current = emptyMonth(month);
    }
    const from = dayOf(half, 0) - dayOf(month * 2, 0);
    for (const [at, day] of figures.entries()) current.days[from + at] = day;
  }
  if (current !== null) yield current;
}

/** The months of either side, in order, each with both sides. */
async function* sideBySide(
  left: AsyncIterable<MonthOfDays>,
  right: AsyncIterable<MonthOfDays>,
): AsyncGenerator<readonly [MonthOfDays, MonthOfDays]> {
  const [lefts, rights] = [left[Symbol.asyncIterator](), right[Symbol.asyncIterator]()];
  let [l, r] = [await lefts.next(), await rights.next()];
  while (!l.done || !r.done) {
    const month = Math.min(monthIn(l), monthIn(r));
    const [isLeft, isRight] = [monthIn(l) === month, monthIn(r) === month];
    const ofLeft = l.done || !isLeft ? emptyMonth(month) : l.value;
    const ofRight = r.done || !isRight ? emptyMonth(month) : r.value;
    yield [ofLeft, ofRight];
    if (isLeft) l = await lefts.next();
    if (isRight) r = await rights.next();
  }
}

function monthIn(next: IteratorResult<MonthOfDays>): number {
  return next.done ? Infinity : next.value.month;
}

function same(a: Figures | null, b: Figures | null): boolean {
  if (a === null || b === null) return a === b;
  return equal(a.millionths, b.millionths) && equal(a.min, b.min) && equal(a.max, b.max) &&
    (a.last === null || b.last === null ? a.last === b.last : equal(a.last, b.last)) &&
    a.count === b.count && a.coveredS === b.coveredS &&
    a.drawnAtStart === b.drawnAtStart && a.drawnAtEnd === b.drawnAtEnd &&
    a.isDoubtful === b.isDoubtful;
}

/** Equality in which overflowed sums, NaN on both sides, are equal. */
function equal(a: number, b: number): boolean {
  return a === b || (Number.isNaN(a) && Number.isNaN(b));
}
