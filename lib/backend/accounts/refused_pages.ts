import { z } from "zod";
import { keys } from "@/lib/backend/kv/keys.ts";
import { idOf, listEntries, readEntry, type Store } from "@/lib/backend/kv/store.ts";
import { newId, sealBytes, secretHash, unsealBytes } from "./secrets.ts";

/** Lifetime of the page that answered a form, ms. */
export const REFUSED_PAGE_MS = 30 * 60_000;

/** What one row of the store takes, with room for what is beside it, bytes. */
const MAX_BYTES = 60_000;

/** How many pages of a browser are looked at for one of them. */
const MAX_LOOKED_AT = 20;

/** How many pages one saved form makes forget: a person refused more often loses the others by their age. */
const MAX_FORGOTTEN = 100;

export interface RefusedPage {
  readonly status: number;
  readonly headers: [string, string][];
  /** Its text, compressed by gzip. */
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** A stored page with its expiry; its bytes are sealed by the secret of its browser. */
export const refusedPage = z.object({
  status: z.number().int(),
  headers: z.array(z.tuple([z.string(), z.string()])),
  bytes: z.instanceof(Uint8Array<ArrayBuffer>),
  expiresAt: z.number(),
});

/** Pages that answered forms, each for the browser that sent it alone: what it shows may be a secret. */
export class RefusedPages {
  constructor(private readonly store: Store, private readonly now: () => number) {}

  /**
   * Keeps a page for a while.
   *
   * @param holder the secret of the browser's cookie
   * @returns its id; null when it is too large to be stored
   */
  async keep(holder: string, path: string, page: RefusedPage): Promise<string | null> {
    if (page.bytes.length > MAX_BYTES) return null;
    const id = newId();
    const bytes = await sealBytes(page.bytes, holder);
    const row = { ...page, bytes, expiresAt: this.now() + REFUSED_PAGE_MS };
    const key = keys.refusedPage(secretHash(holder), path, id);
    await this.store.atomic().set(key, row, { expireIn: REFUSED_PAGE_MS }).commit();
    return id;
  }

  /** The page of an id; null when it has expired or is another browser's. */
  async find(holder: string, path: string, id: string): Promise<RefusedPage | null> {
    const key = keys.refusedPage(secretHash(holder), path, id);
    const { value } = await readEntry(this.store, key, refusedPage);
    if (value === null || value.expiresAt <= this.now()) return null;
    const bytes = await unsealBytes(value.bytes, holder);
    return bytes && { ...value, bytes };
  }

  /** What was kept last for a browser, of those that are wanted; null for none. */
  async latest(
    holder: string,
    isWanted: (page: RefusedPage) => boolean,
  ): Promise<{ readonly id: string; readonly page: RefusedPage } | null> {
    const prefix = keys.refusedPage.under(secretHash(holder));
    const rows = await listEntries(this.store, { prefix }, refusedPage, { limit: MAX_LOOKED_AT });
    const alive = rows.filter(({ value }) => value.expiresAt > this.now())
      .sort((a, b) => b.value.expiresAt - a.value.expiresAt);
    for (const { key, value } of alive) {
      const bytes = await unsealBytes(value.bytes, holder);
      if (bytes && isWanted({ ...value, bytes })) {
        return { id: idOf(key), page: { ...value, bytes } };
      }
    }
    return null;
  }

  /** Forgets the refused forms of a page: one of them was taken, so what it shows has changed. */
  async forget(holder: string, path: string): Promise<void> {
    const prefix = keys.refusedPage.under(secretHash(holder), path);
    const atomic = this.store.atomic();
    let count = 0;
    for await (const { key } of this.store.list({ prefix }, { limit: MAX_FORGOTTEN })) {
      atomic.delete(key);
      count += 1;
    }
    if (count > 0) await atomic.commit();
  }
}
