import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import { FIRST_CONFIG } from "@/lib/heating_control/setpoints.ts";
import { keys } from "@/lib/store/keys.ts";
import { withPlatform } from "@/tests/helpers/a_platform.ts";
import { at, PROJECT, someone } from "@/tests/helpers/a_residence.ts";
import { answerOf, codeOf } from "@/tests/helpers/fixtures.ts";
import { auditLines } from "@/tests/helpers/stores.ts";
import { aModule, withPilot, writePilot } from "./a_pilot.ts";

// @spec pilot.changes
Deno.test("the configuration of modules is written over the version read, with its audit line", () =>
  withPilot(async ({ built, ask }) => {
    const moduleId = await aModule(ask, "A1", "M1");
    const config = { ...FIRST_CONFIG, temp_conf: 20 };
    const { version } = await answerOf(ask("getPilotConfig", at));
    strictEqual(codeOf(await ask("putPilotConfig", { ...at, body: { ...config, version } })), "ok");
    const other = { ...config, temp_conf: 18, version };
    strictEqual(codeOf(await ask("putPilotConfig", { ...at, body: other })), "conflict");
    const own = { ...config, temp_conf: 21, isDefault: false };
    const put = (body: typeof own & { version?: string }) =>
      ask("putModuleConfig", { ...at, moduleId, body });
    strictEqual(codeOf(await put({ ...own, version: "0" })), "ok");
    strictEqual(codeOf(await put({ ...own, temp_conf: 22, version: "0" })), "conflict");
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
    const say = (version: string) =>
      ask("putModuleStatus", { ...status, body: { house_status: "present", version } });
    strictEqual(codeOf(await say("0")), "conflict");
    strictEqual(codeOf(await say(state.answer.version)), "ok");
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
Deno.test("setpoint outside its limits is refused, with the limit", () =>
  withPilot(async ({ ask }) => {
    const refused = async (over: Partial<typeof FIRST_CONFIG>) => {
      const result = await ask("putPilotConfig", { ...at, body: { ...FIRST_CONFIG, ...over } });
      ok(!result.ok);
      return [
        result.code,
        ...(result.issues ?? []).map(({ path, message }) => `${path}: ${message}`),
      ];
    };
    deepStrictEqual(await refused({ temp_conf: 30.5 }), [
      "invalid-input",
      "body.temp_conf: Too big: expected number to be <=30",
    ]);
    deepStrictEqual(await refused({ temp_conf_clim: 14 }), [
      "invalid-input",
      "body.temp_conf_clim: Too small: expected number to be >=15",
    ]);
    deepStrictEqual(await refused({ watertank_hours: [24] }), [
      "invalid-input",
      "body.watertank_hours.0: Too big: expected number to be <=23",
    ]);
    strictEqual((await refused({ watertank_hours: [3, 3] }))[0], "invalid-input");
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
    const stale = { ...put, body: { ...put.body, occupantRangeC: 1 } };
    strictEqual(codeOf(await ask("putPilotFeatures", stale)), "conflict");
    strictEqual(codeOf(await ask("putPilotConfig", { ...at, body })), "ok");
  }));

// @spec pilot.features
Deno.test("features that only a residence with a pilot has are kept while it has heating control alone", () =>
  withPlatform(async (built) => {
    await writePilot(built, {});
    const ask = await someone(built, { isAdmin: true, roles: ["pilot"] });
    const install = async (hasPilot: boolean) => {
      const installed = {
        ...await answerOf(ask("getProjectInstallation", at)),
        hasTempPilot: true,
      };
      const body = { ...installed, hasPilot };
      strictEqual(codeOf(await ask("putProjectInstallation", { ...at, body })), "ok");
      return await answerOf(ask("getPilotFeatures", at));
    };
    const off = await install(false);
    deepStrictEqual([off.house_status, off.watertank_pilot], [false, false]);
    const body = { ...off, clim_pilot: false, occupantRangeC: 1 };
    strictEqual(codeOf(await ask("putPilotFeatures", { ...at, body })), "ok");
    const { version: _, ...again } = await install(true);
    deepStrictEqual(again, {
      house_status: true,
      ch_pilot: true,
      clim_pilot: false,
      watertank_pilot: true,
      occupantRangeC: 1,
    });
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
