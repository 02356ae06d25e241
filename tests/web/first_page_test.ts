import { deepStrictEqual, match, ok, strictEqual } from "node:assert/strict";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { writeStyles } from "@/dev.ts";
import { readConfig } from "@/fresh.config.ts";
import { DEMO_ACCOUNTS } from "@/lib/demo/seed/accounts.ts";
import {
  containsScripts,
  isFirstPage,
  StyleRules,
  STYLESHEET,
  withUsedRules,
} from "@/lib/web/first_page.ts";
import { SecureApp } from "@/lib/web/secure_app.ts";
import { arrival, type State } from "@/lib/web/state.ts";
import { withSite } from "@/tests/helpers/a_site.ts";
import { SITE } from "@/tests/helpers/cookie_jar.ts";
import { exists } from "@/tools/files.ts";

const TYPED = { "sec-fetch-dest": "document", "sec-fetch-site": "none" };
const FOLLOWED = { "sec-fetch-dest": "document", "sec-fetch-site": "same-origin" };

function aRequest(headers: Record<string, string>): Request {
  return new Request("http://x/page", { headers });
}

/** The cookies that an answer sets, by name. */
function cookiesOf({ headers }: Response): Record<string, string> {
  return Object.fromEntries(headers.getSetCookie().map((cookie) => cookie.split(/[=;]/, 2)));
}

Deno.test("isFirstPage() is true for a document requested from another site, as far as the browser says so", () => {
  const said: [Record<string, string>, boolean][] = [
    [TYPED, true],
    [{ ...TYPED, "sec-fetch-site": "cross-site" }, true],
    [{ ...TYPED, "sec-fetch-site": "same-site" }, true],
    [FOLLOWED, false],
    [{ ...TYPED, "sec-fetch-dest": "empty" }, false],
    [{}, false],
  ];
  for (const [headers, expected] of said) strictEqual(isFirstPage(aRequest(headers)), expected);
});

Deno.test("containsScripts() is true for a first page outside the providers' portal, which has no islands", () => {
  const at = (path: string, headers: Record<string, string>) =>
    containsScripts(new Request(`http://x${path}`, { headers }));
  deepStrictEqual(
    [
      at("/login", TYPED),
      at("/login", FOLLOWED),
      at("/providers", TYPED),
      at("/providers/login", TYPED),
    ],
    [true, false, false, false],
  );
});

/** An app that shows which stylesheet the page receives, with a stylesheet or none. */
function sheetTeller(sheet: string | null) {
  let askedCount = 0;
  const app = new SecureApp<State>({ ...readConfig({}), accessLog: false })
    .use(arrival(readConfig({})))
    .get("/page", (ctx) => ctx.json({ sheet: ctx.state.requestInfo.sheet ?? null }));
  if (sheet !== null) {
    app.get(STYLESHEET, (ctx) => {
      askedCount += 1;
      return ctx.text(sheet);
    });
  }
  const handler = app.handler();
  const sheetText = async (headers: Record<string, string>) =>
    (await (await handler(aRequest(headers))).json()).sheet;
  return { sheetText, askedCount: () => askedCount };
}

Deno.test("SecureApp reads the stylesheet once, only for the first page of a visit", async () => {
  const { sheetText, askedCount } = sheetTeller("a{}");
  deepStrictEqual(
    [await sheetText(FOLLOWED), await sheetText(TYPED), await sheetText(TYPED), askedCount()],
    [null, "a{}", "a{}", 1],
  );
});

Deno.test("SecureApp without a stylesheet lets pages link to it", async () => {
  strictEqual(await sheetTeller(null).sheetText(TYPED), null);
});

Deno.test("withUsedRules() leaves unused rules out of a page, and other answers unchanged", async () => {
  const rules = new StyleRules("p{a:b}nav{a:b}");
  const sent = async (body: string | null, type: string, status = 200) => {
    const answer = new Response(body, { status, headers: { "content-type": type } });
    return await (await withUsedRules(answer, rules)).text();
  };
  const page = `<style>${rules.text}</style><p>$&</p>`;
  strictEqual(await sent(page, "text/html"), "<style>p{a:b}</style><p>$&</p>");
  const used = await sent(`${page}<script type="module">nav()</script>`, "text/html");
  strictEqual(used.startsWith(`<style>${rules.text}</style>`), true);
  const loading = `${page}<script type="module" nonce="n">import { boot } from "/a.js"</script>`;
  strictEqual(await sent(loading, "text/html"), loading);
  strictEqual(await sent("<p>nav{a:b}</p>", "text/html"), "<p>nav{a:b}</p>");
  strictEqual(await sent(page, "text/plain"), page);
  strictEqual(await sent(null, "text/html", 304), "");
});

Deno.test("the first page of a visit has an inline stylesheet, allowed by its policy; the next one links to it", async () => {
  // Other tests read it meanwhile: it is written only if no build has written it.
  if (!exists("static/styles.css")) await writeStyles(true);
  await withSite(async ({ handler }) => {
    const asked = (headers: Record<string, string>) =>
      handler(new Request(`${SITE}/login`, { headers }));
    const first = await asked(TYPED);
    const [, nonce = ""] = /<style nonce="([^"]+)">[^<]+<\/style>/.exec(await first.text()) ?? [];
    ok(nonce.length > 10);
    match(first.headers.get("content-security-policy") ?? "", new RegExp(`style-src [^;]*'nonce-`));
    ok(first.headers.get("content-security-policy")?.includes(`'nonce-${nonce}'`));
    const next = await (await asked(FOLLOWED)).text();
    match(next, /<link rel="stylesheet" href="\/styles\.css/);
    strictEqual(next.includes("<style"), false);
  });
});

Deno.test("a first page is compressed with brotli, another page and a browser without brotli with gzip", async () => {
  if (!exists("static/styles.css")) await writeStyles(true);
  await withSite(async ({ handler }) => {
    const asked = (headers: Record<string, string>) =>
      handler(
        new Request(`${SITE}/login`, { headers: { "accept-encoding": "gzip, br", ...headers } }),
      );
    const first = await asked(TYPED);
    strictEqual(first.headers.get("content-encoding"), "br");
    match(brotliDecompressSync(await first.bytes()).toString(), /<style nonce=[^]+<\/html>$/);
    const next = await asked(FOLLOWED);
    const old = await asked({ ...TYPED, "accept-encoding": "gzip" });
    for (const page of [next, old]) {
      strictEqual(page.headers.get("content-encoding"), "gzip");
      match(gunzipSync(await page.bytes()).toString(), /<\/html>$/);
    }
  });
});

/** The home page of the demo as its landlord's browser requests it, with a cookie of received files or none. */
type AskedHome = (assets: string | null, headers?: typeof TYPED) => Promise<Response>;

async function withHome(test: (asked: AskedHome) => Promise<void>): Promise<void> {
  if (!exists("static/styles.css")) await writeStyles(true);
  await withSite(async (site) => {
    const { email, password } = DEMO_ACCOUNTS.landlord;
    const signedIn = await site.visitor().signIn(email, password);
    const session = signedIn.headers.getSetCookie().map((cookie) => cookie.split(";")[0]);
    await test((assets, headers = TYPED) => {
      const cookie = [...session, ...assets === null ? [] : [`assets=${assets}`]].join("; ");
      return site.handler(new Request(`${SITE}/home`, { headers: { ...headers, cookie } }));
    });
  }, { demo: true });
}

/** Whether each of these pages contains a text: typed without the cookie, of another build, of this one; followed. */
async function pagesWith(text: string, asked: AskedHome): Promise<boolean[]> {
  const { assets = "" } = cookiesOf(await asked(null));
  const pages = [asked(null), asked("another-build"), asked(assets), asked(null, FOLLOWED)];
  return await Promise.all(pages.map(async (page) => (await (await page).text()).includes(text)));
}

Deno.test("a browser has first pages until it has received one of this build", () =>
  withHome(async (asked) => {
    const { assets = "" } = cookiesOf(await asked(null));
    ok(assets.length > 10);
    strictEqual(cookiesOf(await asked(assets))["assets"], undefined);
    deepStrictEqual(await pagesWith("<style nonce=", asked), [true, true, false, false]);
  }));

Deno.test("a first page contains its scripts, and others load them (here only)", () =>
  withHome(async (asked) => {
    match(
      await (await asked(null)).text(),
      /<script type="module" nonce="[^"]+">\(self\.\$fresh\?\?=\{\}\)/,
    );
    deepStrictEqual(await pagesWith("modulepreload", asked), [false, false, true, true]);
  }));

Deno.test("an error, a redirect and a page of a provider do not say that the browser has the files", async () => {
  if (!exists("static/styles.css")) await writeStyles(true);
  await withSite(async ({ handler }) => {
    for (const path of ["/nowhere", "/home", "/providers/login", "/api/v2/health"]) {
      const answer = await handler(new Request(SITE + path, { headers: TYPED }));
      strictEqual(cookiesOf(answer)["assets"], undefined, `${path}: ${answer.status}`);
    }
  });
});
