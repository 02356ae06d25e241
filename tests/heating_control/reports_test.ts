import { deepStrictEqual, strictEqual } from "node:assert/strict";
import {
  heardOf,
  type KnownReport,
  mergedReport,
  NO_REPORT,
  type ReportedStatus,
} from "@/lib/heating_control/telemetry.ts";

function aStatus(over: Partial<ReportedStatus> = {}): ReportedStatus {
  return {
    atS: 1_000,
    temperature: 19.5,
    setpoint: 20,
    heating: true,
    cooling: false,
    water_heating: null,
    house_status: "present",
    ...over,
  };
}

const KNOWN: KnownReport = {
  appliedRevision: 3,
  appliedS: 900,
  heardS: 1_000,
  reportedS: 1_000,
  temperatureC: 19.5,
  setpointC: 20,
  isHeating: true,
  isCooling: false,
  isWaterHeating: null,
  house_status: "present",
};

// @spec pilot.gateway
Deno.test("mergedReport() takes the values of a first report and the revision that it applied", () => {
  const report = { serial: "m1", revision: 3, status: aStatus() };
  deepStrictEqual(mergedReport(NO_REPORT, report, 900), KNOWN);
  // Values without a time are those of now.
  const now = mergedReport(NO_REPORT, { ...report, status: aStatus({ atS: null }) }, 1_200);
  deepStrictEqual([now.reportedS, now.heardS, now.appliedS], [1_200, 1_200, 1_200]);
});

// @spec pilot.gateway
Deno.test("mergedReport() ignores an older revision and older values, and keeps when a revision was first applied", () => {
  const merged = (revision: number, status: ReportedStatus | null) =>
    mergedReport(KNOWN, { serial: "m1", revision, status }, 2_000);
  deepStrictEqual(merged(2, aStatus({ atS: 999, temperature: 12 })), KNOWN);
  deepStrictEqual(merged(3, aStatus({ temperature: 12 })), { ...KNOWN, temperatureC: 12 });
  deepStrictEqual(merged(4, null), {
    ...KNOWN,
    appliedRevision: 4,
    appliedS: 2_000,
    heardS: 2_000,
  });
});

Deno.test("mergedReport() takes a report of now, although the clock was ahead at the last one", () => {
  const ahead = { ...KNOWN, appliedS: 90_000, heardS: 90_000, reportedS: 90_000 };
  const report = { serial: "m1", revision: 3, status: aStatus({ temperature: 12 }) };
  const merged = mergedReport(ahead, report, 1_060);
  deepStrictEqual(merged, { ...KNOWN, appliedS: 1_060, temperatureC: 12 });
  strictEqual(heardOf(merged), 1_060);
});

// @spec pilot.connectivity
Deno.test("heardOf() is the latest of a module's reports, null without any", () => {
  strictEqual(heardOf(NO_REPORT), null);
  strictEqual(heardOf({ ...NO_REPORT, appliedS: 900 }), 900);
  strictEqual(heardOf({ ...NO_REPORT, reportedS: 1_100, heardS: 1_000, appliedS: 900 }), 1_100);
});
