import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import { FIRST_CONFIG } from "@/lib/heating_control/setpoints.ts";
import { keys } from "@/lib/store/keys.ts";
import { anAccount } from "@/tests/helpers/a_platform.ts";
import { aProject, at, PROJECT, withMember } from "@/tests/helpers/a_residence.ts";
import { seriesDraft } from "@/tests/helpers/drafts.ts";
import { answerOf, codeOf, codeOfCall } from "@/tests/helpers/fixtures.ts";
import { ALL_ON, aModule, REPORT, withPilot } from "./a_pilot.ts";

// @spec pilot.features
Deno.test("without a pilot the calls are not found; with heating only, neither presence nor water is driven", () =>
  withMember({ isAdmin: true, roles: ["pilot"] }, async ({ built, ask }) => {
    const moduleId = await aModule(ask, "A1", "M1");
    const reads = () =>
      Promise.all([
        ask("getPilotFeatures", at),
        ask("getPilotConfig", at),
        ask("listModulesConfig", at),
        ask("listModulesStatus", at),
        ask("listModulesConnectivity", at),
        ask("getModuleConfig", { ...at, moduleId }),
        ask("getModuleStatus", { ...at, moduleId }),
      ]);
    const codes = async () => (await reads()).map((one) => one.ok ? "ok" : one.code);
    deepStrictEqual(new Set(await codes()), new Set(["not-found"]));
    const { change: _change, ...features } = ALL_ON;
    const writes = await Promise.all([
      ask("putPilotFeatures", { ...at, body: features }),
      ask("putPilotConfig", { ...at, body: FIRST_CONFIG }),
      ask("putModuleConfig", { ...at, moduleId, body: { ...FIRST_CONFIG, isDefault: false } }),
      ask("putModuleStatus", { ...at, moduleId, body: { house_status: "absent" } }),
    ]);
    deepStrictEqual(writes.map(codeOf), Array(4).fill("not-found"));
    await built.store.atomic()
      .set(keys.project(PROJECT), aProject({ hasTempPilot: true }))
      .set(keys.pilotFeatures(PROJECT), ALL_ON)
      .commit();
    await built.platform.own.versions.bump([{ kind: "project", id: PROJECT }]);
    deepStrictEqual(new Set(await codes()), new Set(["ok"]));
    const { version: _, ...on } = await answerOf(ask("getPilotFeatures", at));
    deepStrictEqual(on, {
      house_status: false,
      ch_pilot: true,
      clim_pilot: true,
      watertank_pilot: false,
      occupantRangeC: 2,
    });
  }));

// @spec pilot.config
Deno.test("modules follow the residence's configuration until they have their own, and show who changed it", () =>
  withPilot(async ({ built, ask }) => {
    const first = await aModule(ask, "A1", "M1");
    const second = await aModule(ask, "A2", "M2");
    const accountId = await anAccount(built, { email: "noe@bailleur.fr", forename: "Noé" });
    const change = { revision: 4, epochS: 1_768_464_000, accountId };
    await built.store.atomic()
      .set(keys.pilotConfig(PROJECT), { config: { ...FIRST_CONFIG, temp_conf: 20 }, change })
      .set(keys.pilotModule(PROJECT, second), {
        own: { config: { ...FIRST_CONFIG, temp_conf: 21 }, change: { ...change, revision: 5 } },
        presence: null,
        occupant: null,
      })
      .commit();
    const listed = await answerOf(ask("listModulesConfig", at));
    const shown = listed.map((
      { moduleId, name, isDefault, temp_conf, changedBy, version },
    ) => [moduleId, name, isDefault, temp_conf, changedBy, version]);
    deepStrictEqual(shown, [
      [first, "A1", true, 20, "Noé Durand", "0"],
      [second, "A2", false, 21, "Noé Durand", "5"],
    ]);
    const config = await answerOf(ask("getPilotConfig", at));
    strictEqual(config.changedAt, "2026-01-15T08:00:00Z");
    const status = await answerOf(ask("getModuleStatus", { ...at, moduleId: second }));
    deepStrictEqual(status.wish, {
      state: "pending",
      revision: 5,
      changedAt: "2026-01-15T08:00:00Z",
      changedBy: "Noé Durand",
      isOccupants: false,
      appliedAt: null,
    });
    strictEqual(await codeOfCall(ask("getModuleStatus", { ...at, moduleId: "gone" })), "not-found");
  }));

// @spec pilot.connectivity, pilot.temperatures
Deno.test("module's temperature is the newer of its report and its sensor's; its report makes it online", () =>
  withPilot(async ({ built, ask }) => {
    const moduleId = await aModule(ask, "A1", "M1");
    const other = await aModule(ask, "A2", "M2");
    const series = await ask("createDataseries", {
      ...at,
      body: seriesDraft({ dataUnitId: "TEMP", scope: "housing" }),
    });
    ok(series.ok);
    const body = { source: "serial=M1", houseId: moduleId };
    ok((await ask("attachSource", { ...at, series: series.answer.id, body })).ok);
    const nowS = Math.floor(built.clock.now() / 1_000);
    const day = new Date(nowS * 1_000).toISOString().slice(0, 10);
    const [year, month, date] = day.split("-");
    const csv = `date;serie;valeur\n${date}/${month}/${year} 00:30;serial=M1;19,5`;
    ok((await ask("importReadings", { ...at, body: csv })).ok);
    const seen = async () => {
      built.clock.advance(61_000);
      const [status, connectivity] = await Promise.all([
        ask("getModuleStatus", { ...at, moduleId }),
        ask("listModulesConnectivity", at),
      ]);
      ok(status.ok && connectivity.ok);
      const { temperatureC, temperatureFrom, setpointC, reportedHouseStatus } = status.answer;
      const states = connectivity.answer.map(({ state }) => state);
      return { temperatureC, temperatureFrom, setpointC, reportedHouseStatus, states };
    };
    deepStrictEqual(await seen(), {
      temperatureC: 19.5,
      temperatureFrom: "sensor",
      setpointC: null,
      reportedHouseStatus: null,
      states: ["online", "offline"],
    });
    await built.store.atomic()
      .set(keys.pilotReport(PROJECT, moduleId), { ...REPORT, reportedS: nowS })
      .commit();
    deepStrictEqual(await seen(), {
      temperatureC: 20.5,
      temperatureFrom: "module",
      setpointC: 21,
      reportedHouseStatus: "absent",
      states: ["online", "reachable"],
    });
    const before = await answerOf(ask("getModuleStatus", { ...at, moduleId: other }));
    strictEqual(before.temperatureC, null);
    // A dwelling that chose to be anonymous shows its settings, never its temperature.
    const settings = { ...(await house(other)), collectMode: 2 as const };
    await built.store.atomic()
      .set(keys.pilotReport(PROJECT, other), { ...REPORT, reportedS: nowS })
      .commit();
    ok((await ask("putHouseSettings", { ...at, houseId: other, body: settings })).ok);
    const hidden = await answerOf(ask("getModuleStatus", { ...at, moduleId: other }));
    deepStrictEqual([hidden.temperatureC, hidden.setpointC], [null, 21]);

    async function house(id: string) {
      const listed = await answerOf(ask("listHouses", at));
      const found = listed.find((one) => one.id === id);
      ok(found !== undefined);
      return found.settings;
    }
  }));
