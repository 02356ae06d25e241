import { deepStrictEqual } from "node:assert/strict";
import { type MeterRead, missingMeters } from "@/lib/energy_balance/machines.ts";

const SLOTS = [0, 1, 2, 3].map((from) => ({ from, to: from + 1 }));

/** A meter of which each slot was read whole, or not at all. */
function meter(kWh: (number | null)[], lastMs = 4, wasRead = false): MeterRead {
  return { kWh, shares: kWh.map((one) => one === null ? 0 : 1), wasRead, lastMs };
}

/** As `meter()`, with the share of each slot that was read. */
function partly(shares: number[], lastMs = 4): MeterRead {
  return {
    kWh: shares.map((share) => share === 0 ? null : 4 * share),
    shares,
    wasRead: false,
    lastMs,
  };
}

const STEADY = {
  "heat-pump": meter([4, 4, 4, 4]),
  "heat-pump-input": meter([1, 1, 1, 1]),
};

// @spec facilities.heat-pumps
Deno.test("missingMeters() names a meter without a reading between those of its machine", () => {
  const gap = { "heat-pump": meter([4, null, 4, 4]), "heat-pump-input": meter([1, null, null, 1]) };
  deepStrictEqual(missingMeters([STEADY, gap], null, SLOTS), [
    [],
    ["heat-pump", "heat-pump-input"],
    ["heat-pump-input"],
    [],
  ]);
  // Its production goes on.
  const silent = {
    "heat-pump": meter([4, 4, 4, 4]),
    "heat-pump-input": meter([1, 1, null, null], 2),
  };
  deepStrictEqual(missingMeters([silent], null, SLOTS), [[], [], ["heat-pump-input"], [
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
  deepStrictEqual(missingMeters([STEADY, later, removed], null, SLOTS), [[], [], [], []]);
  const back = { "heat-pump": meter([null, null, 4, 4], 4, true) };
  deepStrictEqual(missingMeters([back], null, SLOTS), [["heat-pump"], ["heat-pump"], [], []]);
});

Deno.test("missingMeters() expects nothing of a meter that a machine does not have, or that was never read", () => {
  const unread = { "heat-pump": { ...meter([null, null, null, null]), lastMs: null } };
  const unmetered = { "heat-pump": STEADY["heat-pump"] };
  deepStrictEqual(missingMeters([{}, unread, unmetered], null, SLOTS), [
    [],
    [],
    [],
    [],
  ]);
  deepStrictEqual(missingMeters([], null, SLOTS.slice(0, 1)), [[]]);
});

Deno.test("missingMeters() names a meter that covers less of a slot than the other one of its machine", () => {
  // Installed late in the second slot; silent before the end of the last one, which runs.
  const late = {
    "heat-pump": partly([1, 1, 1, 0.9], 3.9),
    "heat-pump-input": partly([0, 0.3, 1, 0.5], 3.5),
  };
  deepStrictEqual(missingMeters([late], null, SLOTS), [
    ["heat-pump-input"],
    ["heat-pump-input"],
    [],
    ["heat-pump-input"],
  ]);
  // A machine added in a slot and removed in another one: both meters cover the same.
  const added = {
    "heat-pump": partly([0, 0.3, 1, 0.4], 3.4),
    "heat-pump-input": partly([0, 0.3, 1, 0.4], 3.4),
  };
  deepStrictEqual(missingMeters([STEADY, added], null, SLOTS), [[], [], [], []]);
  // Its registers fell in the third slot, so that a part of it counts nothing.
  const fallen = { "heat-pump": partly([1, 1, 0.6, 1]), "heat-pump-input": partly([1, 1, 0.6, 1]) };
  deepStrictEqual(missingMeters([fallen], null, SLOTS), [
    [],
    [],
    ["heat-pump", "heat-pump-input"],
    [],
  ]);
});

Deno.test("missingMeters() names the boilers where they cover less than the production", () => {
  deepStrictEqual(missingMeters([STEADY], partly([0, 0.3, 1, 0.96]), SLOTS), [
    [],
    ["boiler"],
    [],
    [],
  ]);
  deepStrictEqual(missingMeters([], partly([0.3, 1, 1, 1]), SLOTS), [[], [], [], []]);
});
