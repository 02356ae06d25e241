import { deepStrictEqual, match, strictEqual } from "node:assert/strict";
import { readConfig } from "@/fresh.config.ts";
import { PAGE_HEADER } from "@/lib/ui/form_token_field.ts";
import { savedNotice, savedPath, seeOther } from "@/lib/web/form_submission.ts";
import { SecureApp } from "@/lib/web/secure_app.ts";
import { arrival, type State } from "@/lib/web/state.ts";
import { CookieJar, SITE } from "@/tests/helpers/a_site.ts";

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

Deno.test("savedNotice() says nothing to a bookmark and another browser", async () => {
  const handler = aSite();
  await aBrowser(handler)("/things", POST);
  await saysNothing(await aBrowser(handler)(SAVED));
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

Deno.test("savedNotice() binds its cookie to the host over https", async () => {
  const ask = aBrowser(aSite({ TRUST_PROXY: "on" }));
  const headers = { "x-forwarded-proto": "https" };
  const sent = await ask("/things", { ...POST, headers });
  match(sent.headers.get("set-cookie") ?? "", /^__Host-said=1; Path=\/; .*Secure/);
  strictEqual(await (await ask(SAVED, { headers })).text(), "<p>name</p>");
});
