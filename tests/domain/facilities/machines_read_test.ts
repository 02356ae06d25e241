import { deepStrictEqual } from "node:assert/strict";
import { type MeterRead, missingMeters } from "@/lib/domain/facilities/machines_read.ts";

const SLOTS = [0, 1, 2, 3].map((from) => ({ from }));

function meter(kWh: (number | null)[], lastMs = 3, wasRead = false): MeterRead {
  return { kWh, wasRead, lastMs };
}

const STEADY = {
  "heat-pump": meter([4, 4, 4, 4]),
  "heat-pump-input": meter([1, 1, 1, 1]),
};

// @spec facilities.heat-pumps
Deno.test("missingMeters() names a meter without a reading between those of its machine", () => {
  const gap = { "heat-pump": meter([4, null, 4, 4]), "heat-pump-input": meter([1, null, null, 1]) };
  deepStrictEqual(missingMeters([STEADY, gap], SLOTS), [
    [],
    ["heat-pump", "heat-pump-input"],
    ["heat-pump-input"],
    [],
  ]);
  // Its production goes on.
  const silent = {
    "heat-pump": meter([4, 4, 4, 4]),
    "heat-pump-input": meter([1, 1, null, null], 1),
  };
  deepStrictEqual(missingMeters([silent], SLOTS), [[], [], ["heat-pump-input"], [
    "heat-pump-input",
  ]]);
});

Deno.test("missingMeters() expects a machine from its first reading to its last", () => {
  const later = {
    "heat-pump": meter([null, null, 4, 4]),
    "heat-pump-input": meter([null, null, 1, 1]),
  };
  const removed = {
    "heat-pump": meter([4, null, null, null], 0),
    "heat-pump-input": meter([1, null, null, null], 0),
  };
  deepStrictEqual(missingMeters([STEADY, later, removed], SLOTS), [[], [], [], []]);
  const back = { "heat-pump": meter([null, null, 4, 4], 3, true) };
  deepStrictEqual(missingMeters([back], SLOTS), [["heat-pump"], ["heat-pump"], [], []]);
});

Deno.test("missingMeters() expects nothing of a meter that a machine does not have, or that was never read", () => {
  const unread = { "heat-pump": { kWh: [null, null, null, null], wasRead: false, lastMs: null } };
  deepStrictEqual(missingMeters([{}, unread, { "heat-pump": STEADY["heat-pump"] }], SLOTS), [
    [],
    [],
    [],
    [],
  ]);
  deepStrictEqual(missingMeters([], [{ from: 0 }]), [[]]);
});
