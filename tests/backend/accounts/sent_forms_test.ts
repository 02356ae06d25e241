import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import { newSecret } from "@/lib/backend/accounts/secrets.ts";
import { SENT_FORM_MS, SentForms, UNANSWERED_MS } from "@/lib/backend/accounts/sent_forms.ts";
import { keys } from "@/lib/backend/kv/keys.ts";
import { aClock, withStore } from "@/tests/backend/fixtures.ts";

const ANSWER = JSON.stringify({ location: "/home/admin/teams", cookies: [] });

Deno.test("take() gives a form to one of many who send it at once, and its answer to all once there is one", () =>
  withStore(async (store) => {
    const forms = new SentForms(store, aClock().now);
    const secret = newSecret();
    const taken = await Promise.all(Array.from({ length: 8 }, () => forms.take(secret)));
    strictEqual(taken.filter(({ kind }) => kind === "taken").length, 1);
    strictEqual(await forms.answerTo(secret), null);
    await forms.settle(secret, ANSWER);
    deepStrictEqual(await forms.take(secret), { kind: "answered", answer: ANSWER });
    strictEqual(await forms.answerTo(secret), ANSWER);
    strictEqual((await forms.take(newSecret())).kind, "taken");
  }));

Deno.test("settle() without an answer lets the form be sent again", () =>
  withStore(async (store) => {
    const forms = new SentForms(store, aClock().now);
    const secret = newSecret();
    await forms.take(secret);
    await forms.settle(secret, null);
    strictEqual((await forms.take(secret)).kind, "taken");
  }));

Deno.test("a form is stored for a while, one that nobody answered for less, each by a date of its own", () =>
  withStore(async (store) => {
    const clock = aClock();
    const forms = new SentForms(store, clock.now);
    const [answered, unanswered] = [newSecret(), newSecret()];
    await forms.take(answered);
    await forms.settle(answered, ANSWER);
    await forms.take(unanswered);
    clock.advance(UNANSWERED_MS - 1);
    strictEqual((await forms.take(unanswered)).kind, "running");
    clock.advance(1);
    strictEqual((await forms.take(unanswered)).kind, "taken");
    clock.advance(SENT_FORM_MS - UNANSWERED_MS - 1);
    strictEqual((await forms.take(answered)).kind, "answered");
    clock.advance(1);
    strictEqual(await forms.answerTo(answered), null);
    strictEqual((await forms.take(answered)).kind, "taken");
  }));

Deno.test("what the store holds of an answer opens nothing: it is sealed by what was sent", () =>
  withStore(async (store) => {
    const forms = new SentForms(store, aClock().now);
    const secret = newSecret();
    await forms.take(secret);
    await forms.settle(secret, JSON.stringify({ location: "/", cookies: ["session=secret"] }));
    const rows: string[] = [];
    for await (const { key, value } of store.list({ prefix: keys.sentForm.under() })) {
      rows.push(JSON.stringify([key, value]));
    }
    strictEqual(rows.length, 1);
    ok(!/session|secret/.test(rows.join()));
    ok(!rows.join().includes(secret));
  }));
