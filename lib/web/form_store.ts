/** Stores the first answer to each form. @module */

import * as z from "zod";
import { seal, secretHash, unseal } from "@/lib/base/secrets.ts";
import { keys } from "@/lib/store/keys.ts";
import { readEntry, type Store } from "@/lib/store/store.ts";

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
  constructor(private readonly store: Store, private readonly now: () => number) {}

  async take(sent: SentForm): Promise<TakeResult> {
    const { key, row, versionstamp } = await this.#read(sent);
    if (row !== null) {
      const answer = await answerIn(row, sent);
      return answer === null ? { kind: "running" } : { kind: "answered", answer };
    }
    const { ok } = await this.store.atomic().check({ key, versionstamp })
      .set(key, this.#row(sent, null, UNANSWERED_MS), { expireIn: UNANSWERED_MS }).commit();
    return { kind: ok ? "taken" : "running" };
  }

  /** The answer to a form; null when it was not the last one, or is not answered yet. */
  async answerTo(sent: SentForm): Promise<string | null> {
    const { row } = await this.#read(sent);
    return row && await answerIn(row, sent);
  }

  /** Stores the answer to a claimed form; null lets it be sent again. A form claimed since then is not affected. */
  async settle(sent: SentForm, answer: string | null): Promise<void> {
    const { key, row, versionstamp } = await this.#read(sent);
    if (row === null) return;
    const atomic = this.store.atomic().check({ key, versionstamp });
    if (answer === null) {
      await atomic.delete(key).commit();
      return;
    }
    const sealed = await seal({ text: answer, secret: sent.content });
    await atomic.set(key, this.#row(sent, sealed, SENT_FORM_MS), { expireIn: SENT_FORM_MS })
      .commit();
  }

  /** The row of a rendering; null unless this form is its last one. */
  async #read(sent: SentForm) {
    const key = keys.sentForm(secretHash(sent.rendering));
    const { value, versionstamp } = await readEntry(this.store, key, sentForm);
    const isThis = value !== null && value.expiresAt > this.now() &&
      value.contentHash === secretHash(sent.content);
    return { key, row: isThis ? value : null, versionstamp };
  }

  #row({ content }: SentForm, answer: string | null, lastsMs: number): Row {
    return { answer, expiresAt: this.now() + lastsMs, contentHash: secretHash(content) };
  }
}

/** The answer in the row of a form; null when there is none yet. */
async function answerIn({ answer }: Row, { content }: SentForm): Promise<string | null> {
  return answer === null ? null : await unseal({ sealed: answer, secret: content });
}
