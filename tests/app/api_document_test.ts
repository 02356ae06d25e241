import { deepStrictEqual, match, notStrictEqual, ok, strictEqual } from "node:assert/strict";
import { apiDocument, schemaText } from "@/lib/app/api_document.ts";
import { AREAS, CALLS } from "@/lib/app/catalogue.ts";
import { writtenAnswer } from "@/lib/web/http_api.ts";
import { withPlatform } from "@/tests/helpers/a_platform.ts";
import { aMember } from "@/tests/helpers/a_residence.ts";
import { type Visitor, withSite, withVisitor } from "@/tests/helpers/a_site.ts";
import { OPERATIONS, runCases, withWorld } from "./generated_runs.ts";

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

Deno.test("every call of the catalogue is listed once, under its area, all closed", () =>
  withVisitor({}, async ({ visitor }) => {
    const listed: string[] = [];
    for (const area of await areas(visitor)) listed.push(...await calls(visitor, area));
    const names = listed.map((href) => href.replace("/api-docs?call=", ""));
    deepStrictEqual(names.sort(), Object.keys(CALLS).sort());
    ok(!(await visitor.get("/api-docs")).text.includes("Réponse"));
  }));

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

Deno.test("the types of a call are listed under it, and every link to one finds it", () =>
  withVisitor({}, async ({ visitor }) => {
    let count = 0;
    for (const area of await areas(visitor)) {
      for (const call of await calls(visitor, area)) {
        count++;
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
    strictEqual(count, Object.keys(CALLS).length);
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
