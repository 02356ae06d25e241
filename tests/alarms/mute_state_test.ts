import { deepStrictEqual, strictEqual } from "node:assert/strict";
import { currentMutes, muteState } from "@/lib/alarms/silences.ts";

const WORKS = {
  id: "m1",
  equipmentId: null,
  houseId: null,
  handler: null,
  from: "2026-02-10T07:00:00.000Z",
  to: "2026-02-10T17:00:00.000Z",
  reason: "Vanne",
  version: "1",
};

const NOON = Date.parse("2026-02-10T12:00:00Z");

// @spec alarms.mutes
Deno.test("muteState() is current from the first instant on, until the last one, excluded", () => {
  const [from, to] = [Date.parse(WORKS.from), Date.parse(WORKS.to)];
  deepStrictEqual(
    [from - 1, from, to - 1, to].map((nowMs) => muteState(WORKS, nowMs)),
    ["coming", "current", "current", "past"],
  );
});

Deno.test("currentMutes() are the works of the place and those of the residence", () => {
  const mutes = [
    WORKS,
    { ...WORKS, id: "m2", equipmentId: "c1" },
    { ...WORKS, id: "m3", houseId: "h1" },
    { ...WORKS, id: "m4", to: WORKS.from },
  ];
  const ids = (...places: string[]) => currentMutes(mutes, places, NOON).map(({ id }) => id);
  deepStrictEqual(ids("c1", "r1"), ["m1", "m2"]);
  deepStrictEqual(ids("h1"), ["m1", "m3"]);
  strictEqual(ids("c2").length, 1);
});
