import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import { keys } from "@/lib/store/keys.ts";
import { listIds } from "@/lib/store/store.ts";
import { storedSeriesId } from "@/lib/timeseries/readings.ts";
import { aHouse, withHousing } from "@/tests/helpers/a_dwelling.ts";
import { at, ORG, PROJECT, storedSeries } from "@/tests/helpers/a_residence.ts";
import { answerOf } from "@/tests/helpers/fixtures.ts";
import { CIRCUIT, stored, withWatchedCircuit } from "./watched_circuit.ts";

const DAY_S = 24 * 3_600;

// @spec alarms.archive
Deno.test("sensor that becomes silent during the archived alarm of its gateway raises none in the lists", () =>
  withHousing({}, async ({ built: { store, clock, platform }, ask, series }) => {
    const { watcher, versions } = platform;
    const houses = [await aHouse(ask, { name: "A1" }), await aHouse(ask, { name: "A2" })];
    const nowS = Math.floor(clock.now() / 1_000);
    // The first sends daily, the second weekly: it becomes silent later.
    const append = (rank: number, everyDays: number) => {
      const readings = Array.from({ length: 12 }, (_, ago) => {
        const daysAgo = (11 - ago) * everyDays;
        return { epochS: nowS - daysAgo * DAY_S, value: 100 - daysAgo };
      });
      const seriesId = storedSeriesId(series, houses[rank] ?? "");
      return storedSeries({ store, clock }).append([{ seriesId, kind: "index", readings }]);
    };
    await append(0, 1);
    await append(1, 7);
    await versions.bump([{ kind: "readings", id: PROJECT }]);
    await watcher.watch(PROJECT);
    clock.advance(6 * DAY_S * 1_000);
    await watcher.watch(PROJECT);
    const open = await stored(store, "open");
    deepStrictEqual(open.map(({ record }) => record.parentId === null).sort(), [false, true]);
    const gateway = open.find(({ record }) => record.parentId === null);
    ok((await ask("archiveAlarm", { ...at, alarmId: gateway?.id ?? "" })).ok);
    clock.advance(40 * DAY_S * 1_000);
    await watcher.watch(PROJECT);
    deepStrictEqual(await stored(store, "open"), []);
    // Once the gateway sends again, a sensor that stays silent has its own alarm.
    const back = [{ epochS: Math.floor(clock.now() / 1_000), value: 101 }];
    const seriesId = storedSeriesId(series, houses[0] ?? "");
    await storedSeries({ store, clock }).append([{ seriesId, kind: "index", readings: back }]);
    await versions.bump([{ kind: "readings", id: PROJECT }]);
    await watcher.watch(PROJECT);
    deepStrictEqual(await stored(store, "open"), []);
    strictEqual((await listIds(store, keys.alarmWatch.under(PROJECT))).length > 0, true);
  }));

// @spec alarms.archive
Deno.test("an archived alarm accepts comments, and its subject raises another one after its cause ended", () =>
  withWatchedCircuit(async ({ built: { store }, ask, sendEvery }) => {
    await sendEvery(10, [70, 82, 83, 84]);
    const [first] = await stored(store, "open");
    const alarmId = first?.id ?? "";
    ok((await ask("archiveAlarm", { ...at, alarmId })).ok);
    ok((await ask("commentAlarm", { ...at, alarmId, body: { text: "Vanne changée" } })).ok);
    await sendEvery(10, [84, 84, 84]);
    deepStrictEqual(await stored(store, "open"), []);
    await sendEvery(10, [70, 70, 82, 83, 84]);
    const [second, ...others] = await stored(store, "open");
    deepStrictEqual([second?.id === alarmId, others], [false, []]);
    const read = await answerOf(ask("getAlarm", { ...at, alarmId }));
    deepStrictEqual(
      [read.archived, read.alarmComments.map(({ text }) => text)],
      [true, ["Vanne changée"]],
    );
  }));

Deno.test("an open alarm keeps its message when its circuit is renamed, and ends when the circuit is deleted", () =>
  withWatchedCircuit(async ({ built: { store, clock, platform }, ask, circuitId, sendEvery }) => {
    await sendEvery(10, [70, 82, 83, 84]);
    const [alarm] = await stored(store, "open");
    const list = await answerOf(ask("listEquipments", at));
    const circuit = list.find(({ id }) => id === circuitId);
    const body = { name: "Circuit Sud", code: "", instrumented: true, version: circuit?.version };
    ok((await ask("putEquipmentSettings", { ...at, equipmentId: circuitId, body })).ok);
    await sendEvery(10, [84, 84]);
    deepStrictEqual(
      (await stored(store, "open")).map(({ id, record }) => [id, record.message]),
      [[alarm?.id, alarm?.record.message]],
    );
    ok((await ask("deleteEquipment", { ...at, equipmentId: circuitId })).ok);
    clock.advance(60_000);
    await platform.watcher.watch(PROJECT);
    const [closed] = await stored(store, "closed");
    deepStrictEqual([await stored(store, "open"), closed?.id], [[], alarm?.id]);
    strictEqual(closed?.record.end, new Date(clock.now()).toISOString().replace(".000Z", "Z"));
    const events = await listIds(store, keys.alarmEvent.under(ORG));
    deepStrictEqual(events, ["end", "start"]);
  }));

Deno.test("an open alarm ends when its bound is moved beyond the last reading, and opens again when it is moved back", () =>
  withWatchedCircuit(async ({ built, ask, boilerRoomId, circuitId, sendEvery }) => {
    const { store, clock, platform: { watcher } } = built;
    await sendEvery(10, [70, 82, 83, 84]);
    const [alarm] = await stored(store, "open");
    const bound = async (outMax: number) => {
      const room = await answerOf(ask("getBoilerRoom", { ...at, boilerRoomId }));
      const known = room.circuits.find(({ id }) => id === circuitId);
      ok(known);
      const body = { ...CIRCUIT, outType: known.outType, outMax };
      ok((await ask("putCircuitSettings", { ...at, boilerRoomId, circuitId, body })).ok);
      clock.advance(60_000);
      await watcher.watch(PROJECT);
    };
    // 84 °C is less than half a kelvin below 84.2: the alarm continues.
    await bound(84.2);
    strictEqual((await stored(store, "open")).length, 1);
    await bound(90);
    deepStrictEqual(await stored(store, "open"), []);
    await bound(80);
    clock.advance(20 * 60_000);
    await watcher.watch(PROJECT);
    const [again] = await stored(store, "open");
    ok(again !== undefined && again.id !== alarm?.id);
  }));
