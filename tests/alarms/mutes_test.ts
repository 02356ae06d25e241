import { deepStrictEqual, strictEqual } from "node:assert/strict";
import { coversPlace, uninterruptedFrom, unmutedFrom } from "@/lib/alarms/silences.ts";
import { aMute, aSubject } from "./followed.ts";

const CIRCUIT = aSubject({ kind: "skydome" });

// @spec alarms.mutes
Deno.test("coversPlace() is true for the residence, the equipment, its parent place, and the handler", () => {
  const covers = (own: Parameters<typeof aMute>[2]) => coversPlace(aMute(0, 1, own), CIRCUIT);
  deepStrictEqual([covers({}), covers({ equipmentId: "e" }), covers({ equipmentId: "room" })], [
    true,
    true,
    true,
  ]);
  strictEqual(covers({ handler: "boilerroom-circuit" }), true);
  deepStrictEqual([covers({ equipmentId: "x" }), covers({ houseId: "h" })], [false, false]);
  strictEqual(covers({ handler: "collect-online" }), false);
});

// @spec alarms.mutes
Deno.test("unmutedFrom() is after consecutive mutes, their end excluded", () => {
  const mutes = [aMute(20, 30), aMute(10, 20), aMute(40, 50)];
  deepStrictEqual([9, 10, 19, 30, 45].map((s) => unmutedFrom(CIRCUIT, mutes, s)), [
    9,
    30,
    30,
    30,
    50,
  ]);
});

// @spec alarms.gates-out-of-service
Deno.test("uninterruptedFrom() restarts after each mute in between", () => {
  const mutes = [aMute(10, 20), aMute(25, 30), aMute(60, 70)];
  // 20 to 25 is too short for 15 seconds; 30 to 45 is free.
  strictEqual(uninterruptedFrom(CIRCUIT, mutes, { fromS: 5, forS: 15 }), 30);
  strictEqual(uninterruptedFrom(CIRCUIT, mutes, { fromS: 31, forS: 15 }), 31);
});
