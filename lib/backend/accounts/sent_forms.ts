import * as z from "zod";
import { BoundedMap } from "@/lib/backend/core/bounded_map.ts";
import { keys } from "@/lib/backend/kv/keys.ts";
import { readEntry, type Store } from "@/lib/backend/kv/store.ts";
import { unlessStoreFails } from "@/lib/backend/kv/store_fault.ts";
import { seal, secretHash, unseal } from "./secrets.ts";

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
export class SentForms {
  /** By the hash of the rendering: a form claimed just before the disk was full can be sent again at once. */
  readonly #unsaved = new BoundedMap<Unsaved>(UNSAVED_LIMIT);

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
    const committed = await unlessStoreFails(atomic.commit());
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
