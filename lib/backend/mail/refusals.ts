import { keys } from "@/lib/backend/kv/keys.ts";
import { type Atomic, idOf, listEntries, type Store } from "@/lib/backend/kv/store.ts";
import { mailRefusal, SHOWN_FOR_MS } from "./outbox.ts";

/** An address whose server refused the last mail, and when. */
interface RefusedEmail {
  readonly email: string;
  readonly at: string;
}

/** Puts into a commit that what is shown of the mails or webhooks of a residence, an account or an organisation changes. */
export function noteDelivery(atomic: Atomic, ownerId: string): void {
  atomic.sum(keys.version("deliveries", ownerId), 1n);
}

/**
 * The refused addresses of mail reports of a residence, an account or an organisation, or of the providers of an
 * organisation.
 *
 * @spec mail.refused-addresses
 * @returns a function that selects those of one report or provider, among its current addresses
 */
export async function refusedEmailsOf(
  { store, now }: { readonly store: Store; now(): number },
  ownerId: string,
): Promise<(id: string, emails: readonly string[]) => RefusedEmail[]> {
  const entries = await listEntries(
    store,
    { prefix: keys.mailRefusal.under(ownerId) },
    mailRefusal,
  );
  const refusals = Map.groupBy(entries, ({ key }) => String(key.at(-2)));
  const isRecent = (at: string) => now() < Date.parse(at) + SHOWN_FOR_MS;
  return (id, emails) =>
    (refusals.get(id) ?? [])
      .map(({ key, value: at }) => ({ email: idOf(key), at }))
      .filter(({ email, at }) => emails.includes(email) && isRecent(at));
}
