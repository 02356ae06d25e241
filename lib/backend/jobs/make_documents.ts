import {
  makeDocuments,
  type MakingOptions,
} from "@/lib/backend/embedded/contracting/document_making.ts";
import { keys } from "@/lib/backend/kv/keys.ts";
import { listIds } from "@/lib/backend/kv/lists.ts";
import { idOf, listEntries, type Store } from "@/lib/backend/kv/store.ts";
import { collectFeaturesRecord } from "@/lib/backend/records/organisations.ts";
import { leasedRun } from "./leased_run.ts";
import type { RunFaults } from "./run_faults.ts";

/**
 * Creates the missing documents of requests, in one process at a time.
 *
 * @spec contracting.making
 * @returns number of requests checked; null when another process runs the job
 * @throws AggregateError naming the requests that failed: the others were handled
 */
export function makeAllDocuments(options: MakingOptions): Promise<number | null> {
  const { store } = options;
  const job = { name: "make documents", subjects: "requests" } as const;
  return leasedRun(options, job, async (lease, faults) => {
    let count = 0;
    for (const orgId of await documentOrganisations(store, faults)) {
      for (const requestId of await requestsOf(store, orgId)) {
        if (!await lease.renew()) return count;
        await faults.try(`${orgId}/${requestId}`, async () => {
          await makeDocuments(options, { orgId, requestId });
        });
        count++;
      }
    }
    return count;
  });
}

/** The organisations that manage documents; unreadable settings are faults of the run. */
export async function documentOrganisations(
  store: Store,
  { unreadable }: RunFaults,
): Promise<string[]> {
  const prefix = keys.orgFeatures.under();
  const all = await listEntries(store, { prefix }, collectFeaturesRecord, { unreadable });
  return all.flatMap(({ key, value }) => value.documentManagement ? [idOf(key)] : []);
}

/** The requests of an organisation, and deleted ones that have left documents. */
async function requestsOf(store: Store, orgId: string): Promise<ReadonlySet<string>> {
  const [requests, made] = await Promise.all([
    listIds(store, keys.documentRequest.under(orgId)),
    listIds(store, keys.documentMaking.under(orgId)),
  ]);
  return new Set([...requests, ...made]);
}
