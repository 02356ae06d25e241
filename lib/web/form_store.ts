/** Stores pages that answered forms, and the first answer to each form. @module */

import { LRUCache } from "lru-cache";
import * as z from "zod";
import { newId, seal, sealBytes, secretHash, unseal, unsealBytes } from "@/lib/base/secrets.ts";
import { keys } from "@/lib/store/keys.ts";
import { idOf, listEntries, readEntry, type Store } from "@/lib/store/store.ts";
import { ignoreStoreFailure } from "@/lib/store/store_errors.ts";

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
export class RejectedFormStore {
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

/** How long the answer to a form is returned to the same form again, ms. */
const SENT_FORM_MS = 60 * 60_000;

/** Time after which an unanswered form may be sent again, its process having ended, ms. */
const UNANSWERED_MS = 10 * 60_000;

/** The last form accepted from a rendering of a page: its encrypted answer, null until there is one. */
export const sentForm = z.object({
  answer: z.string().nullable(),
  expiresAt: z.number(),
  contentHash: z.optional(z.string()),
});

type Row = z.infer<typeof sentForm>;

/** A row as it should be now, null for none, in place of one that the store could not change. */
interface Unsaved {
  /** Versionstamp of the stored row. */
  readonly versionstamp: string | null;
  readonly row: Row | null;
}

/** Number of these rows. */
const UNSAVED_LIMIT = 1_000;

export interface SentForm {
  /** Id of the rendering of the page, known only to its browser. */
  readonly rendering: string;
  /** The sent content, known only to the sender. */
  readonly content: string;
}

/** Result of claiming a form: to be processed by the caller, in progress, or its stored answer. */
type TakeResult =
  | { readonly kind: "taken" }
  | { readonly kind: "running" }
  | { readonly kind: "answered"; readonly answer: string };

/**
 * The last form accepted from each rendering of a page: a form sent twice, by a double click or on a slow network, is
 * processed once. A form sent again after another form of the same rendering is processed again.
 */
export class IdempotencyStore {
  /** By the hash of the rendering: a form claimed just before the disk was full can be sent again at once. */
  readonly #unsaved = new LRUCache<string, Unsaved>({ max: UNSAVED_LIMIT });

  constructor(private readonly store: Store, private readonly now: () => number) {}

  async take(sent: SentForm): Promise<TakeResult> {
    const { key, row, versionstamp } = await this.#read(sent);
    if (row !== null) {
      const answer = row.answer === null
        ? null
        : await unseal({ sealed: row.answer, secret: sent.content });
      return answer === null ? { kind: "running" } : { kind: "answered", answer };
    }
    const { ok } = await this.store.atomic().check({ key, versionstamp })
      .set(key, this.#row(sent, null, UNANSWERED_MS), { expireIn: UNANSWERED_MS }).commit();
    return { kind: ok ? "taken" : "running" };
  }

  /** The answer to a form; null when it was not the last one, or is not answered yet. */
  async answerTo(sent: SentForm): Promise<string | null> {
    const { row } = await this.#read(sent);
    return row === null || row.answer === null
      ? null
      : await unseal({ sealed: row.answer, secret: sent.content });
  }

  /**
   * Stores the answer to a claimed form; null lets it be sent again. A form claimed since then is not affected. When the
   * store cannot be written, this process alone knows the answer.
   */
  async settle(sent: SentForm, answer: string | null): Promise<void> {
    const { key, row, versionstamp } = await this.#read(sent);
    if (row === null) return;
    const settled = answer === null
      ? null
      : this.#row(sent, await seal({ text: answer, secret: sent.content }), SENT_FORM_MS);
    const atomic = this.store.atomic().check({ key, versionstamp });
    if (settled === null) atomic.delete(key);
    else atomic.set(key, settled, { expireIn: SENT_FORM_MS });
    const committed = await ignoreStoreFailure(atomic.commit());
    if (committed === null) this.#unsaved.set(rowName(sent), { versionstamp, row: settled });
  }

  /** The row of a rendering; null unless this form is its last one. */
  async #read(sent: SentForm) {
    const name = rowName(sent);
    const key = keys.sentForm(name);
    const { value: stored, versionstamp } = await readEntry(this.store, key, sentForm);
    const unsaved = this.#unsaved.get(name);
    const value = unsaved?.versionstamp === versionstamp ? unsaved.row : stored;
    const isThis = value !== null && value.expiresAt > this.now() &&
      value.contentHash === secretHash(sent.content);
    return { key, row: isThis ? value : null, versionstamp };
  }

  #row({ content }: SentForm, answer: string | null, lastsMs: number): Row {
    return { answer, expiresAt: this.now() + lastsMs, contentHash: secretHash(content) };
  }
}

function rowName({ rendering }: SentForm): string {
  return secretHash(rendering);
}
