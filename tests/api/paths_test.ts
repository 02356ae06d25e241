import { deepStrictEqual, strictEqual, throws } from "node:assert/strict";
import { type Catalogue, type Method, named, publicCall } from "@/lib/api/call.ts";
import { fillPath, parameterNames, pathMatcher } from "@/lib/api/routing.ts";
import { fc } from "@/tests/npm/fast_check.ts";

/** Public calls, by name, of some methods and paths. */
function callsAt(requests: Readonly<Record<string, `${Method} /${string}`>>): Catalogue {
  return named(Object.fromEntries(
    Object.entries(requests).map(([name, request]) => [
      name,
      publicCall({ request, summary: "", audit: null }),
    ]),
  ));
}

const match = pathMatcher(callsAt({
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
  const found = match("GET", path);
  return found.kind === "call" ? { name: found.call.name, parameters: found.parameters } : null;
}

function nameOf(method: string, path: string): string {
  const found = match(method, path);
  return found.kind === "call" ? found.call.name : found.kind;
}

const pathValue = fc.string({ minLength: 1, unit: "binary" })
  .filter((text) => text.isWellFormed() && text !== "." && text !== "..");

Deno.test("pathMatcher() matches a literal before a parameter", () => {
  deepStrictEqual(["/orgs/mine", "/orgs/7", "/orgs"].map((path) => nameOf("GET", path)), [
    "mine",
    "one",
    "list",
  ]);
});

Deno.test("pathMatcher() matches the longest literal prefix before a bare parameter", () => {
  const paths = ["/orgs/7/years-all-2024", "/orgs/7/years-2024", "/orgs/7/monthly-2024"];
  deepStrictEqual(paths.map((path) => nameOf("GET", path)), ["yearly", "year", "any"]);
});

Deno.test("pathMatcher() returns the text after a literal prefix as the parameter", () => {
  deepStrictEqual(foundAt("/orgs/7/years-2024"), {
    name: "year",
    parameters: { orgId: "7", year: "2024" },
  });
});

Deno.test("pathMatcher() falls back to the parameter when a literal matches no path", () => {
  deepStrictEqual(foundAt("/orgs/mine/x/of/all"), {
    name: "deep",
    parameters: { orgId: "mine", segment: "x", name: "all" },
  });
  strictEqual(nameOf("GET", "/orgs/mine/of/all"), "clash");
});

Deno.test("pathMatcher() does not match an empty parameter", () => {
  const paths = ["/orgs/", "/orgs//years-2024", "/orgs/7/years-", "orgs", "", "/orgs/7/"];
  deepStrictEqual(paths.map((path) => nameOf("GET", path)), [
    "not-found",
    "not-found",
    "any",
    "bad-request",
    "bad-request",
    "not-found",
  ]);
});

Deno.test("pathMatcher() refuses an invalid encoding", () => {
  deepStrictEqual(["/orgs/%", "/orgs/%zz", "/orgs/%ff"].map((path) => nameOf("GET", path)), [
    "bad-request",
    "bad-request",
    "bad-request",
  ]);
});

Deno.test("pathMatcher() names the methods of a path requested with another one", () => {
  deepStrictEqual(match("PUT", "/orgs"), { kind: "method-not-allowed", allowed: ["GET", "POST"] });
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
      const found = match("GET", path);
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

Deno.test("fillPath() refuses a missing parameter", () => {
  throws(() => fillPath("/orgs/:orgId", { projectId: "7" }), TypeError);
});

Deno.test("pathMatcher() throws for no path", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (path) => {
      match("GET", path);
    }),
    { seed: 20260101, numRuns: 1_000 },
  );
});

Deno.test("parameterNames() returns them in order", () => {
  deepStrictEqual(parameterNames("/orgs/:orgId/years-:year"), ["orgId", "year"]);
  deepStrictEqual(parameterNames("/orgs"), []);
});
