import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import { newSecret } from "@/lib/base/secrets.ts";
import { keys } from "@/lib/store/keys.ts";
import { IdempotencyStore } from "@/lib/web/form_store.ts";
import { observedStore } from "@/tests/helpers/changed_stores.ts";
import { withStore } from "@/tests/helpers/fixtures.ts";

function aForm(rendering = newSecret()) {
  return { rendering, content: newSecret() };
}

const MINUTE_MS = 60_000;
const ANSWER = JSON.stringify({ location: "/home/admin/teams", cookies: [] });

Deno.test("take() accepts one of many concurrent sends of a form, and returns its answer to all once there is one", () =>
  withStore(async (store, { now }) => {
    const forms = new IdempotencyStore(store, now);
    const form = aForm();
    const taken = await Promise.all(Array.from({ length: 8 }, () => forms.take(form)));
    strictEqual(taken.filter(({ kind }) => kind === "taken").length, 1);
    strictEqual(await forms.answerTo(form), null);
    await forms.settle(form, ANSWER);
    deepStrictEqual(await forms.take(form), { kind: "answered", answer: ANSWER });
    strictEqual(await forms.answerTo(form), ANSWER);
    strictEqual((await forms.take(aForm())).kind, "taken");
  }));

Deno.test("take() accepts a form again after another form of the same rendering", () =>
  withStore(async (store, { now }) => {
    const forms = new IdempotencyStore(store, now);
    const rendering = newSecret();
    const [first, second] = [aForm(rendering), aForm(rendering)];
    strictEqual((await forms.take(first)).kind, "taken");
    await forms.settle(first, ANSWER);
    strictEqual((await forms.take(second)).kind, "taken");
    await forms.settle(second, ANSWER);
    strictEqual((await forms.take(second)).kind, "answered");
    strictEqual((await forms.take(first)).kind, "taken");
  }));

Deno.test("settle() does not change another form of the rendering taken since", () =>
  withStore(async (store, { now }) => {
    const forms = new IdempotencyStore(store, now);
    const rendering = newSecret();
    const [slow, next] = [aForm(rendering), aForm(rendering)];
    await forms.take(slow);
    await forms.take(next);
    await forms.settle(slow, null);
    strictEqual((await forms.take(next)).kind, "running");
  }));

Deno.test("settle() does not change another form of the rendering taken while it is stored", () =>
  withStore(async (store, { now }) => {
    const forms = new IdempotencyStore(store, now);
    const rendering = newSecret();
    const [slow, next] = [aForm(rendering), aForm(rendering)];
    await forms.take(slow);
    const interrupted = observedStore(store, async () => void await forms.take(next));
    await new IdempotencyStore(interrupted, now).settle(slow, ANSWER);
    strictEqual((await forms.take(next)).kind, "running");
  }));

Deno.test("settle() without an answer lets the form be sent again", () =>
  withStore(async (store, { now }) => {
    const forms = new IdempotencyStore(store, now);
    const form = aForm();
    await forms.take(form);
    await forms.settle(form, null);
    strictEqual((await forms.take(form)).kind, "taken");
  }));

Deno.test("take() stores an answered form for an hour, and one without an answer for ten minutes", () =>
  withStore(async (store, clock) => {
    const forms = new IdempotencyStore(store, clock.now);
    const [answered, unanswered] = [aForm(), aForm()];
    await forms.take(answered);
    await forms.settle(answered, ANSWER);
    await forms.take(unanswered);
    clock.advance(10 * MINUTE_MS - 1);
    strictEqual((await forms.take(unanswered)).kind, "running");
    clock.advance(1);
    strictEqual((await forms.take(unanswered)).kind, "taken");
    clock.advance(50 * MINUTE_MS - 1);
    strictEqual((await forms.take(answered)).kind, "answered");
    clock.advance(1);
    strictEqual(await forms.answerTo(answered), null);
    strictEqual((await forms.take(answered)).kind, "taken");
  }));

Deno.test("settle() stores the answer sealed with the content of the form", () =>
  withStore(async (store, { now }) => {
    const forms = new IdempotencyStore(store, now);
    const form = aForm();
    await forms.take(form);
    await forms.settle(form, JSON.stringify({ location: "/", cookies: ["session=secret"] }));
    const rows: string[] = [];
    for await (const { key, value } of store.list({ prefix: keys.sentForm.under() })) {
      rows.push(JSON.stringify([key, value]));
    }
    strictEqual(rows.length, 1);
    ok(!/session|secret/.test(rows.join()));
    ok(!rows.join().includes(form.content));
  }));
