/** Reads and merges the stored gas lines of a delivery point, year by year. @module */

import type { Services } from "@/lib/api/services.ts";
import { commitVersioned } from "@/lib/api/writes.ts";
import { type IsoDate, yearOf } from "@/lib/base/civil_dates.ts";
import { sumBy } from "@/lib/base/sums.ts";
import { keys } from "@/lib/store/keys.ts";
import {
  type Atomic,
  type MaybeEntry,
  readEntries,
  readEntry,
  type Store,
  unchanged,
} from "@/lib/store/store.ts";
import { GAS_TYPES, type GasType, gasType, gasYear, mergedLines, surplusLines } from "./lines.ts";
import {
  gasLineOf,
  type GasLineRow,
  gasLineRows,
  type GasPceRecord,
  gasPceRecord,
  gasRow,
  NEW_GAS_PCE,
} from "./records.ts";
import type { GasLastReading, GasLine } from "./schema.ts";

/** A delivery point of an organisation. */
interface GasPlace {
  readonly orgId: string;
  readonly pce: string;
}

/** Result of a merge. */
export interface GasCounts {
  readonly insertedCount: number;
  readonly replacedCount: number;
}

/** Years and types checked by one commit, besides the delivery point's own record. */
const SLOTS_PER_COMMIT = 8;
/** Maximum lines of a type in a year: more than the gas days of a year, and within the size of a value. */
const MOST_LINES = 500;

/** A merge, and the new lines without room in their year, which it leaves out. */
interface GasMerged extends GasCounts {
  readonly surplus: readonly GasLine[];
}

/** The lines of a delivery point's year, of both types. */
export async function readGasYear(
  store: Store,
  { orgId, pce }: GasPlace,
  year: number,
): Promise<GasLine[]> {
  const found = GAS_TYPES.map((type) => keys.gasLines(orgId, pce, type, year));
  const entries = await readEntries(store, found, gasLineRows);
  return entries.flatMap(({ value }, position) =>
    (value ?? []).map((row) => gasLineOf(row, GAS_TYPES[position] === "informative"))
  );
}

/** The last index of the published lines on a day, in its year and the year before. @spec gas.import */
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

interface MergeCounts {
  /** Number of lines that the commit changes. */
  readonly changedCount: number;
  /** Number of lines that are merged. */
  readonly lineCount: number;
}

/** Options of a merge: the change of the delivery point's record, and the audit line. */
export interface GasMerge {
  /** The changed fields of the delivery point besides its last reading. */
  readonly change: Partial<GasPceRecord>;
  /** Adds the audit line to a commit; null only counts, without a commit. */
  readonly audit: ((atomic: Atomic, merged: MergeCounts) => void) | null;
  /** Nothing is written when a year has no room for some lines. */
  readonly isWhole?: boolean;
}

/**
 * Merges lines into those of a delivery point: the same type and period is replaced, a repeated merge changes nothing.
 *
 * The last commit writes the change of the record: an interrupted merge does not count as complete.
 *
 * @spec gas.line-year
 * @returns null on a conflict: earlier commits remain, and the same lines may be merged again
 */
export async function mergeGasLines(
  services: Pick<Services, "store" | "versions">,
  place: GasPlace,
  { lines, change, audit, isWhole = false }: GasMerge & { readonly lines: readonly GasLine[] },
): Promise<GasMerged | null> {
  const merged = await mergedSlots(services.store, place, lines);
  const surplus = merged.flatMap((slot) => slot.surplus);
  const done = { ...countsOf(merged), surplus };
  if (audit === null || (isWhole && surplus.length > 0)) return done;
  const lineCount = lines.length - surplus.length;
  for (let from = 0; from === 0 || from < merged.length; from += SLOTS_PER_COMMIT) {
    const isLast = from + SLOTS_PER_COMMIT >= merged.length;
    const isWritten = await writeSlots(services, place, {
      slots: merged.slice(from, from + SLOTS_PER_COMMIT),
      change: isLast ? change : {},
      audit: (atomic, changedCount) => audit(atomic, { changedCount, lineCount }),
    });
    if (!isWritten) return null;
  }
  return done;
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
    slots.getOrInsertComputed(`${type} ${year}`, () => ({ type, year, lines: [] }))
      .lines.push(line);
  }
  return [...slots.values()];
}

/** The lines of a year, merged into the stored ones. */
interface MergedSlot extends GasCounts {
  readonly entry: MaybeEntry;
  /** The new lines that it has. */
  readonly coming: readonly GasLine[];
  readonly lines: readonly GasLine[];
  /** The new lines without room in the year. */
  readonly surplus: readonly GasLine[];
}

/** The merged lines of all their years: each year is read once, and none is written before all are known to have room. */
async function mergedSlots(
  store: Store,
  { orgId, pce }: GasPlace,
  lines: readonly GasLine[],
): Promise<MergedSlot[]> {
  const slots = slotsOf(lines);
  const slotKeys = slots.map(({ type, year }) => keys.gasLines(orgId, pce, type, year));
  const entries = await readEntries(store, slotKeys, gasLineRows);
  return slots.flatMap((slot, position) => {
    const entry = entries[position];
    return entry === undefined ? [] : [mergedSlot(slot, entry)];
  });
}

function mergedSlot(
  { type, lines: coming }: Slot,
  entry: MaybeEntry<readonly GasLineRow[]>,
): MergedSlot {
  const known = (entry.value ?? []).map((row) => gasLineOf(row, type === "informative"));
  const surplus = new Set(surplusLines(known, coming, MOST_LINES));
  const fitting = coming.filter((line) => !surplus.has(line));
  return { entry, coming: fitting, surplus: [...surplus], ...mergedLines(known, fitting) };
}

interface SlotWrite extends Pick<GasMerge, "change"> {
  readonly slots: readonly MergedSlot[];
  readonly audit: (atomic: Atomic, changedCount: number) => void;
}

/** Writes a few years, and the record of their delivery point. @returns false on a conflict */
async function writeSlots(
  services: Pick<Services, "store" | "versions">,
  { orgId, pce }: GasPlace,
  { slots, change, audit }: SlotWrite,
): Promise<boolean> {
  const { store } = services;
  const own = await readEntry(store, keys.gasPce(orgId, pce), gasPceRecord);
  const before = own.value ?? NEW_GAS_PCE;
  const coming = slots.flatMap((slot) => slot.coming);
  const record = { ...before, ...change, last: lastReading(before.last, coming) };
  const atomic = store.atomic().check(unchanged(own)).set(own.key, record);
  for (const { entry, lines, insertedCount, replacedCount } of slots) {
    if (insertedCount + replacedCount === 0) continue;
    atomic.check(unchanged(entry)).set(entry.key, lines.map(gasRow));
  }
  const { insertedCount, replacedCount } = countsOf(slots);
  audit(atomic, insertedCount + replacedCount);
  // Answers with lines read them from the store; the list of delivery points shows the last.
  return await commitVersioned(services, [{ kind: "figures", id: orgId }], atomic) !== null;
}

function countsOf(merged: readonly GasCounts[]): GasCounts {
  const sum = (count: (one: GasCounts) => number) => sumBy(merged, count);
  return {
    insertedCount: sum((one) => one.insertedCount),
    replacedCount: sum((one) => one.replacedCount),
  };
}

/** The later of the known and the new reading; on the same day, the one with an index. */
function lastReading(
  known: GasLastReading | null,
  coming: readonly GasLine[],
): GasLastReading | null {
  return coming.reduce<GasLastReading | null>((last, { toDate: date, toIndex: index }) => {
    const isLater = last === null || date > last.date || (date === last.date && index !== null);
    return isLater ? { date, index } : last;
  }, known);
}
