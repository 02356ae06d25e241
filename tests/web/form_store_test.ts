import { deepStrictEqual, notStrictEqual, ok, strictEqual } from "node:assert/strict";
import { readConfig } from "@/fresh.config.ts";
import { sentForms } from "@/lib/app/sent_forms.ts";
import { session } from "@/lib/app/session.ts";
import { newSecret } from "@/lib/base/secrets.ts";
import { keys } from "@/lib/store/keys.ts";
import {
  markField,
  NO_MARK,
  NO_RENDERING,
  PAGE_HEADER,
  RENDERING_LENGTH,
} from "@/lib/ui/form_token_field.ts";
import { IdempotencyStore } from "@/lib/web/form_store.ts";
import { readSubmission, savedNotice, savedPath, seeOther } from "@/lib/web/form_submission.ts";
import { foreignMark, formToken, withMark } from "@/lib/web/form_token.ts";
import { SecureApp } from "@/lib/web/secure_app.ts";
import { arrival, type State } from "@/lib/web/state.ts";
import { withPlatform } from "@/tests/helpers/a_platform.ts";
import { CookieJar, SITE } from "@/tests/helpers/a_site.ts";
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

Deno.test("file of another content is another form, though its name and size are the same; the same one is executed once", () =>
  withPlatform(async ({ platform, store, clock }) => {
    const config = readConfig({ ACCESS_LOG: "off" });
    const executed: string[] = [];
    const handler = new SecureApp<State>(config)
      .use(arrival(config))
      .use(sentForms(new IdempotencyStore(store, clock.now)))
      .use(session(platform))
      .post("/", async (ctx) => {
        const file = (await readSubmission(ctx, [])).file("file");
        executed.push(new TextDecoder().decode(await file?.bytes()));
        return seeOther(ctx, `/${executed.length}`);
      })
      .handler();
    const send = async (text: string) => {
      const body = new FormData();
      body.set(`page:${"-".repeat(22)}`, "a-rendering-0001");
      body.set("file", new File([text], "releves.csv"));
      const headers = { origin: SITE };
      const answer = await handler(new Request(`${SITE}/`, { method: "POST", body, headers }));
      return answer.headers.get("location");
    };
    deepStrictEqual([await send("un"), await send("un"), await send("du")], ["/1", "/1", "/2"]);
    deepStrictEqual(executed, ["un", "du"]);
  }));

Deno.test("foreignMark() detects another account first, then another organisation", () => {
  const own = formToken("ada", "a");
  strictEqual(foreignMark(own, own), null);
  strictEqual(foreignMark(formToken("bea", "a"), own), "other-account");
  strictEqual(foreignMark(formToken("bea", "b"), own), "other-account");
  strictEqual(foreignMark(formToken("ada", "b"), own), "other-organisation");
});

Deno.test("foreignMark() accepts a page whose address names its organisation, regardless of the current one", () => {
  strictEqual(foreignMark(formToken("ada", null), formToken("ada", "b")), null);
  strictEqual(foreignMark(formToken("ada", "a"), formToken("ada", null)), null);
  strictEqual(foreignMark(formToken("bea", null), formToken("ada", "b")), "other-account");
});

/** A form as rendered. */
const FORM = `<form><input type="hidden" name="${
  markField(NO_MARK)
}" value="${NO_RENDERING}"/></form>`;

const page = (text: string) =>
  new Response(text, {
    status: 409,
    headers: { "content-type": "text/html; charset=utf-8", "x-request-id": "r" },
  });

Deno.test("withMark() writes the mark and one name of the rendering into each form of a page, and nowhere else", async () => {
  const mark = formToken("ada", "a");
  const typed = `<p>name=&quot;${markField(NO_MARK)}&quot; value="${NO_RENDERING}" é</p>`;
  const answer = await withMark(page(`${FORM}--${typed}${FORM}`), mark);
  strictEqual(answer.status, 409);
  strictEqual(answer.headers.get("x-request-id"), "r");
  const html = await answer.text();
  const [rendering = ""] = html.match(new RegExp(`(?<=value=")[\\w-]{${RENDERING_LENGTH}}`)) ?? [];
  notStrictEqual(rendering, NO_RENDERING);
  const marked = FORM.replace(NO_MARK, mark).replace(NO_RENDERING, rendering);
  strictEqual(html, `${marked}--${typed}${marked}`);
  notStrictEqual(await (await withMark(page(FORM), mark)).text(), marked);
});

Deno.test("withMark() keeps an existing mark, and sets the rendering of a form that returns to another page", async () => {
  const other = FORM.replace(NO_MARK, formToken("ada", "b"));
  const html = await (await withMark(page(other), formToken("ada", "a"))).text();
  ok(html.includes(formToken("ada", "b")) && !html.includes(NO_RENDERING));
});

Deno.test("withMark() does not change an answer that is no page, nor an anonymous page without a mark", async () => {
  const data = new Response(FORM, { headers: { "content-type": "text/csv" } });
  strictEqual(await (await withMark(data, formToken("ada", null))).text(), FORM);
  const html = await (await withMark(page(FORM), undefined)).text();
  ok(html.includes(markField(NO_MARK)) && !html.includes(`value="${NO_RENDERING}"`));
});

const SAVED = "/things?page=2&saved=name";

/** A page with a form, a refusal, and a call made by a script of the page. */
function aSite(env: Record<string, string> = {}) {
  const config = readConfig({ ACCESS_LOG: "off", ...env });
  return new SecureApp<State>(config)
    .use(arrival(config))
    .use(savedNotice())
    .get("/things", (ctx) => ctx.html(`<p>${ctx.url.searchParams.get("saved") ?? "nothing"}</p>`))
    .post("/things", (ctx) => seeOther(ctx, savedPath("/things?page=2", "name")))
    .post("/refused", (ctx) => ctx.html("<p>wrong</p>", { status: 400 }))
    .post("/elsewhere", (ctx) => seeOther(ctx, "/others"))
    .put("/api/things", () => Response.json(null))
    .handler();
}

/** A browser that keeps its cookies and follows no redirect. */
function aBrowser(handler = aSite()) {
  const cookies = new CookieJar();
  return (path: string, init: RequestInit = {}) => {
    const headers = { accept: "text/html", ...init.headers, origin: SITE };
    return cookies.send(handler, path, { ...init, headers });
  };
}

const POST = { method: "POST" };

/** A redirect would lose what was typed in the page: a browser restores it at the very address. */
async function saysNothing(answer: Response): Promise<void> {
  deepStrictEqual([answer.status, await answer.text()], [200, "<p>nothing</p>"]);
}

// @spec forms.saved-once
Deno.test("savedNotice() shows once that a form was saved: read again, the page says nothing", async () => {
  const ask = aBrowser();
  const sent = await ask("/things", POST);
  strictEqual(sent.headers.get("location"), `${SAVED}#name`);
  strictEqual(sent.headers.get("set-cookie"), "said=1; Path=/; SameSite=Lax; HttpOnly; Max-Age=60");
  strictEqual(await (await ask(SAVED)).text(), "<p>name</p>");
  await saysNothing(await ask(SAVED));
  strictEqual(await (await ask("/things?page=2")).text(), "<p>nothing</p>");
  await ask("/things", POST);
  strictEqual(await (await ask(SAVED)).text(), "<p>name</p>", "saved again, it says so again");
});

Deno.test("savedNotice() shows a save by the page's own script, not one by another program", async () => {
  const ask = aBrowser();
  await ask("/api/things", { method: "PUT" });
  await saysNothing(await ask(SAVED));
  await ask("/api/things", { method: "PUT", headers: { [PAGE_HEADER]: "mark" } });
  strictEqual(await (await ask(SAVED)).text(), "<p>name</p>");
});

Deno.test("savedNotice() is shown by the page when a script sent the form and was redirected there", async () => {
  const ask = aBrowser();
  await ask("/things", POST);
  strictEqual((await ask(SAVED, { headers: { accept: "*/*" } })).status, 200);
  strictEqual(await (await ask(SAVED)).text(), "<p>name</p>");
  await saysNothing(await ask(SAVED));
});

Deno.test("savedNotice() shows nothing for a form that was refused, or that leads to another page", async () => {
  for (const path of ["/refused", "/elsewhere"]) {
    const ask = aBrowser();
    strictEqual((await ask(path, POST)).headers.get("set-cookie"), null);
    await saysNothing(await ask(SAVED));
  }
});
