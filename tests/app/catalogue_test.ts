import { deepStrictEqual, match, notStrictEqual, ok, strictEqual } from "node:assert/strict";
import { type Call, callFor, created, type Grant } from "@/lib/api/call.ts";
import { grantText } from "@/lib/api/openapi.ts";
import { fillPath, parameterNames, pathMatcher } from "@/lib/api/routing.ts";
import { apiDocument, schemaText } from "@/lib/app/api_document.ts";
import { areaLabel, AREAS, CALLS } from "@/lib/app/catalogue.ts";
import { ERRORS } from "@/lib/base/errors.ts";
import { writtenAnswer } from "@/lib/web/http_api.ts";
import { LIFE } from "@/tests/helpers/a_life_of_calls.ts";
import { anAdministrator, taken } from "@/tests/helpers/a_made_life.ts";
import { withPlatform } from "@/tests/helpers/a_platform.ts";
import { aMember } from "@/tests/helpers/a_residence.ts";
import { type Visitor, withSite, withVisitor } from "@/tests/helpers/a_site.ts";
import { inputOf } from "@/tests/helpers/isolation.ts";
import { EXAMPLES } from "@/tests/helpers/schema_examples.ts";
import { OPERATIONS, runCases, withWorld } from "./generated_runs.ts";

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

/** Addresses of the areas, as the page lists them. */
async function areas(visitor: Visitor): Promise<string[]> {
  const { html } = await visitor.get("/api-docs");
  return [...html.matchAll(/href="(\/api-docs\?area=[^"]+)"/g)].map(([, href = ""]) => href);
}

/** Addresses of the calls of an area, as its page lists them. */
async function calls(visitor: Visitor, area: string): Promise<string[]> {
  const { html, status } = await visitor.get(area);
  strictEqual(status, 200);
  return [...html.matchAll(/<li\b[^>]*\sid="([^"]+)"><a href="(\/api-docs\?call=\1)#\1"/g)]
    .map(([, , href = ""]) => href);
}

Deno.test("an open call shows its path, access, parameters, body, answer and refusals", () =>
  withVisitor({}, async ({ visitor }) => {
    const { text } = await visitor.get("/api-docs?call=getDju");
    match(text, /DJU et sources extérieures/);
    match(
      text,
      /\/api\/collect\/projects\/\{projectId\}\/outdoordju\/\{outdoorSourceId\}\/\{segment\}/,
    );
    match(text, /Nom getDju Accès collect:boilerroom:read on the project/);
    match(
      text,
      /segment: string chemin Réponse DjuData Refus 400 invalid-input, bad-request, bad-period 401 not-signed-in/,
    );
    ok(
      (await visitor.get("/api-docs?call=getBoilerRoom")).html.includes("hsType: &quot;none&quot;"),
    );
    match((await visitor.get("/api-docs?call=createOutdoorSource")).text, /Corps \{ name: string;/);
    const imported = await visitor.get("/api-docs?call=importOutdoorDays");
    match(imported.text, /dryRun\?: "true" \| "false" requête/);
  }));

Deno.test("every call of the catalogue is listed once, under its area, with its types, which every link finds", () =>
  withVisitor({}, async ({ visitor }) => {
    const listed: string[] = [];
    const { text } = await visitor.get("/api-docs");
    ok(!text.includes("Réponse"), "all are closed");
    for (const area of Object.keys(AREAS)) {
      ok(text.includes(areaLabel(area)) && areaLabel(area) !== area, area);
    }
    for (const area of await areas(visitor)) {
      for (const call of await calls(visitor, area)) {
        listed.push(call.replace("/api-docs?call=", ""));
        const { html } = await visitor.get(call);
        const ids = [...html.matchAll(/\sid="([^"]+)"/g)].map(([, id = ""]) => id);
        strictEqual(new Set(ids).size, ids.length, `${call}: an id stands twice`);
        ok(!ids.includes("Error"), call);
        const wanted = [...html.matchAll(/href="#([^"]+)"/g)].map(([, id = ""]) => id);
        deepStrictEqual(wanted.filter((id) => !ids.includes(id)), [], call);
        match(html, /<dl class="facts">/);
        strictEqual(html.match(/<script/g)?.length, 1, call);
      }
    }
    deepStrictEqual(listed.sort(), Object.keys(CALLS).sort());
  }));

Deno.test("an unknown area shows the first one; an anonymous user signs in first", () =>
  withSite(async (site) => {
    await aMember(site);
    const visitor = site.visitor();
    const asked = await visitor.get("/api-docs?area=series");
    strictEqual(asked.headers.get("location"), "/login?back=%2Fapi-docs%3Farea%3Dseries");
    await visitor.signIn();
    match((await visitor.get("/api-docs?area=%3Cscript%3E")).text, /Comptes et connexion/);
  }));

Deno.test("the root of the API links to its description and its documentation", () =>
  withVisitor({}, async ({ visitor }) => {
    const root = await visitor.get("/api");
    strictEqual(root.status, 200);
    const { openapi, documentation } = JSON.parse(root.html);
    for (const path of [openapi, documentation]) {
      strictEqual((await visitor.get(path)).status, 200, path);
    }
    strictEqual((await visitor.get("/api/nulle-part")).status, 404);
  }));

Deno.test("the API document has the ETag of its text: another text of its length has another", () =>
  withPlatform(async ({ platform }) => {
    const answer = apiDocument(platform);
    const etag = answer.headers.get("etag");
    const document = await answer.json();
    strictEqual(writtenAnswer(document).etag, etag);
    const title = [...document.info.title].reverse().join("");
    const next = { ...document, info: { ...document.info, title } };
    strictEqual(JSON.stringify(next).length, JSON.stringify(document).length);
    notStrictEqual(writtenAnswer(next).etag, etag);
    strictEqual(apiDocument(platform).headers.get("etag"), etag);
  }));

Deno.test("schemaText() writes a schema as a TypeScript type", () => {
  strictEqual(schemaText({ type: "string", format: "date" }), "string<date>");
  strictEqual(schemaText({ anyOf: [{ type: "number" }, { type: "null" }] }), "number | null");
  strictEqual(schemaText({ anyOf: [{ type: "number" }] }), "number");
  strictEqual(schemaText({ enum: ["a"] }), '"a"');
  strictEqual(schemaText({ enum: ["a", "b"] }), '"a" | "b"');
  strictEqual(schemaText({ type: "array", items: { enum: ["a", "b"] } }), '("a" | "b")[]');
  strictEqual(schemaText({ $ref: "#/components/schemas/Org" }), "Org");
  strictEqual(
    schemaText({ type: "object", additionalProperties: { type: "number" } }),
    "Record<string, number>",
  );
  strictEqual(
    schemaText({
      type: "object",
      required: ["id"],
      properties: { id: { type: "string" }, tags: { type: "array", items: { type: "string" } } },
    }),
    "{\n  id: string;\n  tags?: string[];\n}",
  );
});

const CASES = 20;
const SEED = 20260101;

Deno.test("the API document describes every call once", () => {
  deepStrictEqual(OPERATIONS.map(({ name }) => name).toSorted(), Object.keys(CALLS).toSorted());
});

for (const [area, calls] of Object.entries(AREAS)) {
  Deno.test(`generated requests to ${area}: no internal error, no invalid request accepted, answers as documented`, () =>
    withWorld(async (world) => {
      const faults: string[] = [];
      let caseCount = 0;
      for (const operation of OPERATIONS.filter(({ name }) => Object.hasOwn(calls, name))) {
        const run = await runCases(operation, world, { count: CASES, seed: SEED });
        faults.push(...run.faults);
        caseCount += run.caseCount;
      }
      strictEqual(caseCount, Object.keys(calls).length * CASES);
      ok(
        faults.length === 0,
        `${faults.length} of ${caseCount}:\n${faults.slice(0, 10).join("\n")}`,
      );
    }));
}

const UNKNOWN = "unknown-id";

/** A queued mail may have been sent meanwhile: forgetting it again is no fault. */
const REPEATABLE = ["forgetMail"];

/** The parameters of a path that name an entity of a residence or an organisation. */
function entitiesOf(path: string): string[] {
  return parameterNames(path).filter((name) =>
    /Id$|^series$/.test(name) && name !== "orgId" && name !== "projectId"
  );
}

// @spec calls.errors
Deno.test("every call refuses an entity that does not exist, without an internal error, and stores nothing under its id", () =>
  withPlatform(async (built) => {
    const { ask, made } = await anAdministrator(built, "ada@bailleur.fr");
    const found: string[] = [];
    let count = 0;
    for (const step of LIFE) {
      const { name } = step;
      const input = await inputOf(step, made);
      await taken(step, ask, made);
      for (const entity of entitiesOf(CALLS[name].path)) {
        count++;
        const refused = await ask(name, { ...Object(input), [entity]: UNKNOWN });
        if (refused.ok && !REPEATABLE.includes(name)) found.push(`${name} ${entity}`);
      }
    }
    ok(count > 100, `${count} calls`);
    deepStrictEqual(found, []);
    const entries = await Array.fromAsync(built.store.list({ prefix: [] }));
    deepStrictEqual(entries.map(({ key }) => key).filter((key) => key.includes(UNKNOWN)), []);
  }));
