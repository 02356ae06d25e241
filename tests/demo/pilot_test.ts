import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import { DEMO_ACCOUNTS } from "@/lib/demo/seed/accounts.ts";
import { signedIn, withPlatform } from "@/tests/helpers/a_platform.ts";
import { answerOf } from "@/tests/helpers/fixtures.ts";
import { inDemo } from "./in_demo.ts";

/** A gateway sends requests every quarter of an hour. */
const LONGEST_S = 900;

// @spec pilot.wishes
Deno.test("the modules of the demo follow their settings, except those just changed", () =>
  inDemo("pilot", async (ask) => {
    const at = { projectId: "p01" };
    const [configs, statuses, connectivity, features] = await Promise.all([
      ask("listModulesConfig", at),
      ask("listModulesStatus", at),
      ask("listModulesConnectivity", at),
      ask("getPilotFeatures", at),
    ]);
    ok(configs.ok && statuses.ok && connectivity.ok && features.ok);
    const all = statuses.answer;
    strictEqual(all.length, 64);
    strictEqual(configs.answer.length, all.length);
    const states = Map.groupBy(all, ({ wish }) => wish.state);
    deepStrictEqual([...states.keys()].sort(), ["applied", "pending"]);
    ok((states.get("pending")?.length ?? 0) < all.length / 5);
    const askedC = new Map(
      configs.answer.map((one) => [one.moduleId, one.occupantTempC ?? one.temp_conf]),
    );
    for (
      const { moduleId, setpointC, house_status, reportedHouseStatus } of states.get("applied") ??
        []
    ) {
      strictEqual(setpointC, house_status === "absent" ? 16 : askedC.get(moduleId), moduleId);
      strictEqual(reportedHouseStatus, house_status, moduleId);
    }
    for (const { moduleId, wish } of states.get("applied") ?? []) {
      const askedS = Date.parse(wish.changedAt ?? "") / 1_000;
      const tookS = Date.parse(wish.appliedAt ?? "") / 1_000 - askedS;
      ok(tookS > 0 && tookS <= LONGEST_S, `${moduleId} applied after ${tookS} s`);
    }
    // The displayed temperature is that of the dwelling's sensor.
    const shown = all.filter(({ temperatureC }) => temperatureC !== null);
    ok(shown.length > 0);
    deepStrictEqual(
      new Set(shown.map(({ temperatureFrom }) => temperatureFrom)),
      new Set(["sensor"]),
    );
  }));

// @spec pilot.week
Deno.test("at night the modules of the demo aim at the lowered temperature, and heat only cooler dwellings", () =>
  inDemo("landlord", async (ask, built) => {
    const at = { projectId: "p01" };
    const noon = await ask("listModulesStatus", at);
    ok(noon.ok);
    // Tanks heat from 0:00 to 6:00.
    ok(noon.answer.every(({ isWaterHeating }) => isWaterHeating === false));
    // From noon to four in the morning in Paris.
    built.clock.advance(16 * 3_600_000);
    const [configs, statuses] = await Promise.all([
      ask("listModulesConfig", at),
      ask("listModulesStatus", at),
    ]);
    ok(configs.ok && statuses.ok);
    const heatingWater = statuses.answer.filter(({ isWaterHeating }) => isWaterHeating);
    ok(heatingWater.length > 20 && heatingWater.length < 60, `${heatingWater.length} tanks`);
    const lowered = new Map(
      configs.answer.map((one) => [
        one.moduleId,
        (one.occupantTempC ?? one.temp_conf) - one.night_decrease,
      ]),
    );
    for (const { moduleId, wish, house_status, ...status } of statuses.answer) {
      if (wish.state === "pending") continue;
      const askedC = lowered.get(moduleId) ?? NaN;
      strictEqual(status.setpointC, house_status === "absent" ? 16 : askedC, moduleId);
      const { temperatureC, setpointC } = status;
      if (temperatureC === null || setpointC === null) continue;
      strictEqual(status.isHeating, temperatureC < setpointC, `${moduleId} ${temperatureC}`);
    }
  }));

// @spec pilot.occupant-range, demo.stories
Deno.test("an occupant of the demo chose more than the present maximum: both sides show the setpoint applied instead", () =>
  withPlatform(async (built) => {
    const { email, password } = DEMO_ACCOUNTS.occupant;
    const pilot = await signedIn(built, DEMO_ACCOUNTS.pilot.email, DEMO_ACCOUNTS.pilot.password);
    const occupant = await signedIn(built, email, password);
    const { residenceTempC, chosenC, askedC, minC, maxC, state } = await answerOf(
      occupant.ask("getOwnPilot", { projectId: "p01", houseId: "p01-l001" }),
    );
    deepStrictEqual([residenceTempC, chosenC, askedC, minC, maxC, state], [
      19.5,
      22,
      21,
      18,
      21,
      "applied",
    ]);
    const all = await answerOf(pilot.ask("listModulesConfig", { projectId: "p01" }));
    const limited = all.filter(({ occupantChoiceC: choiceC, occupantTempC }) =>
      choiceC !== occupantTempC
    );
    deepStrictEqual(limited.map(({ moduleId }) => moduleId), ["p01-l001"]);
  }, { demo: true }));
