import { keys } from "@/lib/backend/kv/keys.ts";
import type { Entry, Key, Store } from "@/lib/backend/kv/store.ts";
import { type ArrivalName, processOf } from "./arrival_names.ts";

/** Maximum bytes read to find new arrivals: above it, everything is read again. */
const MOST_BYTES = 4 * 1024 * 1024;
/** Maximum number of processes that wrote in the newest bucket: above it, everything is read again. */
const MOST_PROCESSES = 8;
/** Sorts after every name of a process. */
const END = "\uffff";

/**
 * The arrivals after the known ones, in the newest known bucket and in later buckets.
 *
 * A process names its arrivals in ascending order, so its new ones in a bucket follow its known ones.
 *
 * @returns null when too much would be read
 */
export async function newEntries(
  store: Store,
  projectId: string,
  known: Iterable<ArrivalName>,
): Promise<Entry[] | null> {
  const found: Entry[] = [];
  let bytes = 0;
  const runs = runsAfter(projectId, known);
  if (runs.length > MOST_PROCESSES) return null;
  for (const run of runs) {
    for await (const entry of store.list(run)) {
      bytes += entry.value instanceof Uint8Array ? entry.value.length : 0;
      if (bytes > MOST_BYTES) return null;
      found.push(entry);
    }
  }
  return found;
}

type KeyRun = { readonly start: Key; readonly end: Key } | {
  readonly prefix: Key;
  readonly start: Key;
};

/** Key ranges after the known arrivals of each process in the newest bucket, then all later buckets. */
function runsAfter(projectId: string, known: Iterable<ArrivalName>): KeyRun[] {
  let newest = -1;
  const lastNames = new Map<string, string>();
  for (const { key } of known) {
    const [bucket, name] = [Number(key.at(-2)), String(key.at(-1))];
    if (bucket > newest) lastNames.clear();
    newest = Math.max(newest, bucket);
    const process = processOf(key);
    if (bucket === newest && name > (lastNames.get(process) ?? "")) lastNames.set(process, name);
  }
  const inBucket = [...lastNames].map(([process, name]) => ({
    start: keys.arrival(projectId, newest, `${name}\0`),
    end: keys.arrival(projectId, newest, `${process}${END}`),
  }));
  const prefix = keys.arrival.under(projectId);
  return [...inBucket, { prefix, start: keys.arrival.under(projectId, newest + 1) }];
}
