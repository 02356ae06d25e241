import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import { type Call, callFor, created, type Grant } from "@/lib/api/call.ts";
import { grantText } from "@/lib/api/openapi.ts";
import { fillPath, parameterNames, pathMatcher } from "@/lib/api/routing.ts";
import { CALLS } from "@/lib/app/catalogue.ts";
import { ERRORS } from "@/lib/base/errors.ts";
import { EXAMPLES } from "@/tests/helpers/schema_examples.ts";

const CALL_LIST: readonly (readonly [string, Call])[] = Object.entries(CALLS);

/** Roles that may write although their name does not end in ":write". */
const WRITING_ROLES = ["collect:houseadmin", "ecotouch:houses:admin"];

/** POST calls that change nothing of the residence. */
const ASKING_POSTS = ["orderConsumptionReports"];

Deno.test("CALLS keeps method, path and access of every call", async (t) => {
  const lines = CALL_LIST.map(([name, { method, path, access }]) =>
    `${method} ${path} ${name} — ${access.any.map(grantText).join(" | ")}`
  );
  await t.assertSnapshot(lines.join("\n"));
});

Deno.test("pathMatcher() finds each call at its own path, and no other", () => {
  const match = pathMatcher(CALLS);
  for (const [name, { method, path }] of CALL_LIST) {
    const found = match(method, fillPath(path, EXAMPLES));
    const parameters = Object.fromEntries(
      Object.entries(EXAMPLES).filter(([parameter]) => parameterNames(path).includes(parameter)),
    );
    strictEqual(found.kind === "call" && found.call.name, name);
    deepStrictEqual(found.kind === "call" && found.parameters, parameters);
  }
});

// @spec calls.catalogue
Deno.test("CALLS grants access by the entities in the path", () => {
  for (const [name, { path, access }] of CALL_LIST) {
    ok(access.any.length > 0, `${name} is open to nobody`);
    const names = parameterNames(path);
    for (const grant of access.any) {
      for (const needed of placesOf(grant)) {
        ok(
          needed.some((place) => names.includes(place)),
          `${name}: ${grantText(grant)} needs ${needed}`,
        );
      }
    }
  }
});

Deno.test("CALLS gives a read-only role no write", () => {
  for (const [name, { method, access }] of CALL_LIST) {
    if (method === "GET" || ASKING_POSTS.includes(name)) continue;
    for (const grant of access.any) {
      if (typeof grant === "string") continue;
      // An occupant needs no writing role for their own dwelling.
      if (grant.on === "own-house") continue;
      const isWriting = grant.role.endsWith(":write") || WRITING_ROLES.includes(grant.role);
      ok(isWriting, `${name} is a write by ${grant.role}`);
    }
  }
});

Deno.test("CALLS caches only reads, for one of the three durations", () => {
  for (const [name, { method, freshForSeconds }] of CALL_LIST) {
    if (freshForSeconds === undefined) continue;
    strictEqual(method, "GET", name);
    ok([900, 300, 60].includes(freshForSeconds), `${name}: ${freshForSeconds} s`);
  }
});

Deno.test("CALLS has a body for writes only, and creates by POST", () => {
  for (const [name, { method, body, creates, query }] of CALL_LIST) {
    if (method === "GET" || method === "DELETE") strictEqual(body, undefined, name);
    if (creates) strictEqual(method, "POST", name);
    if (method === "PUT") ok(body, `${name} has no body`);
    if (method === "POST") strictEqual(query === undefined || body !== undefined, true, name);
  }
});

Deno.test("CALLS refuses with existing codes, each named once", () => {
  for (const [name, { refusals }] of CALL_LIST) {
    for (const code of refusals) ok(Object.hasOwn(ERRORS, code), `${name}: ${code}`);
    strictEqual(new Set(refusals).size, refusals.length, name);
  }
});

Deno.test("CALLS names the source of each sentence", () => {
  const OURS = [
    "tokens",
    "token",
    "source",
    "series",
    "report",
    "stock",
    "annotation",
    "works",
    "bounds",
    "letter",
  ];
  for (const [name, { summary }] of CALL_LIST) {
    ok(/^[A-Z]/.test(summary) && !summary.endsWith("."), `${name}: ${summary}`);
    const isOurs = OURS.some((word) => summary.includes(word));
    ok(isOurs || /\((?:F|B|E|domain) §\d/.test(summary), `${name}: ${summary}`);
  }
});

/** For each grant, sets of parameters of which the path needs one each. */
function placesOf(grant: Grant): string[][] {
  if (typeof grant !== "string") {
    if (grant.on === "project") return [["projectId"]];
    if (grant.on === "any-project") return [["orgId", "projectId"]];
    if (grant.on === "own-house") return [["projectId"], ["houseId"]];
    return [["orgId"], ["requestId"], ["documentId"]];
  }
  switch (grant) {
    case "org-member":
    case "org-admin":
      return [["orgId", "projectId"]];
    case "project-member":
    case "display-token":
    case "ingest-token":
      return [["projectId"]];
    case "provider-of-request":
      return [["orgId"], ["requestId"]];
    case "public":
    case "signed-in":
    case "self":
    case "platform-admin":
    case "provider":
      return [];
  }
}

Deno.test("callFor() has defaults: a call answers null, refuses nothing, and a creation answers the id", () => {
  const facts = { summary: "x", audit: null } as const;
  const declare = callFor({ any: ["public"] });
  const plain = declare({ ...facts, request: "PUT /things/:thingId" });
  const { method, path, refusals, creates, answer } = plain;
  deepStrictEqual([method, path, refusals, creates], ["PUT", "/things/:thingId", [], false]);
  strictEqual(answer.safeParse(null).success, true);
  strictEqual(answer.safeParse({}).success, false);
  strictEqual(declare({ ...facts, request: "POST /things", answer: created }).creates, true);
});

Deno.test("callFor() adds the refusals that its calls share, before those of a call", () => {
  const declare = callFor({ any: ["public"] }, "not-found");
  const facts = { request: "GET /things", summary: "x" } as const;
  deepStrictEqual(declare(facts).refusals, ["not-found"]);
  deepStrictEqual(declare({ ...facts, refusals: ["conflict"] }).refusals, [
    "not-found",
    "conflict",
  ]);
});
