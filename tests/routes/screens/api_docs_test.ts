import { deepStrictEqual, match, ok, strictEqual } from "node:assert/strict";
import { CALLS } from "../../../lib/contract/catalogue.ts";
import { someone, writeResidence } from "../../backend/a_residence.ts";
import { type Visitor, withSite } from "./a_site.ts";

function withReader(test: (visitor: Visitor) => Promise<void>): Promise<void> {
  return withSite(async (site) => {
    await writeResidence(site);
    await someone(site);
    const visitor = site.visitor();
    await visitor.signIn();
    await test(visitor);
  });
}

/** Addresses of the areas, as the page lists them. */
async function areas(visitor: Visitor): Promise<string[]> {
  const { html } = await visitor.get("/api-docs");
  return [...html.matchAll(/href="(\/api-docs\?area=[^"]+)"/g)].map(([, href = ""]) => href);
}

Deno.test("every call of the catalogue is documented once, under its area", () =>
  withReader(async (visitor) => {
    const documented: string[] = [];
    for (const area of await areas(visitor)) {
      const { html, status } = await visitor.get(area);
      strictEqual(status, 200);
      documented.push(
        ...[...html.matchAll(/<dl class="facts" id="([^"]+)"/g)].map(([, name = ""]) => name),
      );
    }
    deepStrictEqual(documented.sort(), Object.keys(CALLS).sort());
  }));

Deno.test("a call says its path, access, parameters, body, answer and refusals", () =>
  withReader(async (visitor) => {
    const { text } = await visitor.get("/api-docs?area=degree_days");
    match(text, /DJU et sources extérieures/);
    match(
      text,
      /\/api\/collect\/projects\/\{projectId\}\/outdoordju\/\{outdoorSourceId\}\/\{segment\}/,
    );
    match(text, /Nom getDju Accès collect:boilerroom:read on the project/);
    match(
      text,
      /segment: string chemin Réponse DjuData Refus 400 invalid-input, bad-period 401 not-signed-in/,
    );
    match(text, /Corps \{ name: string;/);
    match(text, /dryRun\?: "true" \| "false" requête/);
  }));

Deno.test("the types that calls name are on the page, and every link to one finds it", () =>
  withReader(async (visitor) => {
    for (const area of await areas(visitor)) {
      const { html } = await visitor.get(area);
      const ids = new Set([...html.matchAll(/\sid="([^"]+)"/g)].map(([, id = ""]) => id));
      const wanted = [...html.matchAll(/href="#([^"]+)"/g)].map(([, id = ""]) => id);
      ok(wanted.length > 0, area);
      deepStrictEqual(wanted.filter((id) => !ids.has(id)), [], area);
      ok(!html.includes("<script"), area);
    }
  }));

Deno.test("an area that does not exist shows the first one; a stranger signs in first", () =>
  withSite(async (site) => {
    await writeResidence(site);
    await someone(site);
    const visitor = site.visitor();
    const asked = await visitor.get("/api-docs?area=series");
    strictEqual(asked.headers.get("location"), "/login?back=%2Fapi-docs%3Farea%3Dseries");
    await visitor.signIn();
    match((await visitor.get("/api-docs?area=%3Cscript%3E")).text, /Comptes et connexion/);
  }));
