import { deepStrictEqual, strictEqual } from "node:assert/strict";
import type { MonitoredItem } from "@/lib/alarms/subjects.ts";
import { aMute, aSubject, DAY_S, Followed, HOUR_S, type SeenAlarm } from "./followed.ts";

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
Deno.test("judgeGateway() raises a sensor alone once its gateway has sent after the sensor was due", () => {
  const seen = heard("a", "b", "c");
  // The gateway sent until an hour before "a" is due: "a" may be silent because of it.
  seen.send("b", [T + 23 * HOUR_S, 20]).at(T + 25 * HOUR_S);
  deepStrictEqual(seen.alarms, []);
  seen.send("c", [T + 25 * HOUR_S, 20]).at(T + 25 * HOUR_S);
  deepStrictEqual(seen.alarms, [alarm("a", T + DAY_S, null, null)]);
  // "b" is due at T + 47 h: without "a", only "c" shows that the gateway works, and it sends after
  // that.
  seen.send("c", [T + 48 * HOUR_S, 20]).at(T + 48 * HOUR_S);
  deepStrictEqual(seen.alarms[1], alarm("b", T + 47 * HOUR_S, null, null));
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
Deno.test("judgeGateway() closes the alarm of a sensor at its next reading", () => {
  const seen = heard("a", "b").send("b", [T + 26 * HOUR_S, 20]).at(T + 26 * HOUR_S);
  deepStrictEqual(seen.alarms, [alarm("a", T + DAY_S, null, null)]);
  seen.send("a", [T + 27 * HOUR_S, 20]).at(T + 27 * HOUR_S + 5).at(T + 27 * HOUR_S + 9);
  deepStrictEqual(seen.alarms, [alarm("a", T + DAY_S, T + 27 * HOUR_S, null)]);
});

// @spec alarms.silence
Deno.test("judgeGateway() raises one alarm for a gateway with a single sensor left", () => {
  const seen = heard("a", "b").send("b", [T + 26 * HOUR_S, 20]).at(T + 26 * HOUR_S);
  seen.at(T + 60 * HOUR_S);
  deepStrictEqual(seen.alarms, [
    alarm("a", T + DAY_S, null, null),
    alarm("b", T + 50 * HOUR_S, null, null),
  ]);
});

// @spec alarms.silence
Deno.test("judgeGateway() applies to each sensor its rhythm, and to the gateway the shortest", () => {
  const seen = heard("a", "b");
  seen.silentAfterS.set("a", 1.5 * DAY_S).set("b", 10 * DAY_S);
  seen.at(T + 1.5 * DAY_S + 60);
  deepStrictEqual(seen.alarms, []);
  seen.at(T + 1.5 * DAY_S + 61);
  deepStrictEqual(seen.alarms.map(({ key, under }) => [key, under]), [
    [GATEWAY, null],
    ["collect-online/a", GATEWAY],
  ]);
  strictEqual(seen.nextS, T + 60 + 10 * DAY_S + 1);
});

// @spec alarms.silence
Deno.test("judgeGateway() raises nothing for sensors that have never sent", () => {
  const seen = new Followed(gateway, aSensor("a"), aSensor("b")).at(T).at(T + 90 * DAY_S);
  deepStrictEqual(seen.alarms, []);
});

// @spec alarms.silence
Deno.test("judgeGateway() keeps silences when the clock is set back, and over a restart", () => {
  const seen = heard("a", "b").at(T + 2 * DAY_S).at(T + 100).at(T + 2 * DAY_S);
  strictEqual(seen.alarms.length, 3);
  deepStrictEqual(seen.alarms.map(({ endS }) => endS), [null, null, T + 100].map(() => null));
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

// @spec alarms.mutes
Deno.test("judgeGateway() raises a gateway that is silent at the end of a mute from then on", () => {
  const seen = heard("a", "b");
  const endS = T + 3 * DAY_S;
  seen.mutes = [aMute(T + HOUR_S, endS)];
  seen.at(T + 2 * DAY_S);
  deepStrictEqual([seen.alarms, seen.nextS], [[], endS]);
  seen.at(endS);
  deepStrictEqual(seen.alarms, [
    alarm(GATEWAY, endS, null, null),
    alarm("a", endS, null, GATEWAY),
    alarm("b", endS, null, GATEWAY),
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

// @spec alarms.silence
Deno.test("judgeGateway() waits for a sensor from the return of its gateway, even when older readings arrive late", () => {
  const seen = heard("a", "b").at(T + 10 * DAY_S);
  // The readings that "a" stored before arrive with the first reading of "b".
  const backS = T + 11 * DAY_S;
  seen.send("a", [T + 2 * DAY_S, 20]).send("b", [backS, 20]).at(backS);
  seen.send("b", [backS + 60, 20]).at(backS + 60);
  deepStrictEqual(seen.alarms.map(({ endS }) => endS), [backS, backS, backS]);
});
