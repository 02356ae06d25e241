import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import { keys } from "@/lib/store/keys.ts";
import { aBoilerRoom, aProject, aSeries, at, ORG, PROJECT } from "@/tests/helpers/a_residence.ts";
import { CIRCUIT, stored, type WatchedCircuit, withWatchedCircuit } from "./watched_circuit.ts";

const CHANGED = "(réglages modifiés)";
const UNWATCHED = "(surveillance arrêtée)";

/** Raises the alarm of the circuit: 85 °C with a maximum of 80. */
async function raised({ built: { store }, sendEvery }: WatchedCircuit) {
  await sendEvery(10, [85, 85, 85]);
  const [alarm, ...others] = await stored(store, "open");
  ok(alarm !== undefined && others.length === 0);
  return alarm;
}

/** Open and closed alarms a minute later, and their events. */
async function aMinuteLater({ built: { store, clock, platform } }: WatchedCircuit) {
  for (let look = 0; look < 2; look++) {
    clock.advance(60_000);
    await platform.watcher.watch(PROJECT);
  }
  const [open, closed] = [await stored(store, "open"), await stored(store, "closed")];
  const events = await Array.fromAsync(store.list({ prefix: keys.alarmEvent.under(ORG) }));
  return {
    open: open.map(({ id }) => id),
    messages: closed.map(({ record }) => record.message),
    events: events.map(({ key }) => String(key.at(-1))),
  };
}

// @spec alarms.changes
Deno.test("an open alarm ends once, with its reason, when its circuit is given another series", () =>
  withWatchedCircuit(async (place) => {
    const { ask, boilerRoomId, circuitId } = place;
    const { record } = await raised(place);
    const body = { ...CIRCUIT, outType: await aSeries(ask, "TDEP", boilerRoomId) };
    ok((await ask("putCircuitSettings", { ...at, boilerRoomId, circuitId, body })).ok);
    deepStrictEqual(await aMinuteLater(place), {
      open: [],
      messages: [`${record.message} ${CHANGED}`],
      events: ["end", "start"],
    });
  }));

// @spec alarms.changes
Deno.test("an open alarm ends once, with its reason, when a new bound makes its reading right", () =>
  withWatchedCircuit(async (place) => {
    const { ask, boilerRoomId, circuitId } = place;
    const { record: { message, seriesId } } = await raised(place);
    const body = { ...CIRCUIT, outType: seriesId, outMax: 95 };
    ok((await ask("putCircuitSettings", { ...at, boilerRoomId, circuitId, body })).ok);
    const { open, messages } = await aMinuteLater(place);
    deepStrictEqual([open, messages], [[], [`${message} ${CHANGED}`]]);
  }));

// @spec alarms.changes
Deno.test("open alarms end, with their reason, when the residence is no longer instrumented", () =>
  withWatchedCircuit(async (place) => {
    const { message } = (await raised(place)).record;
    const { store } = place.built;
    await store.atomic().set(keys.project(PROJECT), aProject({ instrumented: false }))
      .sum(keys.version("project", PROJECT), 1n).commit();
    const { open, messages } = await aMinuteLater(place);
    deepStrictEqual([open, messages], [[], [`${message} ${UNWATCHED}`]]);
  }));

// @spec alarms.changes
Deno.test("an open alarm stays, with the same events, when the residence has another time zone", () =>
  withWatchedCircuit(async (place) => {
    const { id } = await raised(place);
    const project = aProject({ timeZone: "Indian/Reunion" });
    await place.built.store.atomic().set(keys.project(PROJECT), project)
      .sum(keys.version("project", PROJECT), 1n).commit();
    deepStrictEqual(await aMinuteLater(place), { open: [id], messages: [], events: ["start"] });
  }));

// @spec alarms.changes
Deno.test("an open alarm moves with its circuit to another boiler room, and is not mailed again", () =>
  withWatchedCircuit(async (place) => {
    const { ask, circuitId, built: { store } } = place;
    const { id } = await raised(place);
    // As once its start is mailed.
    await store.atomic().delete(keys.alarmEvent(ORG, PROJECT, id, "start")).commit();
    const other = await aBoilerRoom(ask, "Chaufferie B");
    const key = keys.equipment(PROJECT, circuitId);
    const { value } = await store.get(key);
    await store.atomic().set(key, Object.assign({}, value, { parentId: other }))
      .sum(keys.version("project", PROJECT), 1n).commit();
    const { open, events } = await aMinuteLater(place);
    deepStrictEqual([open, events], [[id], []]);
    const [alarm] = await stored(store, "open");
    strictEqual(alarm?.record.boilerRoomId, other);
  }));
