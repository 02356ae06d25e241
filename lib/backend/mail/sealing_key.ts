import * as z from "zod";
import { newSecret } from "@/lib/backend/accounts/secrets.ts";
import { keys } from "@/lib/backend/kv/keys.ts";
import { readEntry, type Store } from "@/lib/backend/kv/store.ts";

const read = new WeakMap<Store, Promise<string>>();

/**
 * The secret that encrypts queued mails, created with the first mail and shared by every process.
 *
 * Lists and exports of the outbox never use it: a code is in clear only in the sent mail.
 */
export function sealingKey(store: Store): Promise<string> {
  const known = read.get(store);
  if (known) return known;
  const asked = readOrMake(store);
  read.set(store, asked);
  // After a failed read, the store is read again.
  asked.catch(() => read.delete(store));
  return asked;
}

async function readOrMake(store: Store): Promise<string> {
  const key = keys.mailSecret();
  const kept = await readEntry(store, key, z.string());
  if (kept.value !== null) return kept.value;
  const secret = newSecret();
  const made = await store.atomic().check({ key, versionstamp: null }).set(key, secret).commit();
  return made.ok ? secret : await readOrMake(store);
}
