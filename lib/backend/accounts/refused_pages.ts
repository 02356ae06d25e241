import * as z from "zod";
import { keys } from "@/lib/backend/kv/keys.ts";
import { idOf, listEntries, readEntry, type Store } from "@/lib/backend/kv/store.ts";
import { newId, sealBytes, secretHash, unsealBytes } from "./secrets.ts";

/** Lifetime of the page that answered a form, ms. */
export const REFUSED_PAGE_MS = 30 * 60_000;

/** Maximum size of a page in one value of the store, with room for the other fields, bytes. */
const MAX_BYTES = 60_000;

/** Maximum number of pages of a browser searched for one. */
const MAX_LOOKED_AT = 20;

/** Maximum number of pages deleted when a form is saved: further ones expire by age. */
const MAX_FORGOTTEN = 100;

export interface RefusedPage {
  readonly status: number;
  readonly headers: [string, string][];
  /** HTML of the page, compressed with gzip. */
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** A stored page with its expiry; its bytes are encrypted with the secret of its browser. */
export const refusedPage = z.object({
  status: z.number().int(),
  headers: z.array(z.tuple([z.string(), z.string()])),
  bytes: z.instanceof(Uint8Array<ArrayBuffer>),
  expiresAt: z.number(),
});

/** A page in one browser. */
interface FormPage {
  /** The secret of the browser's cookie. */
  readonly holder: string;
  readonly path: string;
}

/** Pages returned to refused forms, readable only by the browser that sent the form: they may contain secrets. */
export class RefusedPages {
  constructor(private readonly store: Store, private readonly now: () => number) {}

  /**
   * Stores a page until it expires.
   *
   * @returns its id; null when it is too large to be stored
   */
  async keep({ holder, path }: FormPage, page: RefusedPage): Promise<string | null> {
    if (page.bytes.length > MAX_BYTES) return null;
    const id = newId();
    const bytes = await sealBytes(page.bytes, holder);
    const row = { ...page, bytes, expiresAt: this.now() + REFUSED_PAGE_MS };
    const key = keys.refusedPage(secretHash(holder), path, id);
    await this.store.atomic().set(key, row, { expireIn: REFUSED_PAGE_MS }).commit();
    return id;
  }

  /** The page with an id; null when it has expired or belongs to another browser. */
  async find({ holder, path }: FormPage, id: string): Promise<RefusedPage | null> {
    const key = keys.refusedPage(secretHash(holder), path, id);
    const { value } = await readEntry(this.store, key, refusedPage);
    if (value === null || value.expiresAt <= this.now()) return null;
    const bytes = await unsealBytes(value.bytes, holder);
    return bytes && { ...value, bytes };
  }

  /** The last page stored for a browser that matches; null for none. */
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

  /** Deletes the refused forms of a page: a form was accepted, so their content is outdated. */
  async forget({ holder, path }: FormPage): Promise<void> {
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
