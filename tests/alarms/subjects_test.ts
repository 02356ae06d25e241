import { deepStrictEqual, strictEqual } from "node:assert/strict";
import { DEFAULT_DELAYS_MIN } from "@/lib/alarms/alarm_handlers.ts";
import {
  subjectsOf,
  type Watched,
  type WatchedEquipment,
} from "@/lib/alarms/residence_subjects.ts";
import type { MonitoredItem } from "@/lib/alarms/subjects.ts";
import { aWatchedHouse, aWatchedSeries, CIRCUIT, ROOM, watched } from "@/tests/alarms/a_watched.ts";
import { aSubject, DAY_S, Followed, HOUR_S, type SeenAlarm } from "@/tests/alarms/slow_models.ts";

/** Keys by handler, without silences. */
function keysOf(own: Partial<Watched>): string[] {
  return subjectsOf(watched(own)).map(({ key }) => key)
    .filter((key) => !/^(collect-online|energy-drift)\//.test(key));
}

// @spec alarms.subjects, alarms.delays
Deno.test("subjectsOf() watches flow and return of a circuit by their bounds", () => {
  const series = [aWatchedSeries("out"), aWatchedSeries("back")];
  const [out, back] = subjectsOf(watched({ equipments: [ROOM, CIRCUIT], series }));
  deepStrictEqual(out, {
    key: "boilerroom-circuit/circuit/out",
    handler: "boilerroom-circuit",
    scope: "boilerroom",
    houseId: null,
    buildingId: null,
    boilerRoomId: "room",
    equipmentId: "circuit",
    seriesIds: ["out"],
    name: "Circuit Nord",
    part: "out",
    delayS: 900,
    rule: { kind: "bounds", min: 40, max: 80, unit: "°C" },
    parentKey: null,
  });
  deepStrictEqual([back?.key, back?.rule], ["boilerroom-circuit/circuit/back", {
    kind: "bounds",
    min: null,
    max: 60,
    unit: "°C",
  }]);
});

// @spec alarms.subjects
Deno.test("subjectsOf() leaves out subjects that are disabled, not instrumented, without bounds or without series", () => {
  const series = [aWatchedSeries("out"), aWatchedSeries("back")];
  const withOwn = (
    changed: Partial<NonNullable<WatchedEquipment["details"]["circuit"]>>,
  ): WatchedEquipment => ({
    ...CIRCUIT,
    details: { circuit: { ...CIRCUIT.details.circuit, ...changed } },
  });
  const keys = (circuit: WatchedEquipment, all = series) =>
    keysOf({ equipments: [ROOM, circuit], series: all }).length;
  strictEqual(keys(CIRCUIT), 2);
  strictEqual(keys(withOwn({ enabled: false })), 0);
  strictEqual(keys({ ...CIRCUIT, instrumented: false }), 0);
  strictEqual(keys(withOwn({ backMax: null })), 1);
  strictEqual(keys(withOwn({ outType: null })), 1);
  strictEqual(keys(CIRCUIT, [aWatchedSeries("back")]), 1);
  strictEqual(keys({ ...CIRCUIT, details: {} }), 0);
  deepStrictEqual(
    subjectsOf(watched({ instrumented: false, equipments: [ROOM, CIRCUIT], series })),
    [],
  );
});

// @spec alarms.subjects
// @spec alarms.season
Deno.test("subjectsOf() leaves out the bounds of a circuit out of season, and nothing else of its boiler room", () => {
  const series = [aWatchedSeries("out"), aWatchedSeries("back"), aWatchedSeries("air")];
  const air = { tempMin: null, tempMax: 40, humMin: null, humMax: null };
  const equipments = [{ ...ROOM, air }, CIRCUIT, { ...CIRCUIT, id: "water" }];
  const outOfSeason = new Set(["circuit"]);
  const all = keysOf({
    equipments,
    series: series.map((one) => ({ ...one, equipmentId: "room" })),
  });
  const left = keysOf({
    equipments,
    outOfSeason,
    series: series.map((one) => ({ ...one, equipmentId: "room" })),
  });
  deepStrictEqual(all.filter((key) => !left.includes(key)), [
    "boilerroom-circuit/circuit/out",
    "boilerroom-circuit/circuit/back",
  ]);
});

Deno.test("subjectsOf() watches codes, faults, ventilation, skydomes and gates under their handlers", () => {
  const place = { parentId: "building", instrumented: true, air: null };
  const own = { seriesId: "s" };
  const equipments: WatchedEquipment[] = [
    { ...ROOM, id: "building", kind: "building", air: null },
    {
      id: "e1",
      kind: "boilerroom-errorcode",
      name: "Codes",
      ...place,
      details: { errorCode: { ...own, normalCodes: ["0"] } },
    },
    {
      id: "e2",
      kind: "boilerroom-faultdetector",
      name: "Défaut",
      ...place,
      details: { faultDetector: { ...own, alarmKind: 2 } },
    },
    {
      id: "e3",
      kind: "cmv",
      name: "VMC",
      ...place,
      details: { cmv: { ...own, min: 1, max: null } },
    },
    { id: "e4", kind: "skydome", name: "Skydome", ...place, details: { skydome: own } },
    {
      id: "e5",
      kind: "gate",
      name: "Portail",
      ...place,
      details: { gate: { ...own, type: "gate", alarmFrom: 4, hsType: "hours" } },
    },
  ];
  const delays = { ...DEFAULT_DELAYS_MIN, "building-skydome": 60 };
  const subjects = subjectsOf(watched({ equipments, series: [aWatchedSeries("s")], delays }))
    .filter(({ rule }) => rule.kind !== "silence");
  deepStrictEqual(
    subjects.map(({ key, delayS, scope, buildingId }) => [key, delayS, scope, buildingId]),
    [
      ["boilerroom-errorcode/e1", 0, "building", "building"],
      ["boilerroom-faultdetector/e2", 0, "building", "building"],
      ["building-cmv/e3", 900, "building", "building"],
      ["building-skydome/e4", 3_600, "building", "building"],
      ["accessory-status/e5", 0, "building", "building"],
    ],
  );
  deepStrictEqual(subjects[4]?.rule, { kind: "open", alarmFromH: 4, hsType: "hours" });
});

// @spec alarms.subjects, facilities.bounds
Deno.test("subjectsOf() watches the air of a boiler room by each of its series", () => {
  const room = { ...ROOM, air: { tempMin: 5, tempMax: 35, humMin: null, humMax: 80 } };
  const series = [
    aWatchedSeries("t", { equipmentId: "room" }),
    aWatchedSeries("h", { equipmentId: "room", dataUnitId: "HUM", unit: "%" }),
    aWatchedSeries("other"),
  ];
  deepStrictEqual(keysOf({ equipments: [room], series }), [
    "boilerroom-circuit/room/t",
    "boilerroom-circuit/room/h",
  ]);
});

// @spec alarms.subjects, alarms.silence
Deno.test("subjectsOf() watches each series of the facilities and each dwelling, under their gateways", () => {
  const series = [
    aWatchedSeries("a"),
    aWatchedSeries("t", { scope: "housing" }),
    aWatchedSeries("h", { scope: "housing" }),
  ];
  const houses = [
    aWatchedHouse("1", { projectModuleId: "m" }),
    aWatchedHouse("2", { projectModuleId: "m" }),
    aWatchedHouse("3", { projectModuleId: "lone" }),
    aWatchedHouse("4"),
  ];
  const subjects = subjectsOf(watched({ series, houses }));
  deepStrictEqual(subjects.map(({ key, parentKey }) => [key, parentKey]), [
    ["collect-online/collectors", null],
    ["collect-online/a", "collect-online/collectors"],
    ["collect-online/4", "collect-online/collectors"],
    ["collect-online/module/m", null],
    ["collect-online/1", "collect-online/module/m"],
    ["collect-online/2", "collect-online/module/m"],
    ["collect-online/3", null],
  ]);
  deepStrictEqual(subjects[2]?.seriesIds, ["t@4", "h@4"]);
});

// @spec alarms.subjects
Deno.test("subjectsOf() expects no readings from typed indexes, equipment that is not instrumented, detectors that signal by emission, and hidden dwellings", () => {
  const detector: WatchedEquipment = {
    ...CIRCUIT,
    id: "d",
    kind: "boilerroom-faultdetector",
    details: { faultDetector: { alarmKind: 0, seriesId: "emits" } },
  };
  const series = [
    aWatchedSeries("typed", { manualIndex: true }),
    aWatchedSeries("emits"),
    aWatchedSeries("deaf", { equipmentId: "e" }),
    aWatchedSeries("t", { scope: "housing" }),
  ];
  const equipments = [detector, { ...ROOM, id: "e", instrumented: false }];
  const features = { houseMode: 0 as const, houseHourly: 0 as const };
  const subjects = subjectsOf(
    watched({ equipments, series, houses: [aWatchedHouse("1")], features }),
  );
  deepStrictEqual(subjects.map(({ key }) => key), ["boilerroom-faultdetector/d"]);
});

// @spec alarms.subjects
Deno.test("subjectsOf() watches modules and thresholds of shown dwellings where there is a pilot", () => {
  const series = [aWatchedSeries("t", { scope: "housing" }), aWatchedSeries("boiler")];
  const own = { name: "2", buildingId: "b", hourlyMode: 0 as const };
  const houses = [
    aWatchedHouse("1", { kind: "module" }),
    aWatchedHouse("2", { settings: { ...own, collectMode: 2 } }),
  ];
  const thresholds = [
    { dataSeriesId: "t", threshold: 26 },
    { dataSeriesId: "boiler", threshold: 90 },
    { dataSeriesId: "gone", threshold: 1 },
  ];
  deepStrictEqual(keysOf({ series, houses, thresholds, hasPilot: true }), [
    "pilot-threshold/t@1",
    "pilot-threshold/boiler",
    "pilot-online/1",
  ]);
  deepStrictEqual(keysOf({ series, houses, thresholds }), []);
});

// @spec alarms.batteries
Deno.test("subjectsOf() watches batteries of the facilities and of dwellings", () => {
  const series = [
    aWatchedSeries("p", { dataUnitId: "ETAT", name: "Pile du portail" }),
    aWatchedSeries("q", { dataUnitId: "ETAT", name: "Piles", scope: "housing" }),
  ];
  const subjects = subjectsOf(watched({ series, houses: [aWatchedHouse("1")] }));
  deepStrictEqual(subjects.slice(0, 2).map(({ key, name }) => [key, name]), [
    ["accessory-status/p", "Pile du portail"],
    ["accessory-status/q@1", "Logement 1, Piles"],
  ]);
});

const T = 1_700_000_000;
const GATEWAY = "collect-online/gateway";

function aSensor(id: string, own: Partial<MonitoredItem> = {}): MonitoredItem {
  return aSubject({ kind: "silence" }, {
    key: `collect-online/${id}`,
    handler: "collect-online",
    seriesIds: [id],
    parentKey: GATEWAY,
    ...own,
  });
}

const gateway = aSubject({ kind: "gateway" }, {
  key: GATEWAY,
  handler: "collect-online",
  seriesIds: [],
});

/** A gateway whose sensors have sent one reading each, a minute apart. */
function heard(...ids: string[]): Followed {
  const seen = new Followed(gateway, ...ids.map((id) => aSensor(id)));
  ids.forEach((id, i) => seen.send(id, [T + i * 60, 20]));
  return seen;
}

function alarm(id: string, startS: number, endS: number | null, under: string | null): SeenAlarm {
  return { key: id === GATEWAY ? id : `collect-online/${id}`, startS, endS, under };
}

// @spec alarms.silence
Deno.test("judgeGateway() raises a silent gateway once, with its sensors under it", () => {
  const seen = heard("a", "b", "c").at(T + 180).at(T + DAY_S + 60);
  deepStrictEqual(seen.alarms, []);
  seen.at(T + DAY_S + 121).at(T + DAY_S + 200);
  deepStrictEqual(seen.alarms, [
    alarm(GATEWAY, T + DAY_S + 120, null, null),
    alarm("a", T + DAY_S, null, GATEWAY),
    alarm("b", T + DAY_S + 60, null, GATEWAY),
    alarm("c", T + DAY_S + 120, null, GATEWAY),
  ]);
});

// @spec alarms.silence
Deno.test("judgeGateway() closes the alarm of a gateway when one of its sensors sends, with those of its sensors", () => {
  const seen = heard("a", "b", "c").at(T + 2 * DAY_S);
  const backS = T + 3 * DAY_S;
  seen.send("b", [backS, 20]).at(backS + 60);
  deepStrictEqual(seen.alarms.map(({ endS }) => endS), [backS, backS, backS, backS]);
  // "a" sends again, then "b"; "c" may be silent for its whole rhythm from the return on, then has
  // its own alarm.
  seen.send("a", [backS + HOUR_S, 20]).send("b", [backS + DAY_S, 20]).at(backS + DAY_S);
  strictEqual(seen.alarms.length, 4);
  seen.send("b", [backS + DAY_S + 1, 20]).at(backS + DAY_S + 1);
  deepStrictEqual(seen.alarms.slice(4), [alarm("c", backS + DAY_S, null, null)]);
});

// @spec alarms.silence
Deno.test("judgeGateway() ends a silence when the rhythm of the sensor becomes monthly", () => {
  const seen = new Followed(aSensor("a", { parentKey: null })).send("a", [T, 1]);
  seen.at(T + 2 * DAY_S);
  seen.silentAfterS.set("a", 46 * DAY_S);
  deepStrictEqual(seen.at(T + 2 * DAY_S + 60).alarms, [
    alarm("a", T + DAY_S, T + 2 * DAY_S + 60, null),
  ]);
});

Deno.test("judgeGateway() counts a reading of any series for a dwelling, and applies a module's own limit", () => {
  const dwelling = aSensor("house", { seriesIds: ["temp", "hum"], parentKey: null });
  const seen = new Followed(dwelling).send("temp", [T, 20]).send("hum", [T + HOUR_S, 50]);
  seen.at(T + DAY_S + 60);
  deepStrictEqual(seen.alarms, []);
  const module = aSensor("m", { rule: { kind: "module", afterS: 3_600 }, parentKey: null });
  deepStrictEqual(new Followed(module).send("m", [T, 1]).at(T + 3_601).alarms.length, 1);
});
