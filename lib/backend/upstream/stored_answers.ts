import * as z from "zod";
import type { CachedValue, SharedTier } from "@/lib/backend/cache/fresh_cache.ts";
import { frozenInSlices } from "@/lib/backend/core/frozen.ts";
import { keys } from "@/lib/backend/kv/keys.ts";
import { readEntry, type Store } from "@/lib/backend/kv/store.ts";
import { unlessStoreFails } from "@/lib/backend/kv/store_fault.ts";

export const storedAnswerRecord = z.object({
  json: z.string(),
  keptAt: z.number(),
  expiresAt: z.number(),
});

/** Length above which an answer is cached only in the process that fetched it: a value has at most 64 KiB. */
const MAX_JSON_LENGTH = 20_000;

/** Cached answers of another host, shared by every process on the store. */
export class StoredAnswers implements SharedTier {
  constructor(private readonly store: Store, private readonly now: () => number) {}

  /** @returns null when absent or expired */
  async read(key: string): Promise<CachedValue<unknown> | null> {
    const { value } = await readEntry(this.store, keys.cache(key), storedAnswerRecord);
    if (value === null || value.expiresAt <= this.now()) return null;
    return { value: await frozenInSlices(JSON.parse(value.json)), keptAt: value.keptAt };
  }

  /** Stores an answer, when the store can be written. */
  async write(key: string, { value, keptAt }: CachedValue<unknown>, forMs: number): Promise<void> {
    const json = JSON.stringify(value);
    if (json === undefined || json.length > MAX_JSON_LENGTH) return;
    const record = { json, keptAt, expiresAt: keptAt + forMs };
    const atomic = this.store.atomic().set(keys.cache(key), record, { expireIn: forMs });
    await unlessStoreFails(atomic.commit());
  }

  async remove(key: string): Promise<void> {
    await this.store.atomic().delete(keys.cache(key)).commit();
  }
}
