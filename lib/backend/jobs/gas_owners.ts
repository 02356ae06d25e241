import { type AskedPce, everyGasPce } from "../embedded/gas_pces.ts";
import { gasOwnerRecord } from "../embedded/gas_records.ts";
import { readEntry } from "../kv/entries.ts";
import { keys } from "../kv/keys.ts";
import type { Store } from "../kv/store.ts";

/**
 * Whether a delivery point is asked for this organisation: the first that named it, as long as it names it.
 *
 * The holder's consent is the platform's, so that without this anybody who types a number would read its lines.
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

async function isNamedBy(store: Store, orgId: string, pce: string): Promise<boolean> {
  return (await everyGasPce(store)).some((one) => one.orgId === orgId && one.pce === pce);
}
