import { deepStrictEqual, notStrictEqual, ok, strictEqual } from "node:assert/strict";
import { keys } from "@/lib/store/keys.ts";
import { listIds } from "@/lib/store/store.ts";
import type { TestPlatform } from "@/tests/helpers/a_platform.ts";
import { at, ORG, PROJECT } from "@/tests/helpers/a_residence.ts";
import { worksDraft } from "@/tests/helpers/drafts.ts";
import { answerOf, NOW } from "@/tests/helpers/fixtures.ts";
import {
  anotherWatcher,
  CIRCUIT,
  flowLine,
  stored,
  withWatchedCircuit,
} from "./watched_circuit.ts";

const MINUTE_MS = 60_000;

function instantAfter(minutes: number): string {
  return new Date(NOW + minutes * MINUTE_MS).toISOString().replace(".000Z", "Z");
}

// @spec alarms.rules
Deno.test("the alarm of a first body of hours starts at its first reading beyond the bound", () =>
  withWatchedCircuit(async ({ built: { store }, sendLine }) => {
    // 80 °C at most, for a quarter of an hour: beyond it from the second hour on.
    const hours = [70, 82, 83, 84, 85].map((celsius, rank) =>
      flowLine(celsius, NOW / 1_000 - (5 - rank) * 3_600)
    );
    await sendLine(hours.join("\n"));
    const starts = (await stored(store, "open")).map(({ record: { start } }) => start);
    deepStrictEqual(starts, [instantAfter(-4 * 60)]);
  }));

// @spec alarms.evaluation
Deno.test("flow that is too hot for a quarter of an hour raises one alarm, closed by the second reading within bounds", () =>
  withWatchedCircuit(
    async ({ built: { store }, ask, circuitId, boilerRoomId, sendEvery }) => {
      await sendEvery(10, [70, 82, 83]);
      deepStrictEqual(await stored(store, "open"), []);
      await sendEvery(10, [84, 85]);
      const [alarm, ...others] = await stored(store, "open");
      strictEqual(others.length, 0);
      deepStrictEqual(alarm?.record, {
        subjectKey: `boilerroom-circuit/${circuitId}/out`,
        scope: "boilerroom",
        handler: "boilerroom-circuit",
        houseId: null,
        buildingId: null,
        boilerRoomId,
        equipmentId: circuitId,
        seriesId: alarm?.record.seriesId ?? "",
        start: instantAfter(10),
        end: null,
        message: alarm?.record.message ?? "",
        parentId: null,
        childCount: 0,
        archived: false,
      });
      ok(alarm.record.message.startsWith("Circuit Nord\u00a0: départ à"), alarm.record.message);
      const listed = await answerOf(ask("listAlarms", at));
      deepStrictEqual(listed.map(({ id }) => id), [alarm.id]);
      await sendEvery(10, [78, 77]);
      deepStrictEqual(await stored(store, "open"), []);
      deepStrictEqual((await stored(store, "closed")).map(({ record }) => record.end), [
        instantAfter(60),
      ]);
      const events = await listIds(store, keys.alarmEvent.under(ORG));
      deepStrictEqual(events, ["end", "start"]);
    },
  ));

Deno.test("an alarm that an evaluation raises or closes appears at once in the lists of its organisation", () =>
  withWatchedCircuit(async ({ ask, sendEvery }) => {
    const count = async () => {
      return (await answerOf(ask("listOrgAlarms", { orgId: ORG }))).length;
    };
    strictEqual(await count(), 0);
    await sendEvery(10, [82, 83, 84]);
    strictEqual(await count(), 1);
    // Two minutes: an answer is fresh for five.
    await sendEvery(1, [78, 77]);
    strictEqual(await count(), 0);
  }));

Deno.test("the same readings sent twice raise one alarm, and pending conditions survive a restart", () =>
  withWatchedCircuit(async ({ built, sendEvery, sendFlow }) => {
    const { store, clock } = built;
    await sendEvery(10, [82]);
    await sendFlow(82);
    await sendFlow(82);
    clock.advance(2 * MINUTE_MS);
    const restarted = anotherWatcher(built);
    await restarted.watch(PROJECT);
    strictEqual((await stored(store, "open")).length, 0);
    clock.advance(4 * MINUTE_MS);
    await restarted.watch(PROJECT);
    await sendFlow(82);
    strictEqual((await stored(store, "open")).length, 1);
    await restarted.close();
  }));

Deno.test("readings that start and end no alarm write nothing", () =>
  withWatchedCircuit(async ({ built: { store }, sendEvery }) => {
    const commit = async () => (await store.get(keys.alarmWatching(PROJECT))).versionstamp;
    await sendEvery(10, [70]);
    const atFirst = await commit();
    await sendEvery(5, [82, 70, 82, 83, 83]);
    strictEqual(await commit(), atFirst);
    await sendEvery(5, [83, 83]);
    strictEqual((await stored(store, "open")).length, 1);
    const raised = await commit();
    notStrictEqual(raised, atFirst);
    await sendEvery(5, [84, 84]);
    strictEqual(await commit(), raised);
  }));

Deno.test("condition pending only in memory counts from its start after a commit of another process", () =>
  withWatchedCircuit(async ({ built: { store }, sendEvery }) => {
    await sendEvery(10, [70, 82]);
    const { key, value } = await store.get(keys.alarmWatching(PROJECT));
    await store.atomic().set(key, value).commit();
    await sendEvery(10, [83, 83]);
    deepStrictEqual((await stored(store, "open")).map(({ record }) => record.start), [
      instantAfter(10),
    ]);
  }));

Deno.test("two processes that evaluate the same residence at once raise one alarm, with one event", () =>
  withWatchedCircuit(async ({ built, sendEvery }) => {
    const { store, platform: { watcher }, clock } = built;
    await sendEvery(10, [82]);
    clock.advance(10 * MINUTE_MS);
    const others = [anotherWatcher(built), anotherWatcher(built), anotherWatcher(built)];
    await Promise.all([watcher, ...others].map((one) => one.watch(PROJECT)));
    strictEqual((await stored(store, "open")).length, 1);
    strictEqual((await listIds(store, keys.alarmEvent.under(ORG))).length, 1);
    for (const one of others) await one.close();
  }));

Deno.test("an archived alarm is not raised again before its cause has ended", () =>
  withWatchedCircuit(async ({ built: { store }, ask, sendEvery }) => {
    await sendEvery(10, [82, 82, 82]);
    const [alarm] = await stored(store, "open");
    ok((await ask("archiveAlarm", { ...at, alarmId: alarm?.id ?? "" })).ok);
    await sendEvery(10, [83, 84, 85]);
    deepStrictEqual(await stored(store, "open"), []);
    await sendEvery(10, [70, 70, 82, 82, 82]);
    strictEqual((await stored(store, "open")).length, 1);
  }));

Deno.test("while works are planned nothing is raised; a condition that lasts at their end is raised then", () =>
  withWatchedCircuit(async ({ built: { store, platform, clock }, ask, circuitId, sendEvery }) => {
    const body = worksDraft({
      equipmentId: circuitId,
      from: instantAfter(0),
      to: instantAfter(60),
      reason: "Purge",
    });
    ok((await ask("createAlarmMute", { ...at, body })).ok);
    await sendEvery(10, [82, 82, 82, 82, 82]);
    deepStrictEqual(await stored(store, "open"), []);
    clock.advance(11 * MINUTE_MS);
    await platform.watcher.watch(PROJECT);
    deepStrictEqual((await stored(store, "open")).map(({ record }) => record.start), [
      instantAfter(60),
    ]);
  }));

Deno.test("an alarm ends when its circuit is no longer watched", () =>
  withWatchedCircuit(
    async ({ built: { store, platform }, ask, boilerRoomId, circuitId, sendEvery }) => {
      await sendEvery(10, [82, 82, 82]);
      strictEqual((await stored(store, "open")).length, 1);
      const [{ record: { seriesId = null } = {} } = {}] = await stored(store, "open");
      const body = { ...CIRCUIT, outType: seriesId, enabled: false };
      ok((await ask("putCircuitSettings", { ...at, boilerRoomId, circuitId, body })).ok);
      await platform.watcher.watch(PROJECT);
      deepStrictEqual([
        (await stored(store, "open")).length,
        (await stored(store, "closed")).length,
      ], [0, 1]);
    },
  ));

Deno.test("an alarm that was stored without a watch is followed from then on", () =>
  withWatchedCircuit(async ({ built, sendEvery }) => {
    const { store } = built;
    await sendEvery(10, [82, 82, 82]);
    const [alarm] = await stored(store, "open");
    await store.atomic().delete(keys.alarmWatching(PROJECT))
      .delete(keys.alarmWatch(PROJECT, alarm?.record.subjectKey ?? "")).commit();
    await sendEvery(10, [83]);
    deepStrictEqual((await stored(store, "open")).map(({ id }) => id), [alarm?.id]);
    await sendEvery(10, [70, 70]);
    deepStrictEqual(await stored(store, "open"), []);
  }));

/** A watcher started now, which is given the readings, and the residences it evaluated. */
function aNewWatcher(built: TestPlatform) {
  const watcher = anotherWatcher(built);
  built.platform.watcher.noteReadings = (...noted) => watcher.noteReadings(...noted);
  const watched: string[] = [];
  const watch = watcher.watch.bind(watcher);
  watcher.watch = (projectId, kinds) => {
    watched.push(projectId);
    return watch(projectId, kinds);
  };
  return { watcher, watched };
}

// @spec alarms.evaluation
Deno.test("readings of the first five seconds of a process wait for the job", () =>
  withWatchedCircuit(async ({ built, sendFlow }) => {
    const { watcher, watched } = aNewWatcher(built);
    await sendFlow(70);
    deepStrictEqual(watched, []);
    built.clock.advance(5_000);
    await sendFlow(70);
    deepStrictEqual(watched, [PROJECT]);
    await watcher.close();
  }));

// @spec alarms.evaluation
Deno.test("readings of a residence within five seconds of its last evaluation wait for the job", () =>
  withWatchedCircuit(async ({ built, sendFlow }) => {
    const { watcher, watched } = aNewWatcher(built);
    for (const waitedMs of [5_000, 4_999, 1]) {
      built.clock.advance(waitedMs);
      await sendFlow(70);
    }
    deepStrictEqual(watched, [PROJECT, PROJECT]);
    await watcher.close();
  }));
