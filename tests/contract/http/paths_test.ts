import { deepStrictEqual, strictEqual, throws } from "node:assert/strict";
import { fillPath, parameterNames, pathMatcher } from "@/lib/contract/http/paths.ts";
import { fc } from "@/tests/npm/fast_check.ts";

const match = pathMatcher({
  list: { method: "GET", path: "/orgs" },
  create: { method: "POST", path: "/orgs" },
  one: { method: "GET", path: "/orgs/:orgId" },
  mine: { method: "GET", path: "/orgs/mine" },
  year: { method: "GET", path: "/orgs/:orgId/years-:year" },
  yearly: { method: "GET", path: "/orgs/:orgId/years-all-:year" },
  any: { method: "GET", path: "/orgs/:orgId/:segment" },
  deep: { method: "GET", path: "/orgs/:orgId/:segment/of/:name" },
  clash: { method: "GET", path: "/orgs/mine/of/all" },
});

function nameOf(method: string, path: string): string {
  const found = match(method, path);
  return found.kind === "call" ? found.name : found.kind;
}

const pathValue = fc.string({ minLength: 1, unit: "binary" })
  .filter((text) => text.isWellFormed() && text !== "." && text !== "..");

Deno.test("pathMatcher() takes a literal before a parameter", () => {
  deepStrictEqual(["/orgs/mine", "/orgs/7", "/orgs"].map((path) => nameOf("GET", path)), [
    "mine",
    "one",
    "list",
  ]);
});

Deno.test("pathMatcher() takes the longest literal start before a bare parameter", () => {
  const paths = ["/orgs/7/years-all-2024", "/orgs/7/years-2024", "/orgs/7/monthly-2024"];
  deepStrictEqual(paths.map((path) => nameOf("GET", path)), ["yearly", "year", "any"]);
});

Deno.test("pathMatcher() gives what follows a literal start as the parameter", () => {
  deepStrictEqual(match("GET", "/orgs/7/years-2024"), {
    kind: "call",
    name: "year",
    parameters: { orgId: "7", year: "2024" },
  });
});

Deno.test("pathMatcher() leaves a literal that leads nowhere for the parameter", () => {
  deepStrictEqual(match("GET", "/orgs/mine/x/of/all"), {
    kind: "call",
    name: "deep",
    parameters: { orgId: "mine", segment: "x", name: "all" },
  });
  strictEqual(nameOf("GET", "/orgs/mine/of/all"), "clash");
});

Deno.test("pathMatcher() leaves an empty parameter unmatched", () => {
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

Deno.test("pathMatcher() refuses a path badly encoded", () => {
  deepStrictEqual(["/orgs/%", "/orgs/%zz", "/orgs/%ff"].map((path) => nameOf("GET", path)), [
    "bad-request",
    "bad-request",
    "bad-request",
  ]);
});

Deno.test("pathMatcher() names the methods of a path asked by another one", () => {
  deepStrictEqual(match("PUT", "/orgs"), { kind: "method-not-allowed", allowed: ["GET", "POST"] });
});

Deno.test("pathMatcher() refuses two calls that a path cannot tell apart", () => {
  throws(() =>
    pathMatcher({
      a: { method: "GET", path: "/orgs/:orgId" },
      b: { method: "GET", path: "/orgs/:name" },
    }), /Cannot tell b from a: GET \/orgs\/:name/);
});

Deno.test("fillPath() then pathMatcher() gives the parameters back", () => {
  fc.assert(
    fc.property(pathValue, pathValue, pathValue, (orgId, segment, name) => {
      const filled = fillPath("/orgs/:orgId/:segment/of/:name", { orgId, segment, name });
      // As a request carries it: the URL must not change the path.
      const path = new URL(filled, "http://localhost").pathname;
      const found = match("GET", path);
      deepStrictEqual(found.kind === "call" ? found.parameters : found, { orgId, segment, name });
    }),
    { seed: 20260101, numRuns: 500 },
  );
});

Deno.test("fillPath() refuses what a URL would take for another path", () => {
  for (const orgId of ["", ".", "..", "\ud800"]) {
    throws(() => fillPath("/orgs/:orgId", { orgId }), RangeError, JSON.stringify(orgId));
  }
});

Deno.test("fillPath() refuses a parameter that is missing", () => {
  throws(() => fillPath("/orgs/:orgId", { projectId: "7" }), TypeError);
});

Deno.test("pathMatcher() survives any path", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (path) => {
      match("GET", path);
    }),
    { seed: 20260101, numRuns: 1_000 },
  );
});

Deno.test("parameterNames() gives them in order", () => {
  deepStrictEqual(parameterNames("/orgs/:orgId/years-:year"), ["orgId", "year"]);
  deepStrictEqual(parameterNames("/orgs"), []);
});
