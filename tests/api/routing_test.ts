import { deepStrictEqual, match, ok, strictEqual, throws } from "node:assert/strict";
import { type Catalogue, type Method, named, publicCall } from "@/lib/api/call.ts";
import { fillPath, pathMatcher } from "@/lib/api/routing.ts";
import { type CallFunction, CALLS } from "@/lib/app/catalogue.ts";
import { signedIn } from "@/tests/helpers/a_platform.ts";
import { PROJECT } from "@/tests/helpers/a_residence.ts";
import type { AskApp } from "@/tests/helpers/an_app.ts";
import { answerOf } from "@/tests/helpers/fixtures.ts";
import { fc } from "@/tests/npm/fast_check.ts";
import { withFedApp } from "./a_residence.ts";

/** Public calls, by name, of some methods and paths. */
function callsAt(requests: Readonly<Record<string, `${Method} /${string}`>>): Catalogue {
  return named(Object.fromEntries(
    Object.entries(requests).map(([name, request]) => [
      name,
      publicCall({ request, summary: "", audit: null }),
    ]),
  ));
}

const matchPath = pathMatcher(callsAt({
  list: "GET /orgs",
  create: "POST /orgs",
  one: "GET /orgs/:orgId",
  mine: "GET /orgs/mine",
  year: "GET /orgs/:orgId/years-:year",
  yearly: "GET /orgs/:orgId/years-all-:year",
  any: "GET /orgs/:orgId/:segment",
  deep: "GET /orgs/:orgId/:segment/of/:name",
  clash: "GET /orgs/mine/of/all",
}));

/** The call that a GET of a path finds, by its name; null when there is none. */
function foundAt(path: string) {
  const found = matchPath("GET", path);
  return found.kind === "call" ? { name: found.call.name, parameters: found.parameters } : null;
}

function nameOf(method: string, path: string): string {
  const found = matchPath(method, path);
  return found.kind === "call" ? found.call.name : found.kind;
}

const pathValue = fc.string({ minLength: 1, unit: "binary" })
  .filter((text) => text.isWellFormed() && text !== "." && text !== "..");

Deno.test("pathMatcher() returns the text after a literal prefix as the parameter", () => {
  deepStrictEqual(foundAt("/orgs/7/years-2024"), {
    name: "year",
    parameters: { orgId: "7", year: "2024" },
  });
});

Deno.test("pathMatcher() matches literals before parameters, no empty parameter, and no invalid encoding", () => {
  const found = {
    "/orgs/mine": "mine",
    "/orgs/7": "one",
    "/orgs": "list",
    "/orgs/": "not-found",
    "/orgs//years-2024": "not-found",
    "/orgs/7/years-": "any",
    "/orgs/7/": "not-found",
    "orgs": "bad-request",
    "": "bad-request",
    "/orgs/%": "bad-request",
    "/orgs/%zz": "bad-request",
    "/orgs/%ff": "bad-request",
  };
  for (const [path, name] of Object.entries(found)) strictEqual(nameOf("GET", path), name, path);
});

Deno.test("pathMatcher() names the methods of a path requested with another one", () => {
  deepStrictEqual(matchPath("PUT", "/orgs"), {
    kind: "method-not-allowed",
    allowed: ["GET", "POST"],
  });
});

Deno.test("pathMatcher() refuses two calls with indistinguishable paths", () => {
  throws(
    () => pathMatcher(callsAt({ a: "GET /orgs/:orgId", b: "GET /orgs/:name" })),
    /Cannot tell b from a: GET \/orgs\/:name/,
  );
});

Deno.test("pathMatcher() returns the parameters of fillPath()", () => {
  fc.assert(
    fc.property(pathValue, pathValue, pathValue, (orgId, segment, name) => {
      const filled = fillPath("/orgs/:orgId/:segment/of/:name", { orgId, segment, name });
      // As in a request: the URL must not change the path.
      const path = new URL(filled, "http://localhost").pathname;
      const found = matchPath("GET", path);
      deepStrictEqual(found.kind === "call" ? found.parameters : found, { orgId, segment, name });
    }),
    { seed: 20260101, numRuns: 500 },
  );
});

Deno.test("fillPath() refuses a value that a URL would read as another path", () => {
  for (const orgId of ["", ".", "..", "\ud800"]) {
    throws(() => fillPath("/orgs/:orgId", { orgId }), RangeError, JSON.stringify(orgId));
  }
});

/** Names of any length and script: short ones, ones around each limit, and ones far beyond. */
const name = fc.tuple(
  fc.constantFrom("a", "é", "日", "🌡️", "a b", "x/y", "%2F", "..", "\u0001", "\u200b", "#", "?"),
  fc.oneof(fc.integer({ min: 1, max: 40 }), fc.constantFrom(250, 333, 475, 632, 950, 1_900, 3_000)),
).map(([piece, count]) => piece.repeat(count).slice(0, 4_000).toWellFormed());

const device = fc.record({
  measurement: name,
  tags: fc.array(fc.tuple(fc.oneof(name, fc.constantFrom("serial", "house", "node")), name), {
    maxLength: 24,
  }),
  field: name,
});

const escaped = (text: string) => text.replaceAll(/[\\, =]/g, (mark) => `\\${mark}`);

interface Device {
  measurement: string;
  tags: [string, string][];
  field: string;
}

function lineOf({ measurement, tags, field }: Device): string {
  const written = tags.map(([tag, value]) => `,${escaped(tag)}=${escaped(value)}`).join("");
  return `${escaped(measurement)}${written} ${escaped(field)}=1`;
}

/**
 * Checks that every unknown source can be attached and detached, or deleted, by the path of its
 * name; returns how many there were.
 */
async function sourcesAreUsable(askApp: AskApp, ask: CallFunction, bearer: string, series: string) {
  const unknown = await answerOf(ask("listUnknownSources", { projectId: PROJECT }));
  for (const [at, { source }] of unknown.entries()) {
    const isAttached = at % 2 === 0;
    if (isAttached) {
      const body = { source, houseId: null };
      await answerOf(ask("attachSource", { projectId: PROJECT, series, body }));
    }
    const { method, path } = CALLS[isAttached ? "detachSource" : "forgetUnknownSource"];
    const url = `/api${fillPath(path, { projectId: PROJECT, series, source })}`;
    const answer = await askApp(url, { method, headers: { authorization: `Bearer ${bearer}` } });
    strictEqual(answer.status, 200, `${method} ${url.slice(0, 200)}: ${await answer.text()}`);
  }
  return unknown.length;
}

Deno.test("source of any length and script is stored, listed, attached and deleted, or its line is named", () =>
  withFedApp(async ({ askApp, built, ask, series, token }) => {
    const bearer = (await signedIn(built)).token;
    const headers = { authorization: `Token ${token}` };
    await fc.assert(
      fc.asyncProperty(fc.array(device, { minLength: 1, maxLength: 6 }), async (devices) => {
        const body = ["good,serial=1 value=1", ...devices.map(lineOf)].join("\n");
        const answer = await askApp("/api/v2/write?precision=s", { method: "POST", body, headers });
        const said = await answer.text();
        if (answer.status !== 204) {
          strictEqual(answer.status, 400, said);
          match(said, /partial write: \d+ not kept: line [2-7]: /);
        }
        ok(await sourcesAreUsable(askApp, ask, bearer, series) > 0);
      }),
      { numRuns: 60, seed: 20261122 },
    );
  }));

Deno.test("Emoncms stores or refuses a node and an input of any length and script, never with a fault", () =>
  withFedApp(async ({ askApp, built, ask, series, token }) => {
    const bearer = (await signedIn(built)).token;
    await fc.assert(
      fc.asyncProperty(name, name, async (node, input) => {
        const body = new URLSearchParams({
          apikey: token,
          node,
          fulljson: JSON.stringify({ good: 1, [input]: 2 }),
        });
        const answer = await askApp("/input/post", { method: "POST", body });
        strictEqual(answer.status, 200);
        const said = await answer.json();
        ok(said.success || /too long/.test(said.message), JSON.stringify(said));
        const count = await sourcesAreUsable(askApp, ask, bearer, series);
        ok(count > 0 || !said.success);
      }),
      { numRuns: 60, seed: 20261122 },
    );
  }));
