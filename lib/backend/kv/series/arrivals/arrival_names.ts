import type { Key } from "@/lib/backend/kv/store.ts";
import type { EncodedArrival } from "./arrival_bytes.ts";

/** Key of an arrival, and the stamp of the commit that wrote it. */
export interface ArrivalName {
  readonly key: Key;
  readonly versionstamp: string;
}

export interface WrittenArrival extends ArrivalName, EncodedArrival {}

/** Memory of an arrival besides its readings, or their bytes: its key, its stamp and its map entry. */
export const BYTES_PER_ARRIVAL = 400;

/** Digits of a rank in a key, enough for years of arrivals. */
const RANK_DIGITS = 12;

/**
 * Orders arrivals by acknowledgement: by commit, then by rank in it.
 *
 * @returns negative when `a` is first
 */
export function inOrder(a: ArrivalName, b: ArrivalName): number {
  if (a.versionstamp !== b.versionstamp) return a.versionstamp < b.versionstamp ? -1 : 1;
  return rankOf(a.key) - rankOf(b.key);
}

/** The last part of the key of an arrival, in ascending order for each process. */
export function arrivalName(process: string, rank: number): string {
  return `${process}.${String(rank).padStart(RANK_DIGITS, "0")}`;
}

/** Name of an arrival, unique in its project. */
export function nameOf(key: Key): string {
  return key.slice(-2).join("/");
}

export function processOf(key: Key): string {
  return String(key.at(-1)).split(".")[0] ?? "";
}

/** Rank of an arrival in its process; 0 for those of an earlier version of the program. */
function rankOf(key: Key): number {
  return Number(String(key.at(-1)).split(".")[1] ?? 0);
}
