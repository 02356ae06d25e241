import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import type { Call } from "@/lib/api/call.ts";
import { fillPath } from "@/lib/api/routing.ts";
import { CALLS } from "@/lib/app/catalogue.ts";
import { links } from "@/lib/ui/links.ts";
import { type OwnedSite, withOwnedSite } from "@/tests/access/an_owned_site.ts";
import { SITE } from "@/tests/helpers/a_site.ts";
import { EXAMPLES } from "@/tests/helpers/schema_examples.ts";
import { allRoutes, pathOf, type Place } from "@/tests/tools/routes.ts";

/** Endpoints of collectors: opened by a token in the request, never by a cookie. */
const BY_TOKEN =
  /^\w+ (\/api\/v2\/write|\/write|\/query|\/input\/|\/chirpstack|\/things-stack|\/gateway\/)/;

/** The page of a sent statement: opened by the secret of its link, never by a cookie. */
const BY_LINK = /^\w+ \/statements\//;

/** Calls of a provider's session, which an account does not have. */
const OF_PROVIDERS = new Set(
  Object.entries<Call>(CALLS).flatMap(([name, { access: { any } }]) =>
    any.every((grant) => grant === "provider") ? [name] : []
  ),
);

/** Reports that the program runs, and nothing else. */
const IDLE = /^\w+ \/ping$/;

/** The portal of providers redirects an account to the page that mails a link. */
function isAskedForLink({ status, headers }: Response): boolean {
  return status === 303 && headers.get("location") === links.providerLogin({ new: "1" });
}

/** Sends a write with its owner's cookie. */
async function sent(
  { handler }: OwnedSite,
  { method, path }: Pick<Write, "method" | "path">,
  headers: Readonly<Record<string, string>>,
): Promise<Response> {
  const type = headers["content-type"] ?? "application/x-www-form-urlencoded";
  const body = method === "GET" || method === "HEAD" ? null : smallBody(type);
  return await handler(new Request(SITE + path, { method, headers, body }));
}

Deno.test("QS4: every write by cookie refuses every page of another site", () =>
  withOwnedSite(async (site) => {
    const cookie = await site.session();
    const before = await site.stamps();
    const writes = (await allWrites(site.place)).filter(({ name }) => !IDLE.test(name));
    ok(writes.length > 150, `${writes.length} routes and calls`);
    const wrong: string[] = [];
    for (const [at, write] of writes.entries()) {
      for (const [rank, { name, headers }] of ELSEWHERE.entries()) {
        // Each write gets every origin and every type, each origin every type.
        const type = SIMPLE_TYPES[(at + rank) % SIMPLE_TYPES.length] ?? "";
        const answer = await sent(site, write, { ...headers, cookie, "content-type": type });
        const refused = BY_TOKEN.test(write.name) || BY_LINK.test(write.name)
          ? answer.status >= 400 && answer.status < 500
          : answer.status === 403 || isAskedForLink(answer);
        if (!refused || answer.headers.has("set-cookie")) {
          wrong.push(`${write.name}, ${name}, ${type}: ${answer.status}`);
        }
      }
    }
    deepStrictEqual(wrong, []);
    deepStrictEqual(await site.stamps(), before, "the store");
    strictEqual((await sent(site, { method: "GET", path: "/home" }, { cookie })).status, 200);
  }));

// @spec calls.errors
Deno.test("QS4: a program's write is refused with a code, whatever page it names as its origin", () =>
  withOwnedSite(async (site) => {
    const wrong: string[] = [];
    for (const write of await allWrites(site.place)) {
      if (!write.path.startsWith("/api/") && !BY_TOKEN.test(write.name)) continue;
      const answer = await sent(site, write, { accept: "*/*", origin: "capacitor://localhost" });
      const said = await answer.json().catch(() => null);
      if (answer.status !== 403 || said?.code !== "forbidden") {
        wrong.push(`${write.name}: ${answer.status} ${JSON.stringify(said)}`);
      }
    }
    deepStrictEqual(wrong, []);
  }));

Deno.test("QS4: no address changes anything by GET or HEAD, even with headers that override the method", () =>
  withOwnedSite(async (site) => {
    const cookie = await site.session();
    const before = await site.stamps();
    const wrong: string[] = [];
    for (const { name, path } of await allWrites(site.place)) {
      for (const method of ["GET", "HEAD"]) {
        for (const query of ["", "?_method=DELETE&name=x"]) {
          const answer = await sent(site, { method, path: path + query }, {
            cookie,
            "sec-fetch-site": "cross-site",
            "x-http-method-override": "DELETE",
          });
          if (isFault(answer)) wrong.push(`${method} of ${name}: ${answer.status}`);
          if (/session=/.test(answer.headers.get("set-cookie") ?? "")) {
            wrong.push(`${name}: cookie`);
          }
        }
      }
    }
    deepStrictEqual(wrong, []);
    deepStrictEqual(await site.stamps(), before, "the store");
    strictEqual((await sent(site, { method: "GET", path: "/home" }, { cookie })).status, 200);
  }));

Deno.test("QS4: a page of this site is accepted: others are refused because of their origin", () =>
  withOwnedSite(async (site) => {
    const refused: string[] = [];
    for (const write of await allWrites(site.place)) {
      // With unknown ids, the write is accepted and finds nothing, and the session stays valid.
      if (BY_TOKEN.test(write.name) || OF_PROVIDERS.has(write.name)) continue;
      const cookie = await site.session();
      for (const headers of [{ "sec-fetch-site": "same-origin" }, { origin: SITE }]) {
        const answer = await sent(site, { ...write, path: elsewhere(write.path, site) }, {
          ...headers,
          cookie,
        });
        const text = await answer.text();
        if (answer.status === 403 || isFault(answer)) {
          refused.push(`${write.name}: ${answer.status} ${text.slice(0, 80)}`);
        }
      }
    }
    deepStrictEqual(refused, []);
  }));

/** An internal error; 501 is a call that is declared and not implemented yet. */
function isFault({ status }: Response): boolean {
  return status >= 500 && status !== 501;
}

/** The same address with unknown ids. */
function elsewhere(path: string, { place }: OwnedSite): string {
  return [place.orgId, place.projectId].reduce<string>(
    (text, id) => text.replace(`/${id}`, "/inconnu"),
    path,
  );
}

Deno.test("QS4: a text of another content type than the call's is refused, also from this site", () =>
  withOwnedSite(async (site) => {
    const cookie = await site.session();
    const heard: string[] = [];
    for (const write of await allWrites(site.place)) {
      if (!write.isJson) continue;
      const answer = await sent(site, write, {
        cookie,
        origin: SITE,
        "content-type": "text/plain",
      });
      if (answer.status < 400) heard.push(`${write.name}: ${answer.status}`);
    }
    deepStrictEqual(heard, []);
  }));

/** A request that changes something when its owner sends it. */
interface Write {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  /** Whether its body is JSON. */
  readonly isJson: boolean;
}

/** Headers by which a browser declares the origin of a request. */
interface Origin {
  readonly name: string;
  readonly headers: Readonly<Record<string, string>>;
}

const EVIL = "https://evil.example";

/**
 * Requests from outside this site; a browser writes these headers itself, no page can forge them.
 */
const ELSEWHERE: readonly Origin[] = [
  { name: "neither Origin nor Sec-Fetch-Site", headers: {} },
  { name: "a foreign Origin", headers: { origin: EVIL } },
  { name: "the Origin of a frame in a sandbox", headers: { origin: "null" } },
  { name: "another port of the same host", headers: { origin: "http://127.0.0.1:9000" } },
  { name: "an Origin that is no URL", headers: { origin: "127.0.0.1:8000" } },
  { name: "cross-site", headers: { "sec-fetch-site": "cross-site", origin: EVIL } },
  { name: "cross-site, silent on its origin", headers: { "sec-fetch-site": "cross-site" } },
  {
    name: "a neighbour of the same site",
    headers: { "sec-fetch-site": "same-site", origin: "http://127.0.0.1:9000" },
  },
  { name: "a typed address", headers: { "sec-fetch-site": "none" } },
  { name: "an unknown Sec-Fetch-Site", headers: { "sec-fetch-site": "SAME-ORIGIN " + EVIL } },
];

/** Content types that a form or a simple fetch() of another site may send without a preflight. */
const SIMPLE_TYPES = [
  "text/plain",
  "application/x-www-form-urlencoded",
  "multipart/form-data; boundary=b",
] as const;

/** The smallest body of a content type. */
function smallBody(type: string): string {
  if (type.startsWith("multipart/")) return "--b--\r\n";
  return type === "text/plain" ? '{"name":"x"}' : "name=x";
}

const READS = ["GET", "HEAD"];

/** Every route and every call that writes, at addresses that exist in a place. */
async function allWrites(place: Place): Promise<Write[]> {
  const routes = await allRoutes();
  const ofRoutes = routes.flatMap((route) =>
    methodsOf(route.methods).map((method) => ({
      name: `${method} ${route.pattern}`,
      method,
      path: pathOf(route, place),
      isJson: false,
    }))
  );
  const ofCalls = Object.entries(CALLS).flatMap(([name, call]: [string, Call]) =>
    READS.includes(call.method) ? [] : [{
      name,
      method: call.method,
      path: `/api${fillPath(call.path, { ...EXAMPLES, ...place })}`,
      isJson: call.body !== undefined && (call.bodyKind ?? "json") === "json",
    }]
  );
  return [...ofRoutes, ...ofCalls];
}

/**
 * Methods of a route that write; the API's one handler accepts all, and its calls are listed
 * separately.
 */
function methodsOf(methods: readonly string[]): string[] {
  if (methods.includes("ANY")) return ["POST", "PUT", "PATCH", "DELETE"];
  return methods.filter((method) => !READS.includes(method));
}
