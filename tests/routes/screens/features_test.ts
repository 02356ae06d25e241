import { match, ok, strictEqual } from "node:assert/strict";
import { PROJECT, someone, writeResidence } from "../../backend/a_residence.ts";
import { type Visitor, withSite } from "./a_site.ts";

const PATH = `/collect/${PROJECT}/features`;

function withFeatures(
  isAdmin: boolean,
  test: (visitor: Visitor, modes: () => Promise<unknown>) => Promise<void>,
): Promise<void> {
  return withSite(async (site) => {
    await writeResidence(site);
    const ask = await someone(site, { isAdmin, roles: ["collect:read"] });
    const visitor = site.visitor();
    await visitor.signIn();
    await test(visitor, async () => {
      const features = await ask("getProjectFeatures", { projectId: PROJECT });
      ok(features.ok);
      const { houseMode, houseHourly, display } = features.answer;
      return [houseMode, houseHourly, display].join();
    });
  });
}

function versionOf(html: string): string {
  return /name="version" value="([^"]*)"/.exec(html)?.[1] ?? "";
}

Deno.test("features are chosen by a form; what somebody else saved meanwhile is shown beside", () =>
  withFeatures(true, async (visitor, modes) => {
    const version = versionOf((await visitor.get(PATH)).html);
    const chosen = { houseMode: "3", houseHourly: "6", display: "on", version };
    strictEqual((await visitor.post(PATH, chosen)).status, 303);
    strictEqual(await modes(), "3,6,true");
    const page = await visitor.get(PATH);
    match(page.html, /<option +value="3" selected/);
    match(page.html, /name="display" value="on" checked/);
    const late = await visitor.post(PATH, { houseMode: "1", houseHourly: "0", version });
    strictEqual(late.status, 409);
    match(late.text, /Le détail de chaque logement.*Selon le choix fait pour chaque logement/);
    strictEqual(await modes(), "3,6,true");
  }));

Deno.test("a mode that is not offered is refused, and nothing is written", () =>
  withFeatures(true, async (visitor, modes) => {
    const before = await modes();
    strictEqual((await visitor.post(PATH, { houseMode: "9", houseHourly: "0" })).status, 400);
    strictEqual(await modes(), before);
  }));

Deno.test("whoever does not administer the organisation chooses nothing", () =>
  withFeatures(false, async (visitor) => {
    strictEqual((await visitor.get(PATH)).status, 403);
    strictEqual((await visitor.post(PATH, { houseMode: "1", houseHourly: "0" })).status, 403);
  }));
