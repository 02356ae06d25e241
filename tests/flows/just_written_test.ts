import { deepStrictEqual, match, strictEqual } from "node:assert/strict";
import { Platform } from "@/lib/app/platform.ts";
import { links, SAVED_PARAMETER } from "@/lib/ui/links.ts";
import { withQuery } from "@/lib/ui/query.ts";
import { signedIn } from "@/tests/helpers/a_platform.ts";
import { aBoilerRoom, anOutdoorSource, aSeries, PROJECT } from "@/tests/helpers/a_residence.ts";
import { handlerOn, SITE, withVisitor } from "@/tests/helpers/a_site.ts";

const LISTS = [links.outdoorSources(PROJECT), links.sensors(PROJECT), links.equipments(PROJECT)];

// @spec calls.freshness
Deno.test("a form that one process saved leads to a page of another one that shows it at once", () =>
  withVisitor({ isAdmin: true, roles: ["collect"] }, async ({ site, ask }) => {
    const other = new Platform(site.platform.options);
    const handler = await handlerOn(other);
    const { id } = await site.platform.sessionFor((await signedIn(site)).token);
    const get = async (path: string) => {
      const headers = { cookie: `session=${id}; said=1` };
      const answer = await handler(new Request(SITE + path, { headers }));
      return { status: answer.status, html: await answer.text() };
    };
    // The other process has seen the residence before.
    for (const path of LISTS) strictEqual((await get(path)).status, 200, path);
    const source = await anOutdoorSource(ask, { name: "Orly" });
    const room = await aBoilerRoom(ask, "Nord");
    const series = await aSeries(ask, "TEMP");
    const pages = [
      links.outdoorSource(PROJECT, source),
      links.equipment(PROJECT, room),
      links.seriesSettings(PROJECT, series),
    ];
    const found = await Promise.all(pages.map(async (path) => (await get(path)).status));
    deepStrictEqual(found, [200, 200, 200]);
    await anOutdoorSource(ask, { name: "Roissy" });
    const saved = withQuery(links.outdoorSources(PROJECT), `${SAVED_PARAMETER}=outdoor-source`);
    match((await get(saved)).html, /Roissy/);
    await other.close();
  }));
