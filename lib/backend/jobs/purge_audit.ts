import { PLATFORM_SCOPE } from "@/lib/backend/embedded/organisations/organisations.ts";
import { deleteAll } from "@/lib/backend/kv/deletion.ts";
import { keys } from "@/lib/backend/kv/keys.ts";
import { listIds } from "@/lib/backend/kv/lists.ts";
import type { Store } from "@/lib/backend/kv/store.ts";
import { auditStart } from "@/lib/domain/organisations/audit_retention.ts";
import { civilDateOf, dayBounds, DEFAULT_TIME_ZONE } from "@/lib/domain/periods/zoned_days.ts";

/** Deletes the expired lines of every audit log. @spec organisations.audit @returns number of lines */
export async function purgeAudit(
  { store, now }: { readonly store: Store; now(): number },
): Promise<number> {
  const { from } = dayBounds(auditStart(civilDateOf(now())), DEFAULT_TIME_ZONE);
  let count = 0;
  for (const scopeId of [PLATFORM_SCOPE, ...await listIds(store, keys.org.under())]) {
    const prefix = keys.audit.under(scopeId);
    count += await deleteAll(store, { prefix, end: keys.audit.under(scopeId, from) });
  }
  return count;
}
