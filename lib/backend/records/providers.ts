import { keys } from "@/lib/backend/kv/keys.ts";
import type { Store } from "@/lib/backend/kv/store.ts";
import type { ProviderOf } from "@/lib/contract/caller.ts";

/** The providers with an e-mail address, of all landlords. */
export async function providersOf(store: Store, email: string): Promise<readonly ProviderOf[]> {
  const found: ProviderOf[] = [];
  for await (const { key } of store.list({ prefix: keys.providerOfEmail.under(email) })) {
    found.push({ orgId: String(key[2]), providerId: String(key[3]) });
  }
  return found;
}
