import { deepStrictEqual, strictEqual } from "node:assert/strict";
import { atRest } from "@/lib/alarms/subject_evaluation.ts";
import type { Detected, NewAlarm, Watch } from "@/lib/alarms/subjects.ts";
import { roundOf } from "@/lib/alarms/transitions.ts";

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
  const subject = {
    key,
    handler: "collect-online",
    scope: "global",
    houseId: null,
    buildingId: null,
    boilerRoomId: null,
    equipmentId: null,
    seriesIds: [],
    name: key,
    part: null,
    delayS: 0,
    rule: { kind: "gateway" },
    parentKey: key === GATEWAY ? null : GATEWAY,
  } as const;
  const silence = { startS: 0, endS: null, value: null, silentForS: 60 };
  return { id: alarmId ?? "", subject, ...silence, parentId };
}

function detected(over: Partial<Detected>): Detected {
  return { watches: [], raised: [], closed: [], nextS: null, waits: false, ...over };
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
