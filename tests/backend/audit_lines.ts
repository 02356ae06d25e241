import { keys } from "@/lib/backend/kv/keys.ts";
import { listStored } from "@/lib/backend/kv/lists.ts";
import type { Store } from "@/lib/backend/kv/store.ts";
import { auditRecord } from "@/lib/backend/records/audit.ts";
import { ORG } from "./a_residence.ts";

/** The audit log of the organisation of a test's residence. */
export async function auditLines({ store }: { readonly store: Store }) {
  const stored = await listStored(store, keys.audit.under(ORG), auditRecord);
  return stored.map(({ record }) => record);
}
