import type { Services } from "@/lib/backend/embedded/services.ts";
import { compact } from "@/lib/backend/kv/series/compaction/compact.ts";
import { pauseAfter } from "@/lib/backend/kv/series/fresh.ts";

/** Tries before the compaction is left to the job: about ten seconds of another one's work. */
const TRIES = 400;

/**
 * Puts readings that an import has written in place, before the import is said to be done: the first page that reads
 * them does not wait for it.
 *
 * The readings are durable already: where nothing more can be written, the job does it later, and tells the fault.
 *
 * @returns whether they are in place; false when the job does it
 */
export async function compactImported(services: Services, projectId: string): Promise<boolean> {
  // A visit of the demo is never compacted.
  if (services.newVisit !== null) return true;
  for (let tries = 1; tries <= TRIES; tries++) {
    const end = await compact(services.store, projectId, services.now).catch(() => "failed");
    if (end === "done" || end === "failed") return end === "done";
    await pauseAfter(tries);
  }
  return false;
}
