/** Reads answers of outside programs within a limit, and caches them in the store. @module */

import * as z from "zod";
import type { CachedValue, SharedTier } from "@/lib/store/cache.ts";
import { keys } from "@/lib/store/keys.ts";
import { readEntry, type Store } from "@/lib/store/store.ts";
import { ignoreStoreFailure } from "@/lib/store/store_errors.ts";
import { frozenAndMeasured } from "./deep_freeze.ts";

/** The text of a response. @returns null when it is truncated, or longer than `maxBytes` */
export async function boundedText(response: Response, maxBytes: number): Promise<string | null> {
  const decoder = new TextDecoder();
  let [text, length] = ["", 0];
  try {
    for await (const part of response.body ?? []) {
      length += part.length;
      if (length > maxBytes) return null;
      text += decoder.decode(part, { stream: true });
    }
  } catch {
    return null;
  }
  return text + decoder.decode();
}

/** Delay of a Retry-After header, ms; undefined without one in seconds. */
export function retryAfterMs(headers: Headers): number | undefined {
  const seconds = headers.get("retry-after");
  return seconds !== null && /^\d{1,7}$/.test(seconds) ? Number(seconds) * 1_000 : undefined;
}

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
    return { value: frozenAndMeasured(JSON.parse(value.json)), keptAt: value.keptAt };
  }

  /** Stores an answer, when the store can be written. */
  async write(key: string, { value, keptAt }: CachedValue<unknown>, forMs: number): Promise<void> {
    const json = JSON.stringify(value);
    if (json === undefined || json.length > MAX_JSON_LENGTH) return;
    const record = { json, keptAt, expiresAt: keptAt + forMs };
    const atomic = this.store.atomic().set(keys.cache(key), record, { expireIn: forMs });
    await ignoreStoreFailure(atomic.commit());
  }

  async remove(key: string): Promise<void> {
    await this.store.atomic().delete(keys.cache(key)).commit();
  }
}
