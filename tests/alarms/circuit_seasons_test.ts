import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import { at, PROJECT } from "@/tests/helpers/a_residence.ts";
import { answerOf } from "@/tests/helpers/fixtures.ts";
import { CIRCUIT, stored, type WatchedCircuit, withWatchedCircuit } from "./watched_circuit.ts";

const NOT_WATCHED = "(fin de la saison de chauffe)";

/** Enters the last day of the 2025 season. */
async function typeLastDay({ ask, boilerRoomId }: WatchedCircuit, dateStop: string): Promise<void> {
  const room = { ...at, boilerRoomId };
  const read = await answerOf(ask("getHeatingSeasons", room));
  const body = [{ yearStart: 2025, dateStart: "2025-10-01", dateStop }];
  ok((await ask("putHeatingSeasons", { ...room, version: read.version, body })).ok);
}

/** Moves the clock to an instant, and evaluates as the job does each minute. */
async function moveTo({ built: { clock, platform } }: WatchedCircuit, instant: string) {
  clock.goTo(instant);
  await platform.watcher.watch(PROJECT);
}

/** Messages of the open alarms of circuits. */
async function open({ built: { store } }: WatchedCircuit): Promise<string[]> {
  return (await stored(store, "open")).map(({ record }) => record)
    .filter(({ handler }) => handler === "boilerroom-circuit").map(({ message }) => message);
}

// @spec alarms.season
Deno.test("the alarm of a heating circuit ends at midnight in Paris after the last day of the season, with its reason", () =>
  withWatchedCircuit(async (place) => {
    await typeLastDay(place, "2026-05-20");
    await moveTo(place, "2026-05-20T21:00:00Z");
    await place.sendEvery(10, [85, 85, 85]);
    await moveTo(place, "2026-05-20T21:59:59Z");
    strictEqual((await open(place)).length, 1);
    await moveTo(place, "2026-05-20T22:00:00Z");
    deepStrictEqual(await open(place), []);
    const [closed] = await stored(place.built.store, "closed");
    strictEqual(closed?.record.end, "2026-05-20T22:00:00Z");
    ok(closed?.record.message.endsWith(NOT_WATCHED), closed?.record.message);
  }));

// @spec alarms.season
Deno.test("no alarm is raised for a heating circuit out of the season; it is from the first day on", () =>
  withWatchedCircuit(async (place) => {
    await moveTo(place, "2026-07-10T08:00:00Z");
    await place.sendEvery(10, [85, 85, 85]);
    deepStrictEqual(await open(place), []);
    // No season is entered: it begins on 1 October, in the time zone of the residence.
    await moveTo(place, "2026-09-30T21:30:00Z");
    await place.sendEvery(10, [85, 85, 85]);
    await moveTo(place, "2026-09-30T21:59:59Z");
    deepStrictEqual(await open(place), []);
    await moveTo(place, "2026-09-30T22:00:00Z");
    await place.sendEvery(10, [85, 85, 85]);
    strictEqual((await open(place)).length, 1);
  }));

// @spec alarms.season
Deno.test("season entered later applies at once", () =>
  withWatchedCircuit(async (place) => {
    await moveTo(place, "2026-06-05T08:00:00Z");
    await place.sendEvery(10, [85, 85, 85]);
    deepStrictEqual(await open(place), []);
    await typeLastDay(place, "2026-06-12");
    await place.sendEvery(10, [85, 85, 85]);
    strictEqual((await open(place)).length, 1);
    await typeLastDay(place, "2026-05-20");
    await place.built.platform.watcher.watch(PROJECT);
    deepStrictEqual(await open(place), []);
  }));

// @spec alarms.season
Deno.test("clock set back before the first day of the season is out of it again, and before the last one in it", () =>
  withWatchedCircuit(async (place) => {
    await moveTo(place, "2026-09-30T22:10:00Z");
    await place.sendEvery(10, [85, 85, 85]);
    strictEqual((await open(place)).length, 1);
    await moveTo(place, "2026-09-30T21:50:00Z");
    deepStrictEqual(await open(place), []);
    await moveTo(place, "2027-05-31T22:10:00Z");
    await moveTo(place, "2027-05-31T21:00:00Z");
    await place.sendEvery(10, [85, 85, 85]);
    strictEqual((await open(place)).length, 1);
  }));

// @spec alarms.season
Deno.test("a hot-water circuit is watched all year", () =>
  withWatchedCircuit(async (place) => {
    const { ask, boilerRoomId, circuitId } = place;
    const read = await answerOf(ask("getBoilerRoom", { ...at, boilerRoomId }));
    const circuit = read.circuits.find(({ id }) => id === circuitId);
    const outType = circuit?.outType ?? null;
    const body = { ...CIRCUIT, outType, isHotWater: true };
    ok((await ask("putCircuitSettings", { ...at, boilerRoomId, circuitId, body })).ok);
    await moveTo(place, "2026-07-10T08:00:00Z");
    await place.sendEvery(10, [85, 85, 85]);
    strictEqual((await open(place)).length, 1);
  }));
