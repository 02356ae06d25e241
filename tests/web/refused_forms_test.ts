import { deepStrictEqual, match, ok, strictEqual } from "node:assert/strict";
import { keys } from "@/lib/store/keys.ts";
import { REFUSED_PAGE_MS } from "@/lib/web/form_store.ts";
import { signedIn } from "@/tests/helpers/a_platform.ts";
import { aMember, PROJECT, someone } from "@/tests/helpers/a_residence.ts";
import { fieldValue, type Site, withSite } from "@/tests/helpers/a_site.ts";
import { SITE } from "@/tests/helpers/cookie_jar.ts";
import { noise } from "@/tests/helpers/noise.ts";

const OPTIONS = "/home/admin/options";

/** The retention settings with one wrong field. */
const WRONG = {
  form: "retention",
  version: "",
  infraDailyYears: "trois",
  dailyYears: "5",
  monthlyYears: "10",
};

interface Tab {
  readonly site: Site;
  /** Sends a request in one of Ada's sessions, without following redirects. */
  ask(path: string, fields?: Record<string, string>): Promise<Response>;
  session(): Promise<string>;
}

/** Ada administers an organisation, and is signed in. */
function withTab(test: (tab: Tab) => Promise<void>): Promise<void> {
  return withSite(async (site) => {
    await aMember(site, { isAdmin: true });
    const session = async () => {
      const { token } = await signedIn(site, "ada@bailleur.fr");
      return (await site.platform.sessionFor(token)).id;
    };
    const own = await session();
    await test({
      site,
      session,
      ask: (path, fields) => asked(site, { path, fields, cookie: `session=${own}` }),
    });
  });
}

function asked(
  { handler }: Site,
  { path, fields, cookie }: {
    path: string;
    fields?: Record<string, string> | undefined;
    cookie: string;
  },
): Promise<Response> {
  const headers = { cookie, origin: SITE, accept: "text/html", "accept-encoding": "gzip" };
  const body = fields === undefined ? null : new URLSearchParams(fields);
  const method = fields === undefined ? "GET" : "POST";
  return handler(new Request(SITE + path, { method, headers, body }));
}

/** The text of an answer, which may be compressed. */
async function read(answer: Response): Promise<string> {
  const isPlain = answer.headers.get("content-encoding") === null;
  const body = answer.body ?? new Blob().stream();
  return await new Response(
    isPlain ? body : body.pipeThrough(new DecompressionStream("gzip")),
  ).text();
}

/** The redirect of the answer to a form. */
function ledTo(answer: Response): string {
  strictEqual(answer.status, 303);
  strictEqual(answer.headers.get("cache-control"), "no-store");
  return answer.headers.get("location") ?? "";
}

const GONE = /n’est plus gardé/;

Deno.test("refused form redirects to a page with its own address, which shows the typed values at each read", () =>
  withTab(async ({ ask }) => {
    const path = ledTo(await ask(OPTIONS, WRONG));
    match(path, /^\/home\/admin\/options\?typed=[\w-]+$/);
    for (let time = 0; time < 2; time++) {
      const page = await ask(path);
      strictEqual(page.status, 400);
      strictEqual(page.headers.get("cache-control"), "no-store");
      strictEqual(fieldValue(await read(page), "infraDailyYears"), "trois");
    }
  }));

Deno.test("the page of a refused form is for the session that sent it: another one sees the stored values", () =>
  withTab(async ({ site, ask, session }) => {
    const path = ledTo(await ask(OPTIONS, WRONG));
    const other = await asked(site, { path, cookie: `session=${await session()}` });
    strictEqual(other.status, 200);
    const html = await read(other);
    match(html, GONE);
    ok(!html.includes("trois"));
    strictEqual((await asked(site, { path, cookie: "" })).status, 303);
  }));

/** The browser's cookie after an answer. */
function cookieAfter(answer: Response, before: string): string {
  return answer.headers.getSetCookie().find((one) => one.startsWith("session="))?.split(";")[0] ??
    before;
}

Deno.test("the page of the first refused form after a change of rights is found by the renewed session", () =>
  withTab(async ({ site, session }) => {
    const before = `session=${await session()}`;
    await asked(site, { path: OPTIONS, cookie: before });
    // Another administrator gives them a role.
    const other = await someone(site, { email: "bob@bailleur.fr", isAdmin: true });
    const at = { projectId: PROJECT, email: "ada@bailleur.fr" };
    ok(
      (await other("putProjectUserRoles", { ...at, body: { roles: ["collect:documents:read"] } }))
        .ok,
    );
    const answer = await asked(site, { path: OPTIONS, fields: WRONG, cookie: before });
    const cookie = cookieAfter(answer, "");
    ok(cookie !== "" && cookie !== before, "the session has another id");
    const page = await asked(site, { path: ledTo(answer), cookie });
    strictEqual(page.status, 400);
    strictEqual(fieldValue(await read(page), "infraDailyYears"), "trois");
  }));

Deno.test("the page of a refused form ends once the form is accepted, and says so beside the stored values", () =>
  withTab(async ({ ask }) => {
    const path = ledTo(await ask(OPTIONS, WRONG));
    const version = fieldValue(await read(await ask(OPTIONS)), "version") ?? "";
    strictEqual((await ask(path, { ...WRONG, version, infraDailyYears: "2" })).status, 303);
    const page = await ask(path);
    strictEqual(page.status, 200);
    const html = await read(page);
    match(html, GONE);
    strictEqual(fieldValue(html, "infraDailyYears"), "2");
  }));

Deno.test("the page of a refused form is stored for a limited time, with an expiry of its own", () =>
  withTab(async ({ site, ask }) => {
    const path = ledTo(await ask(OPTIONS, WRONG));
    site.clock.advance(REFUSED_PAGE_MS - 1);
    strictEqual((await ask(path)).status, 400);
    site.clock.advance(1);
    strictEqual((await ask(path)).status, 200);
  }));

Deno.test("form refused twice is shown as last sent, each at its address", () =>
  withTab(async ({ ask }) => {
    const first = ledTo(await ask(OPTIONS, WRONG));
    const second = ledTo(await ask(first, { ...WRONG, infraDailyYears: "quatre" }));
    strictEqual(second.split("typed=").length, 2);
    strictEqual(fieldValue(await read(await ask(second)), "infraDailyYears"), "quatre");
    strictEqual(fieldValue(await read(await ask(first)), "infraDailyYears"), "trois");
  }));

Deno.test("page too large for a value of the store is the answer to the form itself", () =>
  withTab(async ({ ask }) => {
    const text = noise(60_000).toBase64();
    const answer = await ask(OPTIONS, { ...WRONG, infraDailyYears: text });
    strictEqual(answer.status, 400);
    strictEqual(answer.headers.get("cache-control"), "no-store");
    strictEqual(fieldValue(await read(answer), "infraDailyYears"), text);
  }));

Deno.test("refused sign-in is also shown by a page, for the browser that sent it, without its password", () =>
  withTab(async ({ site }) => {
    const fields = { email: "ada@bailleur.fr", password: "un-faux-mot" };
    const refused = await asked(site, { path: "/login", fields, cookie: "" });
    const path = ledTo(refused);
    const [cookie = ""] = refused.headers.getSetCookie();
    match(cookie, /^visit=[\w-]{43}; Path=\/; SameSite=Lax; HttpOnly$/);
    const page = await asked(site, { path, cookie: cookie.split(";", 1)[0] ?? "" });
    strictEqual(page.status, 401);
    const html = await read(page);
    strictEqual(fieldValue(html, "email"), "ada@bailleur.fr");
    ok(!html.includes("un-faux-mot"));
    strictEqual((await asked(site, { path, cookie: "" })).status, 200);
  }));

Deno.test("nothing of a form sent by another site is stored", () =>
  withTab(async ({ site, session }) => {
    const headers = {
      cookie: `session=${await session()}`,
      origin: "https://evil.example",
      accept: "text/html",
    };
    const body = new URLSearchParams(WRONG);
    const answer = await site.handler(
      new Request(SITE + OPTIONS, { method: "POST", headers, body }),
    );
    strictEqual(answer.status, 403);
    const kept: unknown[] = [];
    for await (const { key } of site.store.list({ prefix: keys.refusedPage.under() })) {
      kept.push(key);
    }
    deepStrictEqual(kept, []);
  }));

Deno.test("pages of signed-in users are no-store, refused forms included; the sign-in page may be stored", () =>
  withTab(async ({ site, ask }) => {
    for (
      const path of [OPTIONS, `/collect/${PROJECT}`, `/collect/${PROJECT}`, "/home/nulle-part"]
    ) {
      strictEqual((await ask(path)).headers.get("cache-control"), "no-store", path);
    }
    const login = await asked(site, { path: "/login", cookie: "" });
    strictEqual(login.headers.get("cache-control"), "private, no-cache");
  }));
