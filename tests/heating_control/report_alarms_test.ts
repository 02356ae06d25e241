import { deepStrictEqual, ok } from "node:assert/strict";
import { Platform } from "@/lib/app/platform.ts";
import { notePoll, takeReports } from "@/lib/heating_control/gateway.ts";
import { parseReports } from "@/lib/heating_control/gateway_requests.ts";
import { stored } from "@/tests/alarms/watched_circuit.ts";
import { aHousingSeries } from "@/tests/helpers/a_dwelling.ts";
import { at, PROJECT } from "@/tests/helpers/a_residence.ts";
import { answerOf } from "@/tests/helpers/fixtures.ts";
import { aGateway, aModule, withPilot } from "./a_pilot.ts";

const DAY_MS = 86_400_000;

// @spec alarms.subjects, pilot.connectivity
Deno.test("module without any series becomes silent when its gateway stops reporting it, and an acknowledgement alone ends the silence", () =>
  withPilot(async ({ built, ask }) => {
    const ids = [await aModule(ask, "A1", "M1"), await aModule(ask, "A2", "M2")];
    const collectorOf = await aGateway(built, ask);
    const report = async (...modules: object[]) => {
      const parsed = parseReports({ modules }, Math.floor(built.clock.now() / 1_000));
      ok(parsed.ok);
      await takeReports(await collectorOf(), parsed.reports, 100);
      await built.platform.watcher.settled();
    };
    const silent = async () => {
      await built.platform.watcher.watch(PROJECT);
      return (await stored(built.store, "open")).map(({ record }) => record.houseId).sort();
    };
    const states = async () => {
      built.clock.advance(61_000);
      return (await answerOf(ask("listModulesConnectivity", at))).map(({ state }) => state);
    };
    await report({ serial: "M1", status: { heating: true } }, { serial: "M2", revision: 0 });
    deepStrictEqual(await silent(), []);
    deepStrictEqual(await states(), ["online", "online"]);
    built.clock.advance(20 * 3_600_000);
    // The same report again: nothing new, but it is a sign of life.
    await report({ serial: "M2", revision: 0 });
    built.clock.advance(5 * 3_600_000);
    deepStrictEqual(await silent(), [ids[0]]);
    deepStrictEqual(await states(), ["reachable", "online"]);
    built.clock.advance(20 * 3_600_000);
    deepStrictEqual(await silent(), [...ids].sort());
    deepStrictEqual(await states(), ["last-7-days", "last-7-days"]);
    // A gateway that polls is reachable, although its modules report nothing.
    await notePoll(await collectorOf());
    deepStrictEqual(await states(), ["reachable", "reachable"]);
    deepStrictEqual(await silent(), [...ids].sort());
    await report({ serial: "M1", revision: 0 });
    deepStrictEqual(await silent(), [ids[1]]);
    // Another process has read nothing yet.
    const other = new Platform(built.platform.options);
    await other.watcher.watch(PROJECT);
    deepStrictEqual((await stored(built.store, "open")).map(({ record }) => record.houseId), [
      ids[1],
    ]);
    await other.close();
  }));

// @spec pilot.gateway, alarms.subjects
Deno.test("gateway's reports raise and end the alarms of thresholds and of modules", () =>
  withPilot(async ({ built, ask }) => {
    await aModule(ask, "A1", "M1");
    const series = await aHousingSeries(ask, "TEMP");
    const body = { source: "module,house=* temperature", houseId: null };
    ok((await ask("attachSource", { ...at, series, body })).ok);
    const threshold = { ...at, dataSeriesId: series, body: { threshold: 26 } };
    ok((await ask("putPilotThreshold", threshold)).ok);
    const collectorOf = await aGateway(built, ask);
    const report = async (temperature: number) => {
      const sent = { modules: [{ serial: "M1", status: { temperature } }] };
      const parsed = parseReports(sent, Math.floor(built.clock.now() / 1_000));
      ok(parsed.ok);
      await takeReports(await collectorOf(), parsed.reports, 100);
      await built.platform.watcher.settled();
      built.clock.advance(600_000);
    };
    const handlers = async (state: "open" | "closed") =>
      (await stored(built.store, state)).map(({ record: { handler } }) => handler);
    await report(20);
    deepStrictEqual(await handlers("open"), []);
    await report(26.5);
    deepStrictEqual(await handlers("open"), ["pilot-threshold"]);
    await report(22);
    await report(21);
    deepStrictEqual(await handlers("open"), []);
    // Nothing for two days: the module is silent until its gateway reports it.
    built.clock.advance(2 * DAY_MS);
    await built.platform.watcher.watch(PROJECT);
    deepStrictEqual(await handlers("open"), ["pilot-online"]);
    await report(20.5);
    await built.platform.watcher.watch(PROJECT);
    deepStrictEqual(await handlers("open"), []);
    deepStrictEqual((await handlers("closed")).sort(), ["pilot-online", "pilot-threshold"]);
  }));
