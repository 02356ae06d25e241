import { everyGasPce, type QueriedPce } from "@/lib/backend/embedded/gas/gas_pces.ts";
import { keys } from "@/lib/backend/kv/keys.ts";
import { readEntry, type Store } from "@/lib/backend/kv/store.ts";
import { gasOwnerRecord } from "@/lib/backend/records/gas.ts";

/**
 * True when a delivery point is queried for this organisation: the first that named it, while it still names it.
 *
 * The holder's consent is given to the platform, so without this anyone who enters a number would read its lines.
 */
export async function isOwnedHere(
  store: Store,
  { orgId, pce }: Pick<QueriedPce, "orgId" | "pce">,
): Promise<boolean> {
  const { key, value, versionstamp } = await readEntry(
    store,
    keys.gasPceOwner(pce),
    gasOwnerRecord,
  );
  if (value?.orgId === orgId) return true;
  if (value !== null && await isNamedBy(store, value.orgId, pce)) return false;
  return (await store.atomic().check({ key, versionstamp }).set(key, { orgId }).commit()).ok;
}

/** @throws TypeError when a row is unreadable: it may be the one with the delivery point */
async function isNamedBy(store: Store, orgId: string, pce: string): Promise<boolean> {
  return (await everyGasPce(store)).some((one) => one.orgId === orgId && one.pce === pce);
}
