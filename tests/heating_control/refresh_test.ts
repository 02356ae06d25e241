import { doesNotMatch, match, strictEqual } from "node:assert/strict";
import type { Role } from "@/lib/identity/roles.ts";
import { links } from "@/lib/ui/links.ts";
import { PROJECT, someone } from "@/tests/helpers/a_residence.ts";
import { type Visitor, withSite } from "@/tests/helpers/a_site.ts";
import { aModule, writePilot } from "./a_pilot.ts";

/** A visitor of a residence with a module. */
function withRoles(
  roles: Role[],
  test: (visitor: Visitor, moduleId: string) => Promise<void>,
): Promise<void> {
  return withSite(async (site) => {
    await writePilot(site);
    const chief = await someone(site, { email: "chef@bailleur.fr", isAdmin: true });
    const moduleId = await aModule(chief, "A1", "M1");
    await someone(site, { roles });
    const visitor = await site.signIn();
    await test(visitor, moduleId);
  });
}

/**
 * Refresh interval of a page, s: here the number follows its name; on Fresh, its index in a list.
 */
function refreshedEach(html: string): number {
  const [, number] = /everySeconds\W{1,20}(\d+)/.exec(html) ?? [];
  const [, list] = /boot\(\{[^}]*\},("(?:[^"\\]|\\.)*")\)/.exec(html) ?? [];
  return list === undefined ? Number(number) : JSON.parse(JSON.parse(list))[Number(number)];
}

// @spec pages.refresh
Deno.test("states of the pilot are refreshed each minute, configuration and thresholds each quarter of an hour", async () => {
  await withRoles(["pilot:read"], async (visitor, moduleId) => {
    for (const path of [links.pilot(PROJECT), links.pilotModule(PROJECT, moduleId)]) {
      strictEqual(refreshedEach((await visitor.get(path)).html), 60);
    }
    for (
      const [path, live] of [
        [links.pilotConfig(PROJECT), /data-live="config"/],
        [links.pilotThresholds(PROJECT), /data-live="thresholds"/],
      ] as const
    ) {
      const { html } = await visitor.get(path);
      strictEqual(refreshedEach(html), 900);
      match(html, live);
    }
  });
  // A form is not replaced while its user edits it.
  await withRoles(["pilot:write"], async (visitor) => {
    doesNotMatch((await visitor.get(links.pilotConfig(PROJECT))).html, /everySeconds/);
  });
});
