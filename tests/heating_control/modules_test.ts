import { deepStrictEqual, match, ok, strictEqual } from "node:assert/strict";
import { DEMO_ACCOUNTS } from "@/lib/demo/seed/accounts.ts";
import { moduleCounts, moduleLines } from "@/lib/heating_control/module_list.ts";
import type { PilotFeaturesRecord } from "@/lib/heating_control/records.ts";
import type { ModuleSetpointRequest, ModuleStatus } from "@/lib/heating_control/schema.ts";
import type { KnownReport } from "@/lib/heating_control/telemetry.ts";
import { setpointRequestText } from "@/lib/heating_control/text.ts";
import { accountRecord } from "@/lib/identity/records.ts";
import type { Role } from "@/lib/identity/roles.ts";
import { keys } from "@/lib/store/keys.ts";
import { readEntry } from "@/lib/store/store.ts";
import { links } from "@/lib/ui/links.ts";
import { aProject, PROJECT, someone } from "@/tests/helpers/a_residence.ts";
import { type Site, type Visitor, withSite } from "@/tests/helpers/a_site.ts";
import { answerOf } from "@/tests/helpers/fixtures.ts";
import { aModule, REPORT, writePilot } from "./a_pilot.ts";

Deno.test("setpointRequestText() gives the age of a pending wish, from a minute on", () => {
  deepStrictEqual(
    [null, 0, 59, 60, 3 * 86_400].map((pendingS) => setpointRequestText("pending", pendingS)),
    [
      "En attente",
      "En attente",
      "En attente",
      "En attente depuis 1\u00A0min",
      "En attente depuis 3\u00A0j",
    ],
  );
});

const WISH: ModuleSetpointRequest = {
  state: "pending",
  revision: 1,
  changedAt: "2026-02-07T12:00:00Z",
  changedBy: null,
  isOccupants: false,
  appliedAt: null,
};

function aStatus(moduleId: string, wish: Partial<ModuleSetpointRequest>): ModuleStatus {
  return {
    moduleId,
    houseId: moduleId,
    name: moduleId,
    house_status: "present",
    reportedHouseStatus: null,
    temperatureC: null,
    temperatureFrom: null,
    temperatureAt: null,
    setpointC: null,
    isHeating: null,
    isCooling: null,
    isWaterHeating: null,
    at: null,
    version: "0",
    wish: { ...WISH, ...wish },
  };
}

// @spec pilot.module-list
Deno.test("moduleLines() shows how long a wish has been pending, and a module that never sent as offline", () => {
  const nowS = Date.parse("2026-02-10T12:00:00Z") / 1_000;
  const seen = {
    moduleId: "b",
    houseId: "b",
    name: "b",
    state: "online",
    lastSeenAt: null,
  } as const;
  const lines = moduleLines(
    [
      aStatus("a", {}),
      aStatus("b", { state: "applied" }),
      aStatus("c", { changedAt: "2026-02-10T12:01:00Z" }),
    ],
    [seen],
    nowS,
  );
  // Three days; a change dated by a clock ahead of ours has not waited.
  deepStrictEqual(lines.map(({ pendingS }) => pendingS), [259_200, null, 0]);
  deepStrictEqual(lines.map(({ connectivity }) => connectivity), ["offline", "online", "offline"]);
  deepStrictEqual(moduleCounts(lines), { all: 3, online: 1, pending: 2 });
});

const LIST = links.pilot(PROJECT);
const CONFIG = links.pilotConfig(PROJECT);

const PRESENT: KnownReport = {
  ...REPORT,
  reportedS: Date.parse("2026-02-10T10:00:00Z") / 1_000,
  house_status: "present",
};

interface Choices {
  roles?: Role[];
  features?: Partial<PilotFeaturesRecord>;
  moduleCount?: number;
}

/** A visitor of a residence with modules, the first of which has sent a report. */
function withModules(
  test: (visitor: Visitor, modules: readonly string[], site: Site) => Promise<void>,
  { roles = ["pilot"], features = {}, moduleCount = 2 }: Choices = {},
): Promise<void> {
  return withSite(async (site) => {
    await writePilot(site, features);
    const chief = await someone(site, { email: "chef@bailleur.fr", isAdmin: true });
    const modules: string[] = [];
    for (let rank = 1; rank <= moduleCount; rank++) {
      modules.push(await aModule(chief, `A${rank}`, `M${rank}`));
    }
    const [first] = modules;
    if (first) await site.store.atomic().set(keys.pilotReport(PROJECT, first), PRESENT).commit();
    await someone(site, { roles });
    const visitor = await site.signIn();
    await test(visitor, modules, site);
  });
}

// @spec pilot.module-list
Deno.test("modules are listed with their reports; one that never sent is offline; a file has them all", () =>
  withModules(async (visitor, modules) => {
    const { text, html } = await visitor.get(LIST);
    match(text, /2\u00A0modules, dont \d en ligne et 0 en attente d’un réglage/);
    match(text, /A1 20,5 21,0 Chauffage Occupé Rien demandé En ligne/);
    match(text, /A2 Occupé Rien demandé Joignable/);
    for (const id of modules) ok(html.includes(`href="${links.pilotModule(PROJECT, id)}"`));
    const file = await visitor.get(`${LIST}?csv=semicolon`);
    match(file.html, /\r\nA1;20,5;21;Chauffage;Occupé;Rien demandé;/);
    match((await visitor.get(links.pilotModule(PROJECT, modules[1] ?? ""))).text, /jamais signalé/);
  }));

// @spec pilot.screens
Deno.test("the modules are shown where the pilot, the heating or both are controlled, and not found elsewhere", () =>
  withModules(async (visitor, _, { store, platform }) => {
    const statusWith = async (controlled: { hasPilot: boolean; hasTempPilot: boolean }) => {
      await store.atomic().set(keys.project(PROJECT), aProject(controlled)).commit();
      await platform.versions.bump([{ kind: "project", id: PROJECT }]);
      return (await visitor.get(LIST)).status;
    };
    strictEqual(await statusWith({ hasPilot: true, hasTempPilot: false }), 200);
    strictEqual(await statusWith({ hasPilot: false, hasTempPilot: true }), 200);
    strictEqual(await statusWith({ hasPilot: false, hasTempPilot: false }), 404);
  }));

// @spec pilot.module-list
Deno.test("residence without a module says so, and the list filters pending ones", async () => {
  await withModules(async (visitor) => {
    match((await visitor.get(LIST)).text, /Aucun module/);
  }, { moduleCount: 0 });
  await withModules(async (visitor, [first = ""], { clock }) => {
    const path = links.pilotModule(PROJECT, first);
    const fields = { form: "presence", version: "0", house_status: "absent" };
    strictEqual((await visitor.post(path, fields)).status, 303);
    clock.advance(3 * 86_400_000);
    await visitor.signIn();
    const kept = await visitor.get(`${LIST}?filter:wish=pending`);
    match(kept.text, /1\u00A0module sur 2 .*A1 .*Absent En attente depuis 3\u00A0j/);
    match((await visitor.get(path)).text, /En attente depuis 3\u00A0j \(demandé par .* le /);
  });
});

// @spec pilot.config
Deno.test("the configuration is changed, not overwritten by a second tab, and shows its limits and its last author", () =>
  withModules(async (visitor, [first = ""]) => {
    const version = (await visitor.get(CONFIG)).version();
    const typed = {
      form: "config",
      version,
      ch_on: "on",
      temp_conf: "20",
      night_decrease: "3",
      temp_conf_clim: "26",
      watertank_hours: "13",
    };
    const wrong = await visitor.refused(CONFIG, { ...typed, temp_conf: "31" });
    match(wrong.message("temp_conf") ?? "", /30/);
    match(wrong.text, /De 5 à 30\u202F°C/);
    strictEqual(wrong.value("temp_conf"), "31");
    strictEqual((await visitor.post(CONFIG, typed)).status, 303);
    match((await visitor.get(CONFIG)).text, /Changé par .*, le \d\d\//);
    const week = (await visitor.get(links.pilotModule(PROJECT, first))).text;
    match(week, / 5\u00A0h( 17 \/26){7} 6\u00A0h( 20 \/26){7} /);
    match(week, / 13\u00A0h( 20 \/26 E){7} /);
  }));

// @spec pilot.config
Deno.test("module gets its own configuration and returns to that of the residence", () =>
  withModules(async (visitor, [first = ""]) => {
    const path = links.pilotModule(PROJECT, first);
    const typed = { form: "module", temp_conf: "23", night_decrease: "0", temp_conf_clim: "26" };
    const send = async (more: Record<string, string>) => {
      const version = (await visitor.get(`${path}?edit=1`)).version("module");
      return await visitor.post(path, { ...typed, version, ...more });
    };
    strictEqual((await send({ ch_on: "on" })).status, 303);
    match((await visitor.get(path)).text, / 3\u00A0h( 23 \/26){7} /);
    strictEqual((await send({ isDefault: "on" })).status, 303);
    match((await visitor.get(path)).text, /suit les réglages de la résidence/);
  }));

// @spec pilot.features
Deno.test("feature that is off has no control, and its values are unchanged", () =>
  withModules(async (visitor, [first = ""], site) => {
    const path = links.pilotModule(PROJECT, first);
    const { text } = await visitor.get(path);
    const { html } = await visitor.get(`${path}?edit=1`);
    ok(html.includes('name="temp_conf"'));
    ok(!/temp_conf_clim|watertank_hours|house_status/.test(html), html);
    match(text, / 12\u00A0h( 19){7} /);
    const version = (await visitor.get(CONFIG)).version();
    const typed = { form: "config", version, ch_on: "on", temp_conf: "18", night_decrease: "1" };
    strictEqual((await visitor.post(CONFIG, typed)).status, 303);
    const stored = await site.store.get(keys.pilotConfig(PROJECT));
    ok(JSON.stringify(stored.value).includes('"temp_conf_clim":26'));
    strictEqual(
      (await visitor.post(path, { form: "presence", house_status: "absent" })).status,
      403,
    );
  }, { features: { clim_pilot: false, watertank_pilot: false, house_status: false } }));

// @spec pilot.features
Deno.test("an administrator selects the features of the modules, where there is a pilot", () =>
  withSite(async (site) => {
    await writePilot(site, { clim_pilot: false });
    const ask = await someone(site, { isAdmin: true });
    const visitor = await site.signIn();
    const path = links.features(PROJECT);
    const version = (await visitor.get(path)).version("pilot");
    const typed = {
      form: "pilot",
      version,
      occupantRangeC: "1,5",
      ch_pilot: "on",
      clim_pilot: "on",
    };
    strictEqual((await visitor.post(path, { ...typed, occupantRangeC: "6" })).status, 400);
    strictEqual((await visitor.post(path, typed)).status, 303);
    const { clim_pilot, watertank_pilot, occupantRangeC } = await answerOf(
      ask("getPilotFeatures", { projectId: PROJECT }),
    );
    strictEqual([clim_pilot, watertank_pilot, occupantRangeC].join(), "true,false,1.5");
    await site.store.atomic().set(keys.project(PROJECT), aProject()).commit();
    await site.platform.own.versions.bump([{ kind: "project", id: PROJECT }]);
    ok(!(await visitor.get(path)).html.includes('id="pilot"'));
  }));

// @spec pilot.landing
Deno.test("user who drives a single residence starts on its modules, others and a platform administrator on the residences", async () => {
  const landsOn = async (visitor: Visitor) => (await visitor.get("/")).headers.get("location");
  await withModules(async (visitor) => strictEqual(await landsOn(visitor), LIST));
  await withModules(async (visitor) => strictEqual(await landsOn(visitor), links.residences()), {
    roles: ["collect:housing:pilottemp:write"],
  });
  await withModules(async (visitor, _, { store }) => {
    const { value: id } = await store.get(keys.accountByEmail("ada@bailleur.fr"));
    const account = await readEntry(store, keys.account(String(id)), accountRecord);
    ok(account.value);
    await store.atomic().set(account.key, { ...account.value, platformAdmin: true }).commit();
    await visitor.signIn();
    strictEqual(await landsOn(visitor), links.residences());
  });
  await withSite(async (site) => {
    const visitor = site.visitor();
    const { email, password } = DEMO_ACCOUNTS.pilot;
    await visitor.signIn(email, password);
    const path = await landsOn(visitor) ?? "";
    strictEqual(path, links.pilot("p01"));
    strictEqual((await visitor.get(path)).status, 200);
  }, { demo: true });
});
