import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import type { Call } from "@/lib/api/call.ts";
import { fillPath } from "@/lib/api/routing.ts";
import { CALLS } from "@/lib/app/catalogue.ts";
import { PASSWORD } from "@/tests/helpers/a_platform.ts";
import { EXAMPLES } from "@/tests/helpers/schema_examples.ts";
import { headerFaults } from "@/tests/tools/expect_headers.ts";
import { allRoutes, pathOf } from "@/tests/tools/routes.ts";
import { type OwnedSite, withOwnedSite } from "./an_owned_site.ts";

const SITES = ["http://127.0.0.1:8000", "https://suivi.bailleur.example"] as const;

/** Besides routes and calls: files, a missing address, unreadable addresses, an old one. */
const ALSO = [
  "/styles.css",
  "/icons.svg",
  "/robots.txt",
  "/nulle-part",
  "/api/nulle-part",
  "/%ff/x",
  "/%E0%A4%A",
  "/a%00b",
  "/collect/inconnue",
  "/collect/inconnue/boilerrooms/x/energy-balance/monthly/99999",
];

/** Methods tried on a route. */
const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

/** Only answers that are the same for everyone may be publicly cached. */
const PUBLIC = /^\/(styles\.css|icons\.svg|favicon\.svg|robots\.txt|_fresh\/|js\/)/;

interface HeaderCase {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
}

interface HeaderFindings {
  /** Faults of an answer, one a line. */
  readonly faults: readonly string[];
  /** Whether it changed the session of the request, as signing out does. */
  readonly setsCookie: boolean;
}

/** Compares an answer with the list. */
async function findingsOf(
  site: OwnedSite,
  origin: string,
  { method, path, headers }: HeaderCase,
): Promise<HeaderFindings> {
  const body = method === "GET" || method === "HEAD" ? null : "";
  const answer = await site.handler(new Request(origin + path, { method, headers, body }));
  await answer.body?.cancel();
  const faults = headerFaults(answer, { https: origin.startsWith("https:") });
  const caching = answer.headers.get("cache-control") ?? "";
  if (!/\b(private|no-store|no-cache)\b/.test(caching) && !PUBLIC.test(path)) {
    faults.push(`cache-control: ${caching}`);
  }
  if (caching.includes("public") && answer.headers.has("set-cookie")) {
    faults.push("a shared cookie");
  }
  if (body !== null && caching !== "no-store") faults.push(`an answer to a write: ${caching}`);
  return {
    faults: faults.map((fault) => `${method} ${path} (${answer.status}): ${fault}`),
    setsCookie: answer.headers.has("set-cookie"),
  };
}

/** Addresses of every route and of every call that reads, in a place. */
async function allPaths({ place }: OwnedSite): Promise<string[]> {
  const calls = Object.values(CALLS).map((call: Call) =>
    `/api${fillPath(call.path, { ...EXAMPLES, ...place })}`
  );
  return [...(await allRoutes()).map((route) => pathOf(route, place)), ...new Set(calls), ...ALSO];
}

/**
 * Every variant of a request to an address; over https:, where only the scheme differs, a page and
 * a write of it.
 */
function waysOf(scheme: string): { readonly method: string; readonly accept: string }[] {
  const [page, call] = ["text/html", "application/json"];
  if (scheme === "https:") return ["GET", "POST"].map((method) => ({ method, accept: page }));
  return [
    ...METHODS.map((method) => ({ method, accept: page })),
    ...["GET", "POST"].map((method) => ({ method, accept: call })),
  ];
}

for (const origin of SITES) {
  const scheme = new URL(origin).protocol;
  Deno.test(`QS10: every answer of every address has the headers of ASVS V3, over ${scheme}`, () =>
    withOwnedSite(async (site) => {
      const faults: string[] = [];
      for (const path of await allPaths(site)) {
        let cookie = await site.session(scheme === "https:");
        for (const { method, accept } of waysOf(scheme)) {
          for (const who of [{ cookie }, {}]) {
            const headers = { ...who, accept, origin };
            const found = await findingsOf(site, origin, { method, path, headers });
            faults.push(...found.faults);
            if (found.setsCookie) cookie = await site.session(scheme === "https:");
          }
        }
      }
      deepStrictEqual([...new Set(faults)], []);
    }));
}

Deno.test("QS10: an unchanged page is answered 304 with the same headers, and without a policy", () =>
  withOwnedSite(async (site) => {
    const cookie = await site.session();
    const unchanged: string[] = [];
    for (const path of await allPaths(site)) {
      const first = await site.handler(new Request(SITES[0] + path, { headers: { cookie } }));
      await first.body?.cancel();
      const etag = first.headers.get("etag");
      if (etag === null) continue;
      const headers = { cookie, "if-none-match": etag };
      const again = await site.handler(new Request(SITES[0] + path, { headers }));
      deepStrictEqual(headerFaults(again), [], path);
      if (again.status === 304) unchanged.push(path);
      strictEqual(again.headers.has("content-security-policy"), again.status !== 304, path);
    }
    ok(unchanged.length > 20, `${unchanged.length} answers`);
  }));

Deno.test("QS10: so is a file requested by its own name (here only: once built to disk)", () =>
  withOwnedSite(async (site) => {
    const asked = (headers: HeadersInit) =>
      site.handler(new Request(`${SITES[0]}/icons.svg`, { headers }));
    const first = await asked({});
    await first.body?.cancel();
    const again = await asked({ "if-none-match": first.headers.get("etag") ?? "" });
    deepStrictEqual([again.status, headerFaults(again)], [304, []]);
  }));

Deno.test("QS10: cookies of a sign-in and of a sign-out are HttpOnly, SameSite, Path=/; over https Secure and __Host-", () =>
  withOwnedSite(async (site) => {
    for (const origin of SITES) {
      const https = origin.startsWith("https:");
      const post = (path: string, body: Record<string, string>, cookie = "") =>
        site.handler(
          new Request(origin + path, {
            method: "POST",
            body: new URLSearchParams(body),
            headers: { origin, cookie },
          }),
        );
      const entered = await post("/login", { email: "ada@bailleur.fr", password: PASSWORD });
      const [cookie = ""] = entered.headers.getSetCookie();
      deepStrictEqual(headerFaults(entered, { https }), []);
      strictEqual(entered.headers.getSetCookie().length, 1);
      const name = https ? "__Host-session" : "session";
      const value = cookie.slice(name.length + 1, cookie.indexOf(";"));
      ok(cookie.startsWith(`${name}=`) && value.length >= 22, "128 bits at least");
      strictEqual(/; *Domain=/i.test(cookie), false);
      const left = await post("/logout", {}, `${name}=${value}`);
      deepStrictEqual(headerFaults(left, { https }), []);
      ok(left.headers.getSetCookie().some((line) => line.includes("Max-Age=0")), "forgotten");
      const after = new Request(`${origin}/home`, { headers: { cookie: `${name}=${value}` } });
      strictEqual((await site.handler(after)).status, 303);
    }
  }));
