import { deepStrictEqual, match, ok, rejects, strictEqual } from "node:assert/strict";
import { CALLS } from "@/lib/app/catalogue.ts";
import { ANONYMOUS } from "@/lib/identity/caller.ts";
import { tellWait } from "@/lib/web/errors.ts";
import { inProcess } from "@/lib/web/page_api.ts";
import { anAccount, withPlatform } from "@/tests/helpers/a_platform.ts";
import { aMember, PROJECT, someone } from "@/tests/helpers/a_residence.ts";
import { asLandlord, type Page, type Visitor, withSite } from "@/tests/helpers/a_site.ts";
import { fc } from "@/tests/npm/fast_check.ts";
import { filesUnder } from "@/tools/files.ts";

async function aReader(site: Parameters<Parameters<typeof withSite>[0]>[0]): Promise<Visitor> {
  await aMember(site, { roles: ["collect:boilerroom:read"] });
  return await site.signIn();
}

Deno.test("missing page explains what to do, with the reference to quote", () =>
  withSite(async (site) => {
    const visitor = await aReader(site);
    const page = await visitor.get("/nothing-here");
    strictEqual(page.status, 404);
    strictEqual(page.title, "Eco-Platform | Page introuvable");
    match(page.html, /<h1>Page introuvable<\/h1>/);
    match(page.text, /Repartez de la liste/);
    const reference = /Référence\u00A0: (\S+)/.exec(page.text)?.[1];
    strictEqual(reference, page.headers.get("x-request-id"));
  }));

Deno.test("hidden residence is not found, like one that does not exist", () =>
  withSite(async (site) => {
    const visitor = await aReader(site);
    await someone(site, { email: "autre@bailleur.fr" });
    const stranger = await site.signIn("autre@bailleur.fr");
    const hidden = await stranger.get(`/collect/${PROJECT}`);
    const missing = await stranger.get("/collect/nothing");
    strictEqual(hidden.status, 404);
    strictEqual(hidden.title, missing.title);
    // A user of the organisation keeps the menu, and it is the same for both.
    const menuOf = ({ html }: Page) =>
      html.slice(html.indexOf("<header"), html.indexOf("<main"))
        .replace(/(?<=name="page:[^"]*" value=")[^"]*/, "");
    match(menuOf(await visitor.get("/collect/nothing")), /href="\/home"/);
    strictEqual(menuOf(hidden), menuOf(missing));
    strictEqual((await visitor.get(`/collect/${PROJECT}`)).status, 200);
  }));

Deno.test("bad period has a page with the valid periods", () =>
  withSite(async (site) => {
    const visitor = await aReader(site);
    const page = await visitor.get(`/collect/${PROJECT}/outdoor-sources/x?period=monthly-99999`);
    strictEqual(page.status, 400);
    match(page.text, /L’année 99999 ne se lit pas.*de 1970 à 2100/);
  }));

Deno.test("an address with a trailing slash redirects to the page, with its query", () =>
  withSite(async ({ visitor }) => {
    for (const path of ["/login/?back=%2Fhome", "/api/auth/features/", "/legal-notice/"]) {
      const { status, headers } = await visitor().get(path);
      strictEqual(status, 302);
      strictEqual(headers.get("location"), path.replace(/\/(?=$|\?)/, ""));
    }
  }));

Deno.test("write to an address with trailing slashes is redirected without them, with its method and body", () =>
  withSite(async ({ visitor }) => {
    for (const path of ["/write/?db=x", "/api/v2/write/", "/login///", "//evil.example/"]) {
      const { status, headers } = await visitor().post(path, { a: "b" });
      strictEqual(status, 308);
      strictEqual(headers.get("location"), path.replace(/\/+(?=$|\?)/, "").replace(/^\/+/, "/"));
    }
  }));

function refreshOf(status: number, path: string): string | null {
  const answer = new Response(null, { status });
  tellWait(answer, new Request(`http://127.0.0.1:8000${path}`), undefined);
  return answer.headers.get("refresh");
}

// @spec display.refresh
Deno.test("tellWait() makes the error page of an information screen refresh, and no other one", () => {
  const asked = [429, 500, 503].map((status) => refreshOf(status, "/display/p1"));
  deepStrictEqual(asked, ["300", "300", "300"]);
  deepStrictEqual(refreshOf(200, "/display/p1"), null);
  deepStrictEqual([500, 503].map((status) => refreshOf(status, "/home?x=/display/")), [null, null]);
});

/** The addresses of the pages and files, as named by their folders. */
const ADDRESSES = ["routes/collect", "routes/home"]
  .flatMap((folder) => filesUnder(folder, ".ts", ".tsx"))
  .filter((file) => !/\/[(_]/.test(file))
  .map((file) => file.replace(/^routes/, "").replace(/(?:\/index)?\.tsx?$/, ""));

/** Ids of the demo, so that many addresses exist. */
const THINGS: Readonly<Record<string, readonly string[]>> = {
  projectId: ["p01"],
  boilerRoomId: ["p01-c1"],
  series: ["p01-c1-gaz"],
  circuitId: ["p01-c1-r1"],
  sourceId: ["p01-meteo"],
  houseSeries: ["p01-temp"],
};

const STRANGE = [
  "0001-01-01",
  "9999-12-31",
  "2023-02-29",
  "2100-12-31",
  "1970-01-01",
  "monthly-1970",
  "monthly-2100",
  "monthly-shifted-2100",
  "hourly-2100-12-31",
  "1e308",
  "-1",
  "NaN",
  "9".repeat(200),
  "\u0000",
  "__proto__",
];

/** Longer than a file name: Fresh searches the disk for each path, unless it is built to disk. */
const LONG = ["9".repeat(400), "é".repeat(1_500), "\u{1F3E0}".repeat(600)];

const PERIODS = ["monthly", "monthly-shifted", "weekly", "daily", "hourly", "fivemin"]
  .flatMap((type) =>
    ["0000", "0001", "1970", "1971", "2024", "2100", "2101", "9999"].flatMap((year) => [
      `${type}/${year}`,
      `${type}/${year}/01`,
      `${type}/${year}/12/31`,
      `${type}/${year}/53`,
      `${type}/${year}/02/30`,
    ])
  );

const QUERY = [
  ...["from", "to", "after", "period", "date", "day", "month", "year", "instant", "segment"],
  ...["sort", "page", "source", "residence", "email", "filter:state", "compare", "q", "pce"],
];

/** An address with its parameters, most of which exist. */
const ADDRESS = fc.tuple(
  fc.constantFrom(...ADDRESSES),
  fc.array(fc.constantFrom(...STRANGE, ...LONG), { minLength: 6, maxLength: 6 }),
  fc.array(fc.nat(9), { minLength: 6, maxLength: 6 }),
  fc.constantFrom(...PERIODS),
  fc.dictionary(fc.constantFrom(...QUERY), fc.constantFrom(...STRANGE, ...LONG), { maxKeys: 3 }),
).map(([path, values, chances, period, query]) => {
  let at = 0;
  const filled = path.replaceAll(/\[+(?:\.\.\.)?(\w+)\]+/g, (_, name: string) => {
    if (name === "period") return period;
    const [thing] = THINGS[name] ?? [];
    const isThing = thing !== undefined && chances[at] !== 0;
    return isThing ? thing : encodeURIComponent(values[at++ % values.length] ?? "");
  });
  const asked = new URLSearchParams(query).toString();
  return asked === "" ? filled : `${filled}?${asked}`;
});

Deno.test("no date, year, number, id or length of an address causes an internal error", () =>
  asLandlord(async (visitor, site) => {
    await fc.assert(
      fc.asyncProperty(ADDRESS, async (path) => {
        const { status, html } = await visitor.get(path);
        ok(status < 500, `${status} ${path.slice(0, 300)}: ${html.slice(0, 300)}`);
        ok(site.faults.length === 0, `${path.slice(0, 300)}: ${String(site.faults[0])}`);
      }),
      { numRuns: 300, seed: 20261122 },
    );
  }));

const WAIT_HEADERS = ["retry-after", "ratelimit-reset"];

Deno.test("user who requests too many pages gets a French page that says when to retry", () =>
  withSite(async (site) => {
    await anAccount(site);
    const visitor = site.visitor();
    strictEqual((await visitor.signIn()).status, 303);
    for (let done = 0; done < 8; done++) strictEqual((await visitor.get("/home")).status, 200);
    site.clock.advance(18_000);
    const refused = await visitor.get("/home");
    strictEqual(refused.status, 429);
    deepStrictEqual(WAIT_HEADERS.map((name) => refused.headers.get(name)), ["42", "42"]);
    strictEqual(refused.title, "Eco-Platform | Trop de demandes");
    ok(refused.text.includes("Réessayez dans 42\u00a0secondes."), refused.text);
    ok(refused.html.includes('lang="fr"'));
    strictEqual((await visitor.get("/styles.css")).status === 429, false);
    strictEqual((await visitor.get("/health")).status, 200);
    site.clock.advance(42_000);
    strictEqual((await visitor.get("/home")).status, 200);
  }, { rates: { apiPerAccountAndMinute: 8 } }));

// @spec forms.busy
Deno.test("sign-in page that refuses an attempt has a Retry-After header", () =>
  withSite(async (site) => {
    await anAccount(site);
    const visitor = site.visitor();
    for (let done = 0; done < 5; done++) await visitor.signIn("ada@bailleur.fr", "mauvais mot");
    const refused = await visitor.signIn();
    strictEqual(refused.status, 429);
    deepStrictEqual(WAIT_HEADERS.map((name) => refused.headers.get(name)), ["60", "60"]);
    ok(refused.text.includes("Trop de tentatives"), refused.text);
  }));

Deno.test("readUnless() is null for the named refusal, else the answer, or throws like read()", () => {
  return withPlatform(async ({ platform }) => {
    const request = { clientAddress: "127.0.0.1", requestId: "test" };
    const requestInfo = { ...request, https: false };
    const { read, readUnless } = inProcess({
      platform,
      caller: ANONYMOUS,
      ...request,
      requestInfo,
    });
    strictEqual(await readUnless("not-signed-in", CALLS.listOrgs, {}), null);
    await rejects(readUnless("not-found", CALLS.listOrgs, {}), { status: 401 });
    const features = await read(CALLS.getSignInFeatures, {});
    deepStrictEqual(await readUnless("not-signed-in", CALLS.getSignInFeatures, {}), features);
  });
});
