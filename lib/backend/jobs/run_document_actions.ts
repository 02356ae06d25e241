import { accountRecord } from "@/lib/backend/accounts/records.ts";
import { runDocumentAction } from "@/lib/backend/embedded/contracting/document_actions.ts";
import type { Services } from "@/lib/backend/embedded/services.ts";
import { keys } from "@/lib/backend/kv/keys.ts";
import { listEntries, readEntry, type Store } from "@/lib/backend/kv/store.ts";
import { documentActionRecord } from "@/lib/backend/records/contracting.ts";
import { type AccountCaller, memberCaller } from "@/lib/contract/caller.ts";
import { leasedRun } from "./leased_run.ts";
import type { Lease } from "./leases.ts";
import { documentOrganisations } from "./make_documents.ts";
import type { RunFaults } from "./run_faults.ts";

/**
 * Continues interrupted bulk actions on documents: the page was closed, or the program ended.
 *
 * @spec contracting.mass-actions
 * @returns number of actions continued; null when another process runs the job
 * @throws AggregateError naming the actions that failed: the others were continued
 */
export function runDocumentActions(services: Services): Promise<number | null> {
  const { store } = services;
  const job = { name: "run document actions", subjects: "actions" } as const;
  return leasedRun(services, job, async (lease, faults) => {
    let count = 0;
    for (const orgId of await documentOrganisations(store, faults)) {
      for (const { value } of await actionsOf(store, orgId, faults)) {
        if (value.state === "done") continue;
        if (!await lease.renew()) return count;
        count++;
        const { id: actionId, accountId } = value;
        await faults.try(`${orgId}/${actionId}`, async () => {
          const caller = await callerOf(store, accountId);
          await runToEnd(services, { orgId, actionId }, { caller, lease });
        });
      }
    }
    return count;
  });
}

function actionsOf(store: Store, orgId: string, { unreadable }: RunFaults) {
  const prefix = keys.documentAction.under(orgId);
  return listEntries(store, { prefix }, documentActionRecord, { unreadable });
}

async function runToEnd(
  services: Services,
  path: { readonly orgId: string; readonly actionId: string },
  { caller, lease }: { readonly caller: AccountCaller; readonly lease: Lease },
): Promise<void> {
  do {
    const outcome = await runDocumentAction(services, path, caller);
    // A conflict: its page is open and handles the lines itself.
    if (!outcome.ok || outcome.answer.state === "done") return;
  } while (await lease.renew());
}

/** The owner of the action, with their current roles; a deleted account has none. */
async function callerOf(store: Store, accountId: string): Promise<AccountCaller> {
  const { value } = await readEntry(store, keys.account(accountId), accountRecord);
  return memberCaller(accountId, value?.email);
}
