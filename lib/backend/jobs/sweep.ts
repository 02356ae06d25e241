import type { Store } from "@/lib/backend/kv/store.ts";
import { purgeAudit } from "./purge_audit.ts";
import { purgeReports } from "./purge_reports.ts";
import { RunFaults } from "./run_faults.ts";
import { sweepRetired } from "./sweep_retired.ts";

interface SweepOptions {
  readonly store: Store;
  /** Epoch ms. */
  now(): number;
  /** Removes the files of interrupted deposits. */
  sweepFiles(): Promise<unknown>;
}

/**
 * Removes expired data of each kind.
 *
 * @throws AggregateError naming the kinds that failed: the others were removed
 */
export async function sweep({ store, now, sweepFiles }: SweepOptions): Promise<void> {
  const faults = new RunFaults("removals");
  const removals: Readonly<Record<string, () => Promise<unknown>>> = {
    "retired keys": () => sweepRetired(store),
    "ordered reports": () => purgeReports({ store, now, unreadable: faults.unreadable }),
    "audit logs": () => purgeAudit({ store, now }),
    "broken deposits": sweepFiles,
  };
  for (const [kind, remove] of Object.entries(removals)) {
    await faults.try(kind, async () => void await remove());
  }
  faults.end();
}
