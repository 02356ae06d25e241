import type { Services } from "@/lib/backend/embedded/services.ts";
import { commitEach } from "@/lib/backend/kv/commit_each.ts";
import { keys } from "@/lib/backend/kv/keys.ts";
import { listStored, type Stored } from "@/lib/backend/kv/lists.ts";
import {
  type MakingRecord,
  requestRecord,
  type TypedocRecord,
  typedocRecord,
} from "@/lib/backend/records/contracting.ts";

/** An organisation may have thousands of requests; a commit deletes a thousand keys at most. */
const PER_COMMIT = 500;

interface PendingRequests {
  readonly orgId: string;
  /** True for the document types whose requests become pending. */
  isMeant(typedoc: Stored<TypedocRecord>): boolean;
}

/** The progress of a request whose documents are still to be made; a deleted request keeps it while it has documents. */
const PENDING: MakingRecord = { version: "", day: "", isDone: false };

/**
 * Marks the requests for some document types as pending: making that began before fails, and the job makes their
 * documents again within minutes, not the next day.
 *
 * @spec contracting.making
 */
export async function setPending(
  { store }: Pick<Services, "store">,
  { orgId, isMeant }: PendingRequests,
): Promise<void> {
  const [requests, typedocs] = await Promise.all([
    listStored(store, keys.documentRequest.under(orgId), requestRecord),
    listStored(store, keys.typedoc.under(orgId), typedocRecord),
  ]);
  const meant = new Set(typedocs.filter(isMeant).map(({ id }) => id));
  const ids = requests.flatMap(({ id, record }) => meant.has(record.typedocId) ? id : []);
  await commitEach(store, ids, {
    perCommit: PER_COMMIT,
    fill: (atomic, id) => atomic.set(keys.documentMaking(orgId, id), PENDING),
  });
}
