import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import {
  subjectsOf,
  type Watched,
  type WatchedEquipment,
} from "@/lib/alarms/residence_subjects.ts";
import type { EndCause } from "@/lib/alarms/subjects.ts";
import type { FaultAlarmKind } from "@/lib/facilities/faults.ts";
import { keys } from "@/lib/store/keys.ts";
import { aWatchedHouse, aWatchedSeries, CIRCUIT, ROOM, watched } from "@/tests/alarms/a_watched.ts";
import { DAY_S, Followed, HOUR_S, MINUTE_S } from "@/tests/alarms/slow_models.ts";
import {
  CIRCUIT as SETTINGS,
  stored,
  type WatchedCircuit,
  withWatchedCircuit,
} from "@/tests/alarms/watched_circuit.ts";
import { aBoilerRoom, aProject, aSeries, at, ORG, PROJECT } from "@/tests/helpers/a_residence.ts";

const T = 1_700_000_000;
const BUILDING: WatchedEquipment = { ...ROOM, id: "building", kind: "building", air: null };
const UNIT = { dataUnitId: "TEMP", unit: "°C" } as const;

/** A residence with two series of each equipment, of which one is selected. */
function residence(equipment: WatchedEquipment, own: Partial<Watched> = {}): Watched {
  const series = ["s", "other"].map((id) => aWatchedSeries(id, { equipmentId: equipment.id }));
  return watched({ equipments: [ROOM, BUILDING, equipment], series, ...own });
}

function placedIn(
  place: "room" | "building",
  kind: WatchedEquipment["kind"],
  details: WatchedEquipment["details"],
): WatchedEquipment {
  const own = { name: "Équipement", instrumented: true, air: null, parentId: place };
  return { id: "equipment", kind, ...own, details };
}

function circuit(outType: string | null, outMax: number | null, enabled = true): Watched {
  const bounds = { outMin: null, outMax, backMin: null, backMax: null, backType: null };
  const own = { ...CIRCUIT.details.circuit, ...bounds, outType, enabled };
  return residence(placedIn("room", "boilerroom-circuit", { circuit: own }));
}

function errorCode(seriesId: string | null, normalCodes: string[]): Watched {
  const own = { seriesId, normalCodes };
  return residence(placedIn("room", "boilerroom-errorcode", { errorCode: own }));
}

function detector(seriesId: string | null, alarmKind: FaultAlarmKind): Watched {
  const own = { seriesId, alarmKind };
  return residence(placedIn("room", "boilerroom-faultdetector", { faultDetector: own }));
}

function ventilation(seriesId: string | null, max: number | null): Watched {
  return residence(placedIn("building", "cmv", { cmv: { seriesId, min: null, max } }));
}

function skydome(seriesId: string | null): Watched {
  return residence(placedIn("building", "skydome", { skydome: { seriesId } }));
}

function gate(seriesId: string | null, alarmFrom = 0): Watched {
  const own = { seriesId, alarmFrom, type: "gate", hsType: "none" } as const;
  return residence(placedIn("building", "gate", { gate: own }));
}

/** Two dwellings with modules. */
function sensors(moduleIds: readonly (string | null)[], own: Partial<Watched> = {}): Watched {
  const series = [aWatchedSeries("s", { scope: "housing" })];
  const houses = moduleIds.map((projectModuleId, rank) =>
    aWatchedHouse(`h${rank}`, { projectModuleId })
  );
  return watched({ series, houses, ...own });
}

function pilot(own: Partial<Watched> = {}): Watched {
  const houses = [aWatchedHouse("h0", { kind: "module" })];
  return watched({ hasPilot: true, houses, ...own });
}

function threshold(value: number | null): Watched {
  const series = [aWatchedSeries("s", { scope: "housing", ...UNIT })];
  const thresholds = value === null ? [] : [{ dataSeriesId: "s", threshold: value }];
  return watched({ hasPilot: true, series, houses: [aWatchedHouse("h0")], thresholds });
}

/** Settings and readings before and after a change, and the expected state of the alarm. */
interface Changed {
  readonly handler: string;
  readonly what: string;
  readonly before: Watched;
  /** Readings by series; those of the series selected afterwards are not newer. */
  readonly sent: Readonly<Record<string, number | string>>;
  readonly after: Watched;
  /** null when it stays open. */
  readonly because: EndCause | null;
}

const none = watched({ instrumented: false });
const HOT = { s: 95 };
const change = (
  handler: string,
  [before, sent]: readonly [Watched, Changed["sent"]],
  after: Readonly<Record<string, readonly [Watched, EndCause | null]>>,
): Changed[] =>
  Object.entries({ ...after, "a residence without readings": [none, "unwatched"] as const })
    .map(([what, [changed, because]]) => ({
      handler,
      what,
      before,
      sent,
      after: changed,
      because,
    }));

const CHANGES: readonly Changed[] = [
  ...change("boilerroom-circuit", [circuit("s", 80), HOT], {
    "another series": [circuit("other", 80), "settings"],
    "no series": [circuit(null, 80), "unwatched"],
    "another bound": [circuit("s", 99), "settings"],
    "a bound that is still passed": [circuit("s", 90), null],
    "no bound": [circuit("s", null), "unwatched"],
    "a disabled circuit": [circuit("s", 80, false), "unwatched"],
    "no circuit": [watched({ equipments: [ROOM] }), "unwatched"],
  }),
  ...change("boilerroom-errorcode", [errorCode("s", ["0"]), { s: "34" }], {
    "another series": [errorCode("other", ["0"]), "settings"],
    "no series": [errorCode(null, ["0"]), "unwatched"],
    "a code that is normal now": [errorCode("s", ["0", "34"]), "settings"],
    "another normal code": [errorCode("s", ["0", "35"]), null],
  }),
  ...change("boilerroom-faultdetector", [detector("s", 2), { s: 1 }], {
    "another series": [detector("other", 2), "settings"],
    "no series": [detector(null, 2), "unwatched"],
    "a fault by silence": [detector("s", 1), "settings"],
    "the contrary": [detector("s", 3), "settings"],
  }),
  ...change("boilerroom-faultdetector", [detector("s", 1), {}], {
    "a fault by its data": [detector("s", 2), "settings"],
    "a fault by its emission": [detector("s", 0), "settings"],
  }),
  ...change("building-cmv", [ventilation("s", 80), HOT], {
    "another series": [ventilation("other", 80), "settings"],
    "another bound": [ventilation("s", 99), "settings"],
    "no bound": [ventilation("s", null), "unwatched"],
  }),
  ...change("building-skydome", [skydome("s"), { s: "open" }], {
    "another series": [skydome("other"), "settings"],
    "no series": [skydome(null), "unwatched"],
  }),
  ...change("accessory-status", [gate("s"), { s: "open" }], {
    "another series": [gate("other"), "settings"],
    "more hours": [gate("s", 48), null],
    "no gate": [watched(), "unwatched"],
  }),
  ...change("pilot-threshold", [threshold(80), { "s@h0": 95 }], {
    "a higher threshold": [threshold(99), "settings"],
    "a lower threshold": [threshold(70), null],
    "no threshold": [threshold(null), "unwatched"],
    "a series that was deleted": [{ ...threshold(80), series: [] }, "unwatched"],
    "no dwelling": [{ ...threshold(80), houses: [] }, "unwatched"],
  }),
];

for (const one of CHANGES) {
  // @spec alarms.changes
  Deno.test(`detect() ends an open alarm once, or keeps it, after ${one.handler}: ${one.what}`, () => {
    const seen = new Followed(...subjectsOf(one.before).filter(isRead));
    for (const [id, value] of Object.entries(one.sent)) seen.send(id, [T, value]);
    seen.send("other", [T - HOUR_S, 0]).at(T).at(T + 20 * MINUTE_S);
    const opened = seen.alarms.map(({ key, endS }) => [key.split("/")[0], endS]);
    deepStrictEqual(opened, [[one.handler, null]]);
    seen.subjects = subjectsOf(one.after).filter(isRead);
    const endS = T + 30 * MINUTE_S;
    seen.at(endS).at(endS + MINUTE_S).at(endS + 10 * MINUTE_S);
    deepStrictEqual(seen.alarms.map((alarm) => alarm.endS), [one.because === null ? null : endS]);
    deepStrictEqual(seen.causes, one.because === null ? [] : [one.because]);
    strictEqual(seen.watches.some(({ state }) => state === "raised"), one.because === null);
  });
}

/** Silences have separate tests: they end by another rule. */
function isRead({ rule }: { readonly rule: { readonly kind: string } }): boolean {
  return !["silence", "gateway"].includes(rule.kind);
}

// @spec alarms.changes
Deno.test("detect() follows the newly selected series from its last reading on, and ignores the previous one", () => {
  const seen = new Followed(...subjectsOf(skydome("s")).filter(isRead));
  seen.send("s", [T, "open"]).send("other", [T + MINUTE_S, "open"]).at(T + 2 * MINUTE_S);
  seen.subjects = subjectsOf(skydome("other")).filter(isRead);
  seen.at(T + 3 * MINUTE_S).at(T + 4 * MINUTE_S);
  deepStrictEqual(seen.alarms.map(({ startS, endS }) => [startS, endS]), [
    [T, T + 3 * MINUTE_S],
    [T + MINUTE_S, null],
  ]);
});

// @spec alarms.changes
Deno.test("detect() evaluates a subject without alarm by its own series once another one is selected", () => {
  const seen = new Followed(...subjectsOf(circuit("s", 80)).filter(isRead)).send("s", [T, 70]);
  seen.at(T);
  seen.subjects = subjectsOf(circuit("other", 45)).filter(isRead);
  seen.at(T + MINUTE_S).at(T + HOUR_S);
  deepStrictEqual(seen.alarms, []);
});

/** Two dwellings with one module, silent for a day: alarms of the gateway and of both. */
function silentModule(): Followed {
  const seen = new Followed(...subjectsOf(sensors(["m", "m"])));
  seen.send("s@h0", [T, 1]).send("s@h1", [T, 1]).at(T + DAY_S + MINUTE_S);
  deepStrictEqual(seen.alarms.map(({ under }) => under === null), [true, false, false]);
  return seen;
}

// @spec alarms.changes
Deno.test("detect() keeps no dwelling under the alarm of a gateway that is no longer its own", () => {
  const changes = {
    "a dwelling that was deleted": sensors(["m"]),
    "a dwelling behind another module": sensors(["m", "n"]),
    "both behind another module": sensors(["n", "n"]),
    "no module": sensors([null, null]),
  };
  for (const [what, after] of Object.entries(changes)) {
    const seen = silentModule();
    const changedS = T + DAY_S + HOUR_S;
    seen.subjects = subjectsOf(after);
    seen.at(changedS).at(changedS + MINUTE_S);
    deepStrictEqual(seen.alarms.map(({ endS }) => endS), [changedS, changedS, changedS], what);
    // Each may be silent for its whole rhythm, and then has its own alarm or its gateway's.
    seen.at(changedS + DAY_S + 1);
    const open = seen.alarms.filter(({ endS }) => endS === null);
    const parents = new Set(open.map(({ key }) => key));
    strictEqual(open.every(({ under }) => under === null || parents.has(under)), true, what);
  }
});

// @spec alarms.changes
Deno.test("detect() ends the alarm of a module, a sensor or a series that is no longer watched", () => {
  const facility = watched({ series: [aWatchedSeries("s")] });
  const cases: [Watched, string, Watched][] = [
    [pilot({ series: [aWatchedSeries("s", { scope: "housing" })] }), "s@h0", pilot({ houses: [] })],
    [sensors([null]), "s@h0", sensors([])],
    [sensors([null]), "s@h0", sensors([null], { features: { houseMode: 0, houseHourly: 0 } })],
    [facility, "s", watched({ series: [aWatchedSeries("s", { manualIndex: true })] })],
    [facility, "s", watched()],
  ];
  for (const [before, id, after] of cases) {
    const seen = new Followed(...subjectsOf(before)).send(id, [T, 1]).at(T + DAY_S + MINUTE_S);
    strictEqual(seen.alarms.length, 1);
    seen.subjects = subjectsOf(after);
    seen.at(T + DAY_S + HOUR_S).at(T + 2 * DAY_S);
    deepStrictEqual(seen.alarms.map(({ endS }) => endS), [T + DAY_S + HOUR_S]);
    deepStrictEqual(seen.causes, ["unwatched"]);
  }
});

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
    const body = {
      ...SETTINGS,
      outType: await aSeries(ask, "TDEP", boilerRoomId),
    };
    ok((await ask("putCircuitSettings", { ...at, boilerRoomId, circuitId, body })).ok);
    deepStrictEqual(await aMinuteLater(place), {
      open: [],
      messages: [`${record.message} ${CHANGED}`],
      events: ["end", "start"],
    });
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
