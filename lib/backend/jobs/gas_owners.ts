import { type AskedPce, everyGasPce } from "@/lib/backend/embedded/gas/gas_pces.ts";
import { keys } from "@/lib/backend/kv/keys.ts";
import { readEntry, type Store } from "@/lib/backend/kv/store.ts";
import { gasOwnerRecord } from "@/lib/backend/records/gas.ts";

/**
 * Whether a delivery point is asked for this organisation: the first that named it, as long as it names it.
 *
 * The holder's consent is the platform's, so that without this anyone who types a number would read its lines.
 */
export async function isOwnedHere(
  store: Store,
  { orgId, pce }: Pick<AskedPce, "orgId" | "pce">,
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

/** @throws TypeError where a row cannot be read: it may be the one that names the delivery point */
async function isNamedBy(store: Store, orgId: string, pce: string): Promise<boolean> {
  return (await everyGasPce(store)).some((one) => one.orgId === orgId && one.pce === pce);
}
