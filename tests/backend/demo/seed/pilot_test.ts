import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import { DEMO_ACCOUNTS } from "@/lib/backend/demo/seed/accounts.ts";
import { signedIn, withPlatform } from "@/tests/backend/a_platform.ts";

// @spec pilot.wishes
Deno.test("the modules of the demo follow what is asked of them, but for those just changed", () =>
  withPlatform(async (built) => {
    const { email, password } = DEMO_ACCOUNTS.pilot;
    const { ask } = await signedIn(built, email, password);
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
    const askedC = new Map(configs.answer.map((one) => [one.moduleId, one.temp_conf]));
    for (
      const { moduleId, setpointC, house_status, reportedHouseStatus } of states.get("applied") ??
        []
    ) {
      strictEqual(setpointC, house_status === "absent" ? 16 : askedC.get(moduleId), moduleId);
      strictEqual(reportedHouseStatus, house_status, moduleId);
    }
    // What is warm is what its dwelling's sensor reads.
    const shown = all.filter(({ temperatureC }) => temperatureC !== null);
    ok(shown.length > 0);
    deepStrictEqual(
      new Set(shown.map(({ temperatureFrom }) => temperatureFrom)),
      new Set(["sensor"]),
    );
    deepStrictEqual(built.faults, []);
  }, { demo: true }));
