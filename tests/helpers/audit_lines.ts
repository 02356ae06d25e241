import { auditRecord } from "@/lib/api/audit.ts";
import { keys } from "@/lib/store/keys.ts";
import { listStored, type Store } from "@/lib/store/store.ts";
import { ORG } from "./a_residence.ts";

/** The audit log of the organisation of a test's residence. */
export async function auditLines({ store }: { readonly store: Store }) {
  const stored = await listStored(store, keys.audit.under(ORG), auditRecord);
  return stored.map(({ record }) => record);
}
