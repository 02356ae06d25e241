import type { Services } from "@/lib/backend/embedded/services.ts";
import { keys } from "@/lib/backend/kv/keys.ts";
import { listStored, type Stored } from "@/lib/backend/kv/lists.ts";
import type { Atomic } from "@/lib/backend/kv/store.ts";
import {
  requestRecord,
  type TypedocRecord,
  typedocRecord,
} from "@/lib/backend/records/contracting.ts";

/**
 * Marks the requests for some document types as pending, in a commit: making that began before fails, and the job makes
 * their documents again within minutes, not the next day.
 *
 * @spec contracting.making
 */
export async function setPending(
  { store }: Pick<Services, "store">,
  atomic: Atomic,
  { orgId, isMeant }: {
    readonly orgId: string;
    readonly isMeant: (typedoc: Stored<TypedocRecord>) => boolean;
  },
): Promise<void> {
  const [requests, typedocs] = await Promise.all([
    listStored(store, keys.documentRequest.under(orgId), requestRecord),
    listStored(store, keys.typedoc.under(orgId), typedocRecord),
  ]);
  const meant = new Set(typedocs.filter(isMeant).map(({ id }) => id));
  for (const { id, record } of requests) {
    if (meant.has(record.typedocId)) atomic.delete(keys.documentMaking(orgId, id));
  }
}
