import { deepStrictEqual, notStrictEqual, ok, strictEqual } from "node:assert/strict";
import type { Watch } from "@/lib/alarms/records.ts";
import { atRest, batteryOf, isBattery, ruleResult } from "@/lib/alarms/subject_evaluation.ts";
import type { Detected, NewAlarm } from "@/lib/alarms/subjects.ts";
import { roundOf } from "@/lib/alarms/transitions.ts";
import { keys } from "@/lib/store/keys.ts";
import { listIds } from "@/lib/store/store.ts";
import { aSubject } from "@/tests/alarms/slow_models.ts";
import { anotherWatcher, stored, withWatchedCircuit } from "@/tests/alarms/watched_circuit.ts";
import type { TestPlatform } from "@/tests/helpers/a_platform.ts";
import { at, ORG, PROJECT } from "@/tests/helpers/a_residence.ts";
import { worksDraft } from "@/tests/helpers/drafts.ts";
import { answerOf, NOW } from "@/tests/helpers/fixtures.ts";

const MINUTE_MS = 60_000;

function instantAfter(minutes: number): string {
  return new Date(NOW + minutes * MINUTE_MS).toISOString().replace(".000Z", "Z");
}

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
        bounds: { min: null, max: 80 },
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

// @spec alarms.hysteresis
Deno.test("ruleResult() ends an alarm exactly half a kelvin inside a bound of any decimals", () => {
  const wrong: string[] = [];
  for (let tenths = -300; tenths <= 1_200; tenths++) {
    const bound = tenths / 10;
    const [below, above] = [(tenths - 5) / 10, (tenths + 5) / 10];
    const max = ruleResult({ kind: "bounds", min: null, max: bound, unit: "°C" }, below);
    const min = ruleResult({ kind: "bounds", min: bound, max: null, unit: "°C" }, above);
    const threshold = ruleResult({ kind: "threshold", threshold: bound, unit: "°C" }, below);
    if (max !== "right" || min !== "right" || threshold !== "right") wrong.push(String(bound));
  }
  deepStrictEqual(wrong, []);
  const bounds = { kind: "bounds", min: null, max: 64.1, unit: "°C" } as const;
  strictEqual(ruleResult(bounds, 63.61), "near");
});

// @spec alarms.batteries
Deno.test("isBattery() is true for a state whose name contains the word for a battery", () => {
  for (const name of ["Pile du portail", "État des piles", "Batterie", "battery_state"]) {
    strictEqual(isBattery({ dataUnitId: "ETAT", name }), name !== "battery_state", name);
  }
  strictEqual(isBattery({ dataUnitId: "ETAT", name: "Compilation" }), false);
  strictEqual(isBattery({ dataUnitId: "TEMP", name: "Pile" }), false);
});

// @spec alarms.batteries
Deno.test("batteryOf() reads words for a battery, and no number", () => {
  deepStrictEqual(["low", "Faible", "VIDE"].map(batteryOf), ["wrong", "wrong", "wrong"]);
  deepStrictEqual(["ok", "Normale"].map(batteryOf), ["right", "right"]);
  deepStrictEqual(["?", 0, 1, 12].map(batteryOf), [null, null, null, null]);
});

/** Subjects whose alarms change in one commit. */
const SUBJECTS_PER_COMMIT = 150;

const SENSORS = Array.from({ length: SUBJECTS_PER_COMMIT }, (_, rank) => `s${rank}`);
const GATEWAY = "gateway";

/** The watch of a subject with an alarm, that of a sensor under the one of its gateway. */
function raised(key: string): Watch {
  const parentId = key === GATEWAY ? null : `alarm of ${GATEWAY}`;
  return { ...atRest(key), state: "raised", alarmId: `alarm of ${key}`, parentId };
}

function newAlarm(key: string): NewAlarm {
  const { alarmId, parentId } = raised(key);
  const parentKey = key === GATEWAY ? null : GATEWAY;
  const subject = aSubject({ kind: "gateway" }, { key, parentKey });
  const silence = { startS: 0, endS: null, value: null, silentForS: 60 };
  return { id: alarmId ?? "", subject, ...silence, parentId };
}

function detected(over: Partial<Detected>): Detected {
  return { watches: [], raised: [], closed: [], nextS: null, ...over };
}

const NONE_MOVED = { moved: new Map() };

// @spec alarms.silence
Deno.test("roundOf() raises a gateway before its sensors, as many as one commit contains", () => {
  const all = [...SENSORS, GATEWAY];
  const changes = detected({ raised: all.map(newAlarm), watches: all.map(raised) });
  const round = roundOf(changes, { before: new Map(), ...NONE_MOVED });
  const keys = round.raised.map(({ subject }) => subject.key);
  deepStrictEqual(keys, [...SENSORS.slice(0, SUBJECTS_PER_COMMIT - 1), GATEWAY]);
  strictEqual(round.watches.size, SUBJECTS_PER_COMMIT);
  strictEqual(round.hasMore, true);
});

// @spec alarms.silence
Deno.test("roundOf() ends the alarm of a gateway after those of its sensors", () => {
  const before = new Map([GATEWAY, ...SENSORS].map((key) => [key, raised(key)]));
  const closed = [...before.values()].map(({ alarmId }) => ({ alarmId: alarmId ?? "", endS: 60 }));
  const watches = [...before.keys()].map(atRest);
  const round = roundOf(detected({ closed, watches }), { before, ...NONE_MOVED });
  deepStrictEqual(round.closed, closed.slice(1));
  // The gateway stays watched as before until another commit ends its alarm.
  deepStrictEqual(round.watches.get(GATEWAY), raised(GATEWAY));
  strictEqual(round.hasMore, true);
});

Deno.test("roundOf() takes all changes when one commit contains them", () => {
  const changes = detected({ raised: SENSORS.map(newAlarm), watches: SENSORS.map(raised) });
  const round = roundOf(changes, { before: new Map(), ...NONE_MOVED });
  deepStrictEqual([round.raised.length, round.hasMore], [SUBJECTS_PER_COMMIT, false]);
});
