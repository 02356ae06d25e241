import { deepStrictEqual, doesNotMatch, match, strictEqual } from "node:assert/strict";
import { type FeaturesOn, modulesAccess, settingsAccess } from "@/lib/heating_control/features.ts";
import { configForm, moduleForm, ownHeatingForm } from "@/lib/heating_control/forms.ts";
import { FIRST_CONFIG } from "@/lib/heating_control/setpoints.ts";
import { expandRoles } from "@/lib/identity/effective_roles.ts";
import type { Role } from "@/lib/identity/roles.ts";
import { links } from "@/lib/ui/links.ts";
import { PROJECT, someone } from "@/tests/helpers/a_residence.ts";
import { type Visitor, withSite } from "@/tests/helpers/a_site.ts";
import { aModule, writePilot } from "./a_pilot.ts";

const FACTS = [
  { hasPilot: false, hasTempPilot: false },
  { hasPilot: true, hasTempPilot: false },
  { hasPilot: false, hasTempPilot: true },
  { hasPilot: true, hasTempPilot: true },
];

function accesses(access: typeof modulesAccess, role: Role) {
  return FACTS.map((facts) => access(facts, expandRoles([role])));
}

// @spec pilot.screens
Deno.test("settingsAccess() requires the pilot of the residence and a role on it", () => {
  const bySettings = (role: Role) => accesses(settingsAccess, role);
  deepStrictEqual(bySettings("pilot:read"), ["none", "read", "none", "read"]);
  deepStrictEqual(bySettings("pilot:write"), ["none", "write", "none", "write"]);
  deepStrictEqual(bySettings("collect"), ["none", "none", "none", "none"]);
});

// @spec pilot.screens
Deno.test("modulesAccess() requires the pilot role, or the control of the heating where there is one", () => {
  const byModules = (role: Role) => accesses(modulesAccess, role);
  deepStrictEqual(byModules("pilot:read"), ["none", "read", "read", "read"]);
  deepStrictEqual(byModules("pilot"), ["none", "write", "write", "write"]);
  deepStrictEqual(byModules("collect:housing:pilottemp:read"), ["none", "none", "read", "read"]);
  deepStrictEqual(byModules("collect"), ["none", "none", "write", "write"]);
  deepStrictEqual(byModules("collect:minimal"), ["none", "none", "none", "none"]);
});

const ALL: FeaturesOn = {
  ch_pilot: true,
  clim_pilot: true,
  watertank_pilot: true,
  house_status: true,
};
const FORM = configForm(ALL, FIRST_CONFIG);
const typed = FORM.typed(FIRST_CONFIG);

// @spec pilot.config
Deno.test("configForm() refuses a night below the lowest heating", () => {
  const errorsOf = (temp_conf: string, night_decrease: string) =>
    FORM.errors({ ...typed, temp_conf, night_decrease });
  // 5 °C is the lowest: a comfort of 8 °C leaves 3.
  deepStrictEqual(errorsOf("8", "3"), {});
  deepStrictEqual(errorsOf("8", "3,5"), { night_decrease: { code: "max", max: 3 } });
  deepStrictEqual(errorsOf("5", "0"), {});
  deepStrictEqual(errorsOf("5", "0,5"), { night_decrease: { code: "max", max: 0 } });
  // A comfort that is itself too low is reported alone.
  deepStrictEqual(Object.keys(errorsOf("4", "0,5")), ["temp_conf"]);
  deepStrictEqual(Object.keys(errorsOf("", "3,5")), ["temp_conf"]);
  deepStrictEqual(Object.keys(errorsOf("19", "")), ["night_decrease"]);
});

// @spec pilot.config
Deno.test("configForm() keeps the stored values of features that are off, which are not required", () => {
  const off = { ...ALL, clim_pilot: false, watertank_pilot: false };
  const form = configForm(off, FIRST_CONFIG);
  const changed = { ...typed, temp_conf: "20", temp_conf_clim: "", watertank_hours: "7" };
  deepStrictEqual(form.read(changed), { ...FIRST_CONFIG, temp_conf: 20 });
  deepStrictEqual(FORM.read({ ...changed, temp_conf_clim: "27" }), {
    ...FIRST_CONFIG,
    temp_conf: 20,
    temp_conf_clim: 27,
    watertank_hours: [7],
  });
  strictEqual(FORM.read(changed), null);
});

// @spec pilot.config
Deno.test("moduleForm() checks the night only of a module with its own settings", () => {
  const form = moduleForm(ALL, FIRST_CONFIG);
  const own = form.typed({ ...FIRST_CONFIG, isDefault: false });
  const night = { ...own, temp_conf: "8", night_decrease: "3,5" };
  deepStrictEqual(form.errors(night), { night_decrease: { code: "max", max: 3 } });
  deepStrictEqual(form.errors({ ...night, isDefault: "on" }), {});
});

// @spec pilot.occupant-range
Deno.test("ownHeatingForm() accepts the temperatures of the landlord's range, ends included", () => {
  const form = ownHeatingForm({ minC: 18, maxC: 20 });
  const codes = ["17,5", "18", "20", "20,5", ""].map((tempC) => form.errors({ tempC }).tempC?.code);
  deepStrictEqual(codes, ["min", undefined, undefined, "max", undefined]);
});

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

/** Refresh interval of a page, s. */
function refreshedEach(html: string): number {
  return Number(/data-every-seconds="(\d+)"/.exec(html)?.[1]);
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
    doesNotMatch((await visitor.get(links.pilotConfig(PROJECT))).html, /data-every-seconds/);
  });
});
