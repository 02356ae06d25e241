import type { Services } from "@/lib/backend/embedded/services.ts";
import { compact } from "@/lib/backend/kv/series/compaction/compact.ts";
import { pauseAfter } from "@/lib/backend/kv/series/fresh.ts";

/** Attempts before the compaction is left to the job: about ten seconds of another process's work. */
const TRIES = 400;

/**
 * Compacts the readings that an import has written before the import ends, so that the first page that reads them does
 * not wait.
 *
 * The readings are already durable: when nothing more can be written, the job does it later and reports the fault.
 *
 * @returns true when they are compacted; false when the job does it
 */
export async function compactImported(services: Services, projectId: string): Promise<boolean> {
  // Demo visits are never compacted.
  if (services.newVisit !== null) return true;
  for (let tries = 1; tries <= TRIES; tries++) {
    const end = await compact(services.store, projectId, services.now).catch(() => "failed");
    if (end === "done" || end === "failed") return end === "done";
    await pauseAfter(tries);
  }
  return false;
}
