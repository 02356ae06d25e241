import { match, ok, strictEqual } from "node:assert/strict";
import type { Role } from "@/lib/identity/roles.ts";
import { links } from "@/lib/ui/links.ts";
import { aSeries, PROJECT, someone, writeResidence } from "@/tests/helpers/a_residence.ts";
import { type Visitor, withSite } from "@/tests/helpers/a_site.ts";

const LIST = links.pilotThresholds(PROJECT);

interface Choices {
  roles?: Role[];
  hasPilot?: boolean;
}

/** A visitor of a residence with a temperature, which may have a threshold. */
function withSeries(
  test: (visitor: Visitor, seriesId: string) => Promise<void>,
  { roles = ["pilot"], hasPilot = true }: Choices = {},
): Promise<void> {
  return withSite(async (site) => {
    await writeResidence(site, { project: { hasPilot } });
    const owner = { email: "chef@bailleur.fr", isAdmin: true };
    const seriesId = await aSeries(await someone(site, owner), "TEMP");
    await someone(site, { roles });
    const visitor = await site.signIn();
    await test(visitor, seriesId);
  });
}

// @spec pilot.thresholds
Deno.test("threshold is set, not overwritten by a second tab, removed, and in the file", () =>
  withSeries(async (visitor, seriesId) => {
    const list = await visitor.get(LIST);
    match(list.text, /Température/);
    const path = links.pilotThresholds(PROJECT, `series=${seriesId}`);
    ok(list.html.includes(`href="${path}#threshold"`), list.html);
    const version = (await visitor.get(path)).version();
    const typed = { form: "threshold", version, threshold: "26,5" };
    const saved = await visitor.post(path, typed);
    strictEqual(saved.headers.get("location"), `${LIST}?saved=thresholds#thresholds`);
    match(
      (await visitor.get(saved.headers.get("location") ?? "")).text,
      /Modifications enregistrées/,
    );
    const late = await visitor.post(path, { ...typed, threshold: "30" });
    strictEqual(late.status, 409);
    match(late.text, /30.*26,5/);
    const file = await visitor.get(`${LIST}?csv=semicolon`);
    match(file.html, /\r\nTempérature;Résidence;26,5;;°C/);
    const kept = (await visitor.get(path)).version();
    strictEqual((await visitor.post(path, { ...typed, version: kept, threshold: "" })).status, 303);
    match((await visitor.get(`${LIST}?filter:state=set`)).text, /Aucune série trouvée/);
  }));

Deno.test("threshold that is not a number has its error, and the list stays filtered after a save", () =>
  withSeries(async (visitor, seriesId) => {
    const path = links.pilotThresholds(
      PROJECT,
      `series=${seriesId}&filter:state=none&sort=name:desc`,
    );
    const version = (await visitor.get(path)).version();
    const wrong = await visitor.refused(path, { form: "threshold", version, threshold: "2e99" });
    ok(wrong.message("threshold"));
    const saved = await visitor.post(path, { form: "threshold", version, threshold: "19" });
    strictEqual(
      saved.headers.get("location"),
      `${LIST}?filter:state=none&sort=name:desc&saved=thresholds#thresholds`,
    );
    strictEqual((await visitor.get(links.pilotThresholds(PROJECT, "series=gone"))).status, 404);
  }));

// @spec pilot.screens
Deno.test("reader of the pilot sees the thresholds and sets none", () =>
  withSeries(async (visitor, seriesId) => {
    const path = links.pilotThresholds(PROJECT, `series=${seriesId}`);
    const { status, html } = await visitor.get(path);
    strictEqual(status, 200);
    ok(!html.includes('name="threshold"'));
    strictEqual((await visitor.post(path, { form: "threshold", threshold: "19" })).status, 403);
  }, { roles: ["pilot:read"] }));

// @spec pilot.screens
Deno.test("thresholds are not found without a pilot, and hidden from a user without its role", async () => {
  await withSeries(async (visitor) => {
    strictEqual((await visitor.get(LIST)).status, 404);
  }, { hasPilot: false });
  await withSeries(async (visitor) => {
    strictEqual((await visitor.get(LIST)).status, 403);
    strictEqual((await visitor.get(links.pilotThresholds("other"))).status, 404);
  }, { roles: ["collect"] });
});
