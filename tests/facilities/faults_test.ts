import { deepStrictEqual, strictEqual } from "node:assert/strict";
import {
  FAULT_ALARM_KINDS,
  isErrorCode,
  isFaultReported,
  isOpenTooLong,
  openingOf,
} from "@/lib/facilities/faults.ts";

const { OnEmit, OnNoEmit, OnAlarmData, OnAlarmDataInv } = FAULT_ALARM_KINDS;
const NOW_S = 1_000_000;

/** A detector's reading some minutes ago. */
function said(minutesAgo: number, state: number | string = 1) {
  return { epochS: NOW_S - 60 * minutesAgo, state };
}

Deno.test("isFaultReported() by emission lasts ten minutes", () => {
  deepStrictEqual([0, 10, 10.1, 600].map((ago) => isFaultReported(OnEmit, said(ago), NOW_S)), [
    true,
    true,
    false,
    false,
  ]);
});

Deno.test("isFaultReported() by silence starts after an hour", () => {
  deepStrictEqual([0, 60, 60.1, 600].map((ago) => isFaultReported(OnNoEmit, said(ago), NOW_S)), [
    false,
    false,
    true,
    true,
  ]);
});

Deno.test("isFaultReported() by data is true for any value but zero, or for zero on an inverted contact", () => {
  const states = [0, 1, -1, "0", "off", "fermé", "on", "défaut"];
  deepStrictEqual(states.map((state) => isFaultReported(OnAlarmData, said(5, state), NOW_S)), [
    false,
    true,
    true,
    false,
    false,
    false,
    true,
    true,
  ]);
  for (const state of states) {
    strictEqual(
      isFaultReported(OnAlarmDataInv, said(5, state), NOW_S),
      !isFaultReported(OnAlarmData, said(5, state), NOW_S),
    );
  }
});

// @spec facilities.fault-detectors
Deno.test("isFaultReported() of a detector that has never sent is true by silence only", () => {
  deepStrictEqual(
    [OnEmit, OnNoEmit, OnAlarmData, OnAlarmDataInv].map((kind) =>
      isFaultReported(kind, null, NOW_S)
    ),
    [false, true, false, false],
  );
});

// @spec facilities.bounds
Deno.test("isErrorCode() is true for a code that is not a normal one, number or text", () => {
  const reader = { normalCodes: ["0", "OK"] };
  deepStrictEqual([0, "OK", " 0 ", 12, "E4", "ok"].map((code) => isErrorCode(reader, code)), [
    false,
    false,
    false,
    true,
    true,
    true,
  ]);
});

// @spec facilities.buildings
Deno.test("openingOf() reads numbers and words, French or English, and is null for others", () => {
  deepStrictEqual([0, 1, 2].map(openingOf), ["closed", "open", "open"]);
  deepStrictEqual(["Ouvert", "ouverte", "OPEN", "1"].map(openingOf), Array(4).fill("open"));
  deepStrictEqual([" fermé", "Fermée", "closed", "0"].map(openingOf), Array(4).fill("closed"));
  strictEqual(openingOf("F 28"), null);
});

// @spec facilities.gates
Deno.test("isOpenTooLong() is true once the hours have passed since the opening, and never while closed", () => {
  const opened = { state: 1, fromS: 10_000, toS: null };
  strictEqual(isOpenTooLong(opened, 2, 10_000 + 7_200), false);
  strictEqual(isOpenTooLong(opened, 2, 10_000 + 7_201), true);
  strictEqual(isOpenTooLong({ ...opened, state: "fermé" }, 2, 99_999), false);
  strictEqual(isOpenTooLong(null, 0, 99_999), false);
});
