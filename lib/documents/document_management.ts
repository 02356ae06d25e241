/** Serves the calls on documents where an organisation manages documents. @module */

import type { Catalogue } from "@/lib/api/call.ts";
import { bound, type Services } from "@/lib/api/services.ts";
import type { Caller } from "@/lib/identity/caller.ts";
import { collectFeaturesRecord } from "@/lib/organisations/records.ts";
import { keys } from "@/lib/store/keys.ts";
import { readEntry } from "@/lib/store/store.ts";
import * as bulkActions from "./bulk_actions.ts";
import { DOCUMENTS_CALLS } from "./calls.ts";
import * as documentDetails from "./document_details.ts";
import * as documentLists from "./document_lists.ts";
import * as registers from "./registers.ts";
import * as requestedDocuments from "./requested_documents.ts";
import * as requests from "./requests.ts";
import * as transitions from "./transitions.ts";
import * as upload from "./upload.ts";
import * as waitingFiles from "./waiting_files.ts";

/** Providers, contracts, document types, requests and documents of an organisation that manages documents. */
export function documentHandlers(services: Services) {
  const handlers = bound(DOCUMENTS_CALLS, services, {
    ...bulkActions,
    ...documentDetails,
    ...documentLists,
    ...registers,
    ...requestedDocuments,
    ...requests,
    ...transitions,
    ...upload,
    ...waitingFiles,
  });
  return whereDocumentsAreManaged(services, handlers);
}

type Served = (input: never, caller: Caller) => Promise<unknown>;

/**
 * Refuses the calls that declare it while the organisation does not manage documents; the others are those of a
 * provider's user, for all their landlords together.
 *
 * @spec organisations.documents
 */
function whereDocumentsAreManaged<Calls extends Readonly<Record<string, Served>>>(
  services: Services,
  calls: Calls,
): Calls {
  const declared: Catalogue = DOCUMENTS_CALLS;
  const gated = Object.entries(calls).map(([name, serve]) => {
    if (!declared[name]?.refusals.includes("document-management-off")) return [name, serve];
    return [name, async (input: { orgId: string }, caller: Caller) => {
      const key = keys.orgFeatures(input.orgId);
      const { value } = await readEntry(services.store, key, collectFeaturesRecord);
      if (!value?.documentManagement) return { ok: false, code: "document-management-off" };
      return await Reflect.apply(serve, null, [input, caller]);
    }];
  });
  // Each call has the same type as before: TypeScript loses it in entries.
  return Object.fromEntries(gated) as Calls;
}
