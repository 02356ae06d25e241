import { bound, type Services } from "@/lib/backend/embedded/services.ts";
import { keys } from "@/lib/backend/kv/keys.ts";
import { readEntry } from "@/lib/backend/kv/store.ts";
import { collectFeaturesRecord } from "@/lib/backend/records/organisations.ts";
import type { Caller } from "@/lib/contract/caller.ts";
import * as askedDocuments from "./asked_documents.ts";
import * as contracts from "./contracts.ts";
import * as actions from "./document_actions.ts";
import * as deposit from "./document_deposit.ts";
import * as info from "./document_info.ts";
import * as lists from "./document_lists.ts";
import * as mass from "./document_mass.ts";
import * as moves from "./document_moves.ts";
import * as pages from "./document_pages.ts";
import * as parts from "./document_parts.ts";
import * as registers from "./registers.ts";
import * as requests from "./requests.ts";
import * as waitingFiles from "./waiting_files.ts";

/** Providers, contracts, document types, requests and documents of an organisation that manages documents. */
export function contractingArea(services: Services) {
  const managed = bound(services, {
    ...registers,
    ...contracts,
    ...requests,
    ...lists,
    ...pages,
    ...info,
    ...parts,
    ...deposit,
    ...moves,
    ...mass,
    ...actions,
  });
  return {
    ...whereDocumentsAreManaged(services, managed),
    // Calls of a provider's user, for all their landlords together.
    ...bound(services, { ...askedDocuments, ...waitingFiles }),
  };
}

type Served = (input: never, caller: Caller) => Promise<unknown>;

/** Refuses every call while the organisation does not manage documents. @spec organisations.documents */
function whereDocumentsAreManaged<Calls extends Readonly<Record<string, Served>>>(
  services: Services,
  calls: Calls,
): Calls {
  const gated = Object.entries(calls).map(([name, serve]) => [
    name,
    async (input: { orgId: string }, caller: Caller) => {
      const key = keys.orgFeatures(input.orgId);
      const { value } = await readEntry(services.store, key, collectFeaturesRecord);
      if (!value?.documentManagement) return { ok: false, code: "document-management-off" };
      return await Reflect.apply(serve, null, [input, caller]);
    },
  ]);
  // Each call has the same type as before: TypeScript loses it in entries.
  return Object.fromEntries(gated) as Calls;
}
