import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import type { CallFunction } from "@/lib/app/catalogue.ts";
import { anotherWatcher, stored } from "@/tests/alarms/watched_circuit.ts";
import { houseDraft } from "@/tests/helpers/a_dwelling.ts";
import type { TestPlatform } from "@/tests/helpers/a_platform.ts";
import { at, PROJECT, withMember } from "@/tests/helpers/a_residence.ts";
import { seriesDraft } from "@/tests/helpers/drafts.ts";
import { answerOf } from "@/tests/helpers/fixtures.ts";
import { aCollector, sendLines } from "@/tests/helpers/some_series.ts";

/** A dwelling whose temperature is corrected by half a degree, with alarms from 26 °C on. */
function withThreshold(
  test: (place: {
    built: TestPlatform;
    ask: CallFunction;
    houseId: string;
    send(celsius: number): Promise<void>;
  }) => Promise<void>,
): Promise<void> {
  return withMember({ isAdmin: true, roles: ["pilot"] }, async ({ built, ask }) => {
    const house = await answerOf(ask("createHouse", {
      ...at,
      body: houseDraft({ config: { tempOffset: "0,5" } }, { name: "Logement 12" }),
    }));
    const series = await ask("createDataseries", {
      ...at,
      body: seriesDraft({ dataUnitId: "TEMP", scope: "housing" }),
    });
    ok(series.ok, JSON.stringify(series));
    const body = { source: "serial=1", houseId: house.id };
    ok((await ask("attachSource", { ...at, series: series.answer.id, body })).ok);
    const threshold = { ...at, dataSeriesId: series.answer.id, body: { threshold: 26 } };
    ok((await ask("putPilotThreshold", threshold)).ok);
    const token = await aCollector(ask);
    const send = async (celsius: number) => {
      const line = `temp,serial=1 value=${celsius} ${Math.floor(built.clock.now() / 1_000)}`;
      ok((await sendLines(built.platform, token, line)).kind === "stored");
      await built.platform.watcher.settled();
      built.clock.advance(600_000);
    };
    await test({ built, ask, houseId: house.id, send });
  }, { residence: { project: { hasPilot: true }, features: { houseMode: 1, tempOffset: true } } });
}

// @spec pilot.thresholds, alarms.rules
Deno.test("threshold raises one alarm from its corrected value on, and ends it after two readings", () =>
  withThreshold(async ({ built, ask, houseId, send }) => {
    const messages = async (state: "open" | "closed") =>
      (await stored(built.store, state)).map(({ record: { handler, message, houseId } }) => ({
        handler,
        houseId,
        message: message.replaceAll("\u202F", "_").replaceAll("\u00A0", "~"),
      }));
    // 26.4 is shown as 25.9.
    await send(26.4);
    deepStrictEqual(await messages("open"), []);
    await send(26.5);
    await send(27);
    const alarm = {
      handler: "pilot-threshold",
      houseId,
      message: "Logement 12, Température~: 26_°C, seuil de 26_°C atteint",
    };
    deepStrictEqual(await messages("open"), [alarm]);
    const [listed, series] = await Promise.all([ask("listAlarms", at), ask("getProject", at)]);
    ok(listed.ok && series.ok);
    const ids = series.answer.housesDataseries.map(({ id }) => id);
    deepStrictEqual(listed.answer.map(({ seriesId }) => seriesId), ids);
    await send(25.9);
    deepStrictEqual(await messages("open"), [alarm]);
    await send(25);
    deepStrictEqual(await messages("open"), []);
    deepStrictEqual(await messages("closed"), [alarm]);
  }));

// @spec pilot.thresholds, alarms.changes
Deno.test("alarm of a threshold ends, and none is raised, once its series may not have one", () =>
  withThreshold(async ({ built, ask, send }) => {
    const open = async () => (await stored(built.store, "open")).length;
    await send(27);
    await send(27);
    strictEqual(await open(), 1);
    const read = await answerOf(ask("getProject", at));
    const [series] = read.housesDataseries;
    ok(series);
    const body = { ...seriesDraft({ dataUnitId: "TEMP", scope: "housing" }), manualIndex: true };
    ok((await ask("putDataseries", { ...at, series: series.id, body })).ok);
    const thresholds = await answerOf(ask("listPilotThresholds", at));
    deepStrictEqual(thresholds, []);
    await built.platform.watcher.watch(PROJECT);
    strictEqual(await open(), 0);
    await send(28);
    await send(28);
    strictEqual(await open(), 0);
  }));

Deno.test("threshold waiting for its delay survives a restart", () =>
  withThreshold(async ({ built, ask, send }) => {
    const settings = await answerOf(ask("getAlarmSettings", at));
    const body = { ...settings, "pilot-threshold": 15 };
    ok((await ask("putAlarmSettings", { ...at, body })).ok);
    const startMs = built.clock.now();
    await send(27);
    const restarted = anotherWatcher(built);
    built.platform.watcher.noteReadings = (...noted) => restarted.noteReadings(...noted);
    built.platform.watcher.settled = () => restarted.settled();
    await send(27);
    await send(27);
    deepStrictEqual((await stored(built.store, "open")).map(({ record }) => record.start), [
      new Date(startMs).toISOString().replace(".000Z", "Z"),
    ]);
    await restarted.close();
  }));
