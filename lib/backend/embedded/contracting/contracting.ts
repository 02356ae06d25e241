import type { Services } from "@/lib/backend/embedded/services.ts";
import { readEntry } from "@/lib/backend/kv/store.ts";
import { keys } from "@/lib/backend/kv/keys.ts";
import { collectFeaturesRecord } from "@/lib/backend/records/organisations.ts";
import type { Caller } from "@/lib/contract/caller.ts";
import type { CONTRACTING_CALLS } from "@/lib/contract/calls/contracting.ts";
import type { Backend } from "@/lib/contract/catalogue.ts";
import { contracts } from "./contracts.ts";
import { depositFiles, documents } from "./documents.ts";
import { listReader } from "./listings.ts";
import { registers } from "./registers.ts";
import { requests } from "./requests.ts";

/** Providers, contracts, document types, requests and documents of an organisation that manages documents. */
export function contractingArea(services: Services) {
  const reader = listReader(services);
  return {
    ...whereDocumentsAreManaged(services, {
      ...registers(services),
      ...contracts(services),
      ...requests(services),
      ...documents(services, reader),
    }),
    ...depositFiles(services, reader),
  } satisfies Pick<Backend, keyof typeof CONTRACTING_CALLS>;
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
