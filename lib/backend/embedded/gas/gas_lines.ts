import { keys } from "@/lib/backend/kv/keys.ts";
import { type Atomic, readEntries, readEntry, type Store } from "@/lib/backend/kv/store.ts";
import {
  gasLineOf,
  gasLineRows,
  type GasPceRecord,
  gasPceRecord,
  gasRow,
  NEW_GAS_PCE,
} from "@/lib/backend/records/gas.ts";
import { GAS_TYPES, type GasType, gasType, gasYear, mergedLines } from "@/lib/domain/gas/lines.ts";
import type { GasLastReading, GasLine } from "@/lib/domain/gas/types.ts";
import { sumBy } from "@/lib/domain/numbers/sums.ts";
import { type IsoDate, yearOf } from "@/lib/domain/periods/civil_dates.ts";

/** Which delivery point, of whom. */
export interface GasPlace {
  readonly orgId: string;
  readonly pce: string;
}

/** What a merge did. */
export interface GasCounts {
  readonly insertedCount: number;
  readonly replacedCount: number;
}

/** Years and types one commit checks, beside the delivery point's own record. */
const SLOTS_PER_COMMIT = 8;
/** Lines of a type in a year: gas days are fewer, and their value stays under what a key may hold. */
const MOST_LINES = 500;

/** Lines that no year can hold. */
export class TooManyGasLines extends Error {
  override readonly name = "TooManyGasLines";
}

/** The lines of a delivery point's year, of both types. */
export async function readGasYear(
  store: Store,
  { orgId, pce }: GasPlace,
  year: number,
): Promise<GasLine[]> {
  const found = GAS_TYPES.map((type) => keys.gasLines(orgId, pce, type, year));
  const entries = await readEntries(store, found, gasLineRows);
  return entries.flatMap(({ value }, rank) =>
    (value ?? []).map((row) => gasLineOf(row, GAS_TYPES[rank] === "informative"))
  );
}

/** The last index that published lines know on a day: those of its year and of the year before. @spec gas.import */
export async function publishedIndexOn(
  store: Store,
  place: GasPlace,
  day: IsoDate,
): Promise<{ readonly date: IsoDate; readonly index: number } | null> {
  const year = yearOf(day);
  const [own, earlier] = await Promise.all(
    [year, year - 1].map((one) => readGasYear(store, place, one)),
  );
  return [...earlier ?? [], ...own ?? []].reduce<{ date: IsoDate; index: number } | null>(
    (last, { informative, toDate: date, toIndex: index }) =>
      informative || index === null || date > day || (last !== null && date <= last.date)
        ? last
        : { date, index },
    null,
  );
}

/** How lines are merged: what the delivery point's record becomes, and who commits. */
export interface GasMerge {
  /** What is known of the delivery point besides its last reading. */
  readonly change: Partial<GasPceRecord>;
  /** Fills and commits an operation that changes so many lines; null only counts. */
  readonly commit:
    | ((fill: (atomic: Atomic) => void, changedCount: number) => Promise<boolean>)
    | null;
}

/**
 * Puts lines among those a delivery point has: the same type and period is replaced, twice the same changes nothing.
 *
 * What becomes of its record is said by the last commit: lines that stopped halfway are not taken for all.
 *
 * @spec gas.line-year
 * @returns null when another write came between: what had been committed stays, and the same lines may come again
 * @throws TooManyGasLines when a year would hold more lines than it has days
 */
export async function mergeGasLines(
  store: Store,
  place: GasPlace,
  { lines, change, commit }: GasMerge & { readonly lines: readonly GasLine[] },
): Promise<GasCounts | null> {
  const total = { insertedCount: 0, replacedCount: 0 };
  const slots = slotsOf(lines);
  for (let from = 0; from === 0 || from < slots.length; from += SLOTS_PER_COMMIT) {
    const counts = await mergeSlots(store, place, {
      slots: slots.slice(from, from + SLOTS_PER_COMMIT),
      change: from + SLOTS_PER_COMMIT >= slots.length ? change : {},
      commit,
    });
    if (counts === null) return null;
    total.insertedCount += counts.insertedCount;
    total.replacedCount += counts.replacedCount;
  }
  return total;
}

interface Slot {
  readonly type: GasType;
  readonly year: number;
  readonly lines: GasLine[];
}

function slotsOf(lines: readonly GasLine[]): Slot[] {
  const slots = new Map<string, Slot>();
  for (const line of lines) {
    const [type, year] = [gasType(line), gasYear(line)];
    const slot = slots.get(`${type} ${year}`) ?? { type, year, lines: [] };
    slot.lines.push(line);
    slots.set(`${type} ${year}`, slot);
  }
  return [...slots.values()];
}

async function mergeSlots(
  store: Store,
  { orgId, pce }: GasPlace,
  { slots, change, commit }: GasMerge & { readonly slots: readonly Slot[] },
): Promise<GasCounts | null> {
  const slotKeys = slots.map(({ type, year }) => keys.gasLines(orgId, pce, type, year));
  const [own, entries] = await Promise.all([
    readEntry(store, keys.gasPce(orgId, pce), gasPceRecord),
    readEntries(store, slotKeys, gasLineRows),
  ]);
  const merged = slots.map(({ type, lines }, rank) => {
    const rows = entries[rank]?.value ?? [];
    return mergedLines(rows.map((row) => gasLineOf(row, type === "informative")), lines);
  });
  if (merged.some(({ lines }) => lines.length > MOST_LINES)) throw new TooManyGasLines(pce);
  const coming = slots.flatMap(({ lines }) => lines);
  const before = own.value ?? NEW_GAS_PCE;
  const record = { ...before, ...change, last: lastReading(before.last, coming) };
  const counts = countsOf(merged);
  const changedCount = counts.insertedCount + counts.replacedCount;
  const written = commit === null || await commit((atomic) => {
    atomic.check({ key: own.key, versionstamp: own.versionstamp }).set(own.key, record);
    merged.forEach(({ lines, insertedCount, replacedCount }, rank) => {
      const entry = entries[rank];
      if (entry === undefined || insertedCount + replacedCount === 0) return;
      atomic.check({ key: entry.key, versionstamp: entry.versionstamp })
        .set(entry.key, lines.map(gasRow));
    });
  }, changedCount);
  return written ? counts : null;
}

function countsOf(merged: readonly GasCounts[]): GasCounts {
  const sum = (count: (one: GasCounts) => number) => sumBy(merged, count);
  return {
    insertedCount: sum((one) => one.insertedCount),
    replacedCount: sum((one) => one.replacedCount),
  };
}

/** The later of what is known and what comes; on the same day one that has an index. */
function lastReading(
  known: GasLastReading | null,
  coming: readonly GasLine[],
): GasLastReading | null {
  return coming.reduce<GasLastReading | null>((last, { toDate: date, toIndex: index }) => {
    const isLater = last === null || date > last.date || (date === last.date && index !== null);
    return isLater ? { date, index } : last;
  }, known);
}
