import { deepStrictEqual, doesNotMatch, match, ok, strictEqual } from "node:assert/strict";
import { modulesAccess, settingsAccess } from "@/lib/heating_control/features.ts";
import { configForm, moduleForm, ownHeatingForm } from "@/lib/heating_control/forms.ts";
import { moduleConfigDraft, pilotConfigDraft } from "@/lib/heating_control/schema.ts";
import { FIRST_CONFIG, weekOf } from "@/lib/heating_control/setpoints.ts";
import { configChangesText, hoursText } from "@/lib/heating_control/text.ts";
import { expandRoles } from "@/lib/identity/effective_roles.ts";
import type { Role } from "@/lib/identity/roles.ts";
import { keys } from "@/lib/store/keys.ts";
import { links } from "@/lib/ui/links.ts";
import { withPlatform } from "@/tests/helpers/a_platform.ts";
import { at, PROJECT, someone } from "@/tests/helpers/a_residence.ts";
import { type Visitor, withSite } from "@/tests/helpers/a_site.ts";
import { answerOf, codeOf } from "@/tests/helpers/fixtures.ts";
import { refusedChanges } from "@/tests/helpers/schema_examples.ts";
import { auditLines } from "@/tests/helpers/stores.ts";
import { aModule, install, ON, withPilot, writePilot } from "./a_pilot.ts";

// @spec pilot.changes
Deno.test("the configuration of modules is written over the version read, with its audit line", () =>
  withPilot(async ({ built, ask }) => {
    const moduleId = await aModule(ask, "A1", "M1");
    const config = { ...FIRST_CONFIG, temp_conf: 20 };
    const { version } = await answerOf(ask("getPilotConfig", at));
    strictEqual(codeOf(await ask("putPilotConfig", { ...at, body: { ...config, version } })), "ok");
    const own = { ...config, temp_conf: 21, isDefault: false };
    const put = (body: typeof own & { version?: string }) =>
      ask("putModuleConfig", { ...at, moduleId, body });
    strictEqual(codeOf(await put({ ...own, version: "0" })), "ok");
    const status = { ...at, moduleId, body: { house_status: "absent" as const } };
    strictEqual(codeOf(await ask("putModuleStatus", status)), "ok");
    const [read, state] = await Promise.all([
      ask("getModuleConfig", { ...at, moduleId }),
      ask("getModuleStatus", { ...at, moduleId }),
    ]);
    ok(read.ok && state.ok);
    const { temp_conf, isDefault, changedBy, version: ownVersion } = read.answer;
    deepStrictEqual([temp_conf, isDefault, changedBy], [21, false, "Ada Durand"]);
    const { house_status, wish } = state.answer;
    deepStrictEqual([house_status, wish.state, wish.revision], ["absent", "pending", 6]);
    const said = { house_status: "present", version: state.answer.version } as const;
    strictEqual(codeOf(await ask("putModuleStatus", { ...status, body: said })), "ok");
    // Presence is not part of the version: the configuration is unchanged.
    strictEqual(codeOf(await put({ ...own, isDefault: true, version: ownVersion })), "ok");
    const followed = await answerOf(ask("getModuleConfig", { ...at, moduleId }));
    deepStrictEqual([followed.temp_conf, followed.isDefault], [20, true]);
    const lines = await auditLines(built);
    const actions = lines.map(({ action, subject }) => `${action} ${subject}`);
    deepStrictEqual(actions.filter((line) => /Pilot|Module/.test(line)).sort(), [
      "putModuleConfig A1 – Température de confort\u00A0: 20\u202F°C → 21\u202F°C",
      "putModuleConfig A1 – Température de confort\u00A0: 21\u202F°C → 20\u202F°C",
      "putModuleStatus A1",
      "putModuleStatus A1",
      "putPilotConfig Température de confort\u00A0: 19\u202F°C → 20\u202F°C",
    ]);
  }));

// @spec pilot.changes
Deno.test("the same settings sent again, whatever their version, raise no revision and no audit line", () =>
  withPilot(async ({ built, ask }) => {
    const moduleId = await aModule(ask, "A1", "M1");
    const config = { ...FIRST_CONFIG, temp_conf: 20 };
    const put = {
      config: () => ask("putPilotConfig", { ...at, body: config }),
      stale: () => ask("putPilotConfig", { ...at, body: { ...config, version: "0" } }),
      own: () => ask("putModuleConfig", { ...at, moduleId, body: { ...config, isDefault: false } }),
      status: () => ask("putModuleStatus", { ...at, moduleId, body: { house_status: "absent" } }),
      async features() {
        const features = await answerOf(ask("getPilotFeatures", at));
        return await ask("putPilotFeatures", { ...at, body: features });
      },
    };
    const seen = async () => [
      (await built.store.get(keys.pilotRevision(PROJECT))).value,
      (await auditLines(built)).length,
    ];
    for (const one of Object.values(put)) strictEqual(codeOf(await one()), "ok");
    const before = await seen();
    for (const one of Object.values(put)) strictEqual(codeOf(await one()), "ok");
    deepStrictEqual(await seen(), before);
  }));

// @spec pilot.changes, pilot.config
Deno.test("setpoint outside its limits or between two steps is refused, with the limit or the nearest ones", () =>
  withPilot(async ({ ask }) => {
    const refused = async (over: Partial<typeof FIRST_CONFIG>) => {
      const result = await ask("putPilotConfig", { ...at, body: { ...FIRST_CONFIG, ...over } });
      ok(!result.ok);
      const issues = (result.issues ?? []).map(({ path, message }) => `${path}: ${message}`);
      return [result.code, ...issues];
    };
    deepStrictEqual(await refused({ temp_conf: 30.5 }), [
      "invalid-input",
      "body.temp_conf: Too big: expected number to be <=30",
    ]);
    deepStrictEqual(await refused({ temp_conf: 19.55, night_decrease: 2.2 }), [
      "off-step",
      "body.temp_conf: A multiple of 0.5: 19.5 or 20",
      "body.night_decrease: A multiple of 0.5: 2 or 2.5",
    ]);
  }));

// @spec pilot.features
Deno.test("values of features that are off cannot be changed: the refusal names them", () =>
  withPlatform(async (built) => {
    await writePilot(built, { clim_pilot: false, house_status: false });
    const ask = await someone(built, { isAdmin: true, roles: ["pilot"] });
    const moduleId = await aModule(ask, "A1", "M1");
    const body = { ...FIRST_CONFIG, temp_conf: 20, temp_conf_clim: 25 };
    for (
      const result of [
        await ask("putPilotConfig", { ...at, body }),
        await ask("putModuleConfig", { ...at, moduleId, body: { ...body, isDefault: false } }),
      ]
    ) {
      ok(!result.ok);
      deepStrictEqual(
        [result.code, result.status, result.issues?.map(({ path }) => path)],
        ["pilot-feature-off", 403, ["temp_conf_clim"]],
      );
    }
    const status = { ...at, moduleId, body: { house_status: "absent" as const } };
    strictEqual(codeOf(await ask("putModuleStatus", status)), "pilot-feature-off");
    const features = await answerOf(ask("getPilotFeatures", at));
    const put = { ...at, body: { ...features, clim_pilot: true } };
    strictEqual(codeOf(await ask("putPilotFeatures", put)), "ok");
    strictEqual(codeOf(await ask("putPilotConfig", { ...at, body })), "ok");
  }));

// @spec pilot.features
Deno.test("features that only a residence with a pilot has are kept while it has heating control alone", () =>
  withPilot(async ({ ask }) => {
    const installed = async (hasPilot: boolean) => {
      await install(ask, hasPilot);
      return await answerOf(ask("getPilotFeatures", at));
    };
    const off = await installed(false);
    deepStrictEqual([off.house_status, off.watertank_pilot], [false, false]);
    const body = { ...off, clim_pilot: false, occupantRangeC: 1 };
    strictEqual(codeOf(await ask("putPilotFeatures", { ...at, body })), "ok");
    const { version: _, ...again } = await installed(true);
    deepStrictEqual(again, { ...ON, clim_pilot: false, occupantRangeC: 1 });
  }));

// @spec pilot.changes
Deno.test("modules of another residence, and unknown dwellings, are not found", () =>
  withPilot(async ({ built, ask }) => {
    const moduleId = await aModule(ask, "A1", "M1");
    const stored = await built.store.get(keys.house(PROJECT, moduleId));
    await built.store.atomic()
      .set(keys.house("p2", "elsewhere"), stored.value)
      .set(keys.house(PROJECT, "sensor"), Object.assign({}, stored.value, { kind: "enocean" }))
      .commit();
    for (const other of ["elsewhere", "sensor"]) {
      const body = { ...FIRST_CONFIG, isDefault: false };
      strictEqual(
        codeOf(await ask("putModuleConfig", { ...at, moduleId: other, body })),
        "not-found",
      );
      strictEqual(codeOf(await ask("getModuleConfig", { ...at, moduleId: other })), "not-found");
    }
  }));

Deno.test("hoursText() groups consecutive hours", () => {
  strictEqual(hoursText([]), "Aucune");
  strictEqual(
    hoursText([5, 13, 4, 23]),
    "4\u00A0h à 6\u00A0h, 13\u00A0h à 14\u00A0h, 23\u00A0h à 24\u00A0h",
  );
});

// @spec pilot.changes
Deno.test("configChangesText() gives each changed value, before and after", () => {
  const before = { ...FIRST_CONFIG, ch_on: true, temp_conf_clim: 26, watertank_hours: [0, 1] };
  strictEqual(configChangesText(before, before), "");
  strictEqual(
    configChangesText(before, { ...before, ch_on: false, temp_conf_clim: 25, watertank_hours: [] }),
    "Froid\u00A0: Température à ne pas dépasser\u00A0: 26\u202F°C → 25\u202F°C, " +
      "Chauffage en marche\u00A0: Oui → Non, " +
      "Ballon d’eau chaude\u00A0: Heures de chauffe\u00A0: 0\u00A0h à 2\u00A0h → Aucune",
  );
});

const CONFIG = links.pilotConfig(PROJECT);

/** A visitor of a residence whose stored comfort temperature is between two steps. */
function withStored(temp_conf: number, test: (visitor: Visitor) => Promise<void>): Promise<void> {
  return withSite(async (site) => {
    await writePilot(site);
    const change = { revision: 1, epochS: 1_769_932_800, accountId: null };
    const config = { ...FIRST_CONFIG, temp_conf };
    await site.store.atomic().set(keys.pilotConfig(PROJECT), { config, change }).commit();
    await someone(site, { roles: ["pilot"] });
    const visitor = await site.signIn();
    await test(visitor);
  });
}

/** The form as the page shows it, with its hidden fields. */
async function shown(visitor: Visitor): Promise<Record<string, string>> {
  const page = await visitor.get(CONFIG);
  const names = ["version", "temp_conf", "night_decrease", "temp_conf_clim", "stored.temp_conf"];
  const fields = names.flatMap((name) => {
    const value = page.value(name);
    return value === null || value === undefined ? [] : [[name, value] as const];
  });
  return { form: "config", ch_on: "on", watertank_hours: "13", ...Object.fromEntries(fields) };
}

// @spec forms.steps, pilot.config
Deno.test("setpoint between two steps is refused with the nearest ones, and the typed values stay", () =>
  withStored(19, async (visitor) => {
    const form = await shown(visitor);
    ok(!("stored.temp_conf" in form));
    const wrong = await visitor.refused(CONFIG, { ...form, temp_conf: "19,55" });
    match(
      wrong.message("temp_conf") ?? "",
      /Les valeurs les plus proches sont 19,5 et 20.: par pas de 0,5/,
    );
    strictEqual(wrong.value("temp_conf"), "19,55");
    strictEqual((await visitor.post(CONFIG, { ...form, temp_conf: "19,5" })).status, 303);
  }));

const WEEK_CONFIG = { ...FIRST_CONFIG, temp_conf: 20, night_decrease: 3, watertank_hours: [2, 14] };
const PRESENT = { house_status: "present" } as const;
// @spec pilot.week
Deno.test("weekOf() lowers the heating from 22:00 to 6:00, seven days of 24 hours", () => {
  const week = weekOf(WEEK_CONFIG, PRESENT, ON);
  strictEqual(week.length, 7);
  const [monday = []] = week;
  deepStrictEqual(monday.map(({ hour }) => hour), [...Array(24).keys()]);
  // 20 − 3 = 17 at night.
  deepStrictEqual(
    [0, 5, 6, 21, 22, 23].map((hour) => monday[hour]?.heatingC),
    [17, 17, 20, 20, 17, 17],
  );
  deepStrictEqual(monday.filter((one) => one.isWaterHeating).map(({ hour }) => hour), [2, 14]);
  deepStrictEqual(new Set(monday.map(({ coolingC }) => coolingC)), new Set([26]));
  deepStrictEqual(week[6], monday);
});

// @spec pilot.config
Deno.test("pilotConfigDraft refuses temperatures beyond their limits, nights below 5 °C, and an hour twice", () => {
  // At 10 °C, a night 5 °C lower is at the limit.
  const draft = { ...FIRST_CONFIG, temp_conf: 10, night_decrease: 5 };
  const wrong = [
    { night_decrease: 5.5 },
    { temp_conf: 4.5, night_decrease: 0 },
    { temp_conf: 30.5 },
    { temp_conf: 30, night_decrease: 10.5 },
    { temp_conf_clim: 14.5 },
    { temp_conf_clim: 35.5 },
    { watertank_hours: [24] },
    { watertank_hours: [3, 3] },
  ];
  const right = [
    { temp_conf: 5, night_decrease: 0 },
    { temp_conf: 30, night_decrease: 10 },
    { temp_conf_clim: 15 },
    { temp_conf_clim: 35 },
    { watertank_hours: [0, 23] },
  ];
  deepStrictEqual(refusedChanges(pilotConfigDraft, draft, [...wrong, ...right]), wrong);
});

// @spec pilot.config
Deno.test("moduleConfigDraft checks the nights of a module with its own configuration only", () => {
  const draft = { ...FIRST_CONFIG, temp_conf: 10, night_decrease: 6, isDefault: true };
  const wrong = [{ isDefault: false }];
  deepStrictEqual(
    refusedChanges(moduleConfigDraft, draft, [...wrong, { isDefault: false, night_decrease: 5 }]),
    wrong,
  );
});

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

const FORM = configForm(ON, FIRST_CONFIG);
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
  const off = { ...ON, clim_pilot: false, watertank_pilot: false };
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
  const form = moduleForm(ON, FIRST_CONFIG);
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
