import { z } from "zod";
import { readEntry } from "@/lib/backend/kv/entries.ts";
import { keys } from "@/lib/backend/kv/keys.ts";
import type { Store } from "@/lib/backend/kv/store.ts";
import { seal, secretHash, unseal } from "./secrets.ts";

/** How long the answer to a form is given again to the same form, ms. */
export const SENT_FORM_MS = 60 * 60_000;

/** Time after which a form without an answer may be sent again, its process having ended, ms. */
export const UNANSWERED_MS = 10 * 60_000;

/** A form that was taken: its sealed answer, null until there is one. */
export const sentForm = z.object({ answer: z.string().nullable(), expiresAt: z.number() });

/** Result of claiming a form: the sender is to process it, it is being processed, or its stored answer. */
export type Taken =
  | { readonly kind: "taken" }
  | { readonly kind: "running" }
  | { readonly kind: "answered"; readonly answer: string };

/**
 * Forms that were taken, each by a secret that only who sends the same once more knows: a double click, a form sent
 * again on a slow network.
 */
export class SentForms {
  constructor(private readonly store: Store, private readonly now: () => number) {}

  /** Takes a form, unless it was taken before. */
  async take(secret: string): Promise<Taken> {
    const key = keys.sentForm(secretHash(secret));
    const { value, versionstamp } = await readEntry(this.store, key, sentForm);
    if (value !== null && value.expiresAt > this.now()) {
      const answer = value.answer === null ? null : await unseal(value.answer, secret);
      return answer === null ? { kind: "running" } : { kind: "answered", answer };
    }
    const { ok } = await this.store.atomic().check({ key, versionstamp })
      .set(key, this.#row(null, UNANSWERED_MS), { expireIn: UNANSWERED_MS }).commit();
    return { kind: ok ? "taken" : "running" };
  }

  /** What a form was answered; null when it was not taken, or is not answered yet. */
  async answerTo(secret: string): Promise<string | null> {
    const { value } = await readEntry(this.store, keys.sentForm(secretHash(secret)), sentForm);
    const isOver = value === null || value.expiresAt <= this.now();
    return isOver || value.answer === null ? null : await unseal(value.answer, secret);
  }

  /** Keeps the answer to a form that was taken; null lets it be sent again. */
  async settle(secret: string, answer: string | null): Promise<void> {
    const key = keys.sentForm(secretHash(secret));
    const atomic = this.store.atomic();
    if (answer === null) await atomic.delete(key).commit();
    else {
      const row = this.#row(await seal(answer, secret), SENT_FORM_MS);
      await atomic.set(key, row, { expireIn: SENT_FORM_MS }).commit();
    }
  }

  #row(answer: string | null, lastsMs: number): z.infer<typeof sentForm> {
    return { answer, expiresAt: this.now() + lastsMs };
  }
}
