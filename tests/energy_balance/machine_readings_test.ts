import { deepStrictEqual, strictEqual } from "node:assert/strict";
import { round } from "@/lib/base/rounding.ts";
import {
  cop,
  estimatedSolarKWh,
  heatPumpPercent,
  type HybridSlot,
  hybridTotals,
  irradiationKWh,
  isReadAsLong,
  isSolar,
  measuredPercent,
  type MeterRead,
  missingMeters,
  slotCop,
  slotPercent,
} from "@/lib/energy_balance/machines.ts";

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

// @spec facilities.heat-pumps
Deno.test("heatPumpPercent() and cop() have two decimals, and are null when a side is unknown or 0", () => {
  strictEqual(heatPumpPercent(1, 2), 33.33);
  strictEqual(heatPumpPercent(50, 0), 100);
  // A boiler meter that counts backwards must not give more than 100 %.
  strictEqual(heatPumpPercent(50, -10), 100);
  for (const [heatPump, boiler] of [[null, 10], [10, null], [0, 0]] as const) {
    strictEqual(heatPumpPercent(heatPump, boiler), null);
  }
  strictEqual(cop(10, 3), 3.33);
  deepStrictEqual([cop(10, 0), cop(null, 3), cop(10, null)], [null, null, null]);
});

/** A month of these boilers, heat pump, and electricity of the heat pump, kWh. */
function ofMonth(
  boilerKWh: number | null,
  heatPumpKWh: number | null,
  heatPumpInputKWh: number | null,
): HybridSlot {
  return { slot: "2025-01", boilerKWh, heatPumpKWh, heatPumpInputKWh, heatPumpPercent: null };
}

Deno.test("hybridTotals() computes shares of sums, not means of shares", () => {
  // 100 of 400 in one month, 100 of 200 in the other: a third of 600, not 37.5 %.
  deepStrictEqual(hybridTotals([ofMonth(300, 100, 40), ofMonth(100, 100, 25)]), {
    boilerKWh: 400,
    heatPumpKWh: 200,
    heatPumpInputKWh: 65,
    heatPumpPercent: 33.33,
    cop: 3.08,
  });
  strictEqual(hybridTotals([]).heatPumpKWh, null);
});

Deno.test("hybridTotals() computes the COP and the share from the slots of which both sides are known", () => {
  // The electricity of the second month is unknown, and the boilers of the third: 100 / 40 and 200
  // / 600.
  const months = [ofMonth(300, 100, 40), ofMonth(100, 100, null), ofMonth(null, null, 50)];
  deepStrictEqual(hybridTotals(months), {
    boilerKWh: 400,
    heatPumpKWh: 200,
    heatPumpInputKWh: 90,
    heatPumpPercent: 33.33,
    cop: 2.5,
  });
});

/** A month whose meters were all read. */
const whole: HybridSlot = {
  slot: "2025-01",
  boilerKWh: 100,
  heatPumpKWh: 300,
  heatPumpInputKWh: 100,
  heatPumpPercent: 75,
};

// @spec facilities.heat-pumps
Deno.test("slotCop() and hybridTotals() compute no ratio of sums that lack a machine", () => {
  const partial = { ...whole, heatPumpInputKWh: 20, missing: ["heat-pump-input" as const] };
  deepStrictEqual([slotCop(whole), slotCop(partial)], [3, null]);
  const { cop: total, heatPumpPercent: share, heatPumpInputKWh } = hybridTotals([whole, partial]);
  // The COP of the first slot alone; the share of both: 600 of 800.
  deepStrictEqual([total, share, heatPumpInputKWh], [3, 75, 120]);
});

Deno.test("slotPercent() and hybridTotals() compute no share of boilers read in part, whose COP is known", () => {
  const partial = { ...whole, boilerKWh: 20, missing: ["boiler" as const] };
  deepStrictEqual([slotPercent(whole), slotPercent(partial), slotCop(partial)], [75, null, 3]);
  const { cop: total, heatPumpPercent: share, boilerKWh } = hybridTotals([whole, partial]);
  deepStrictEqual([total, share, boilerKWh], [3, 75, 120]);
});

Deno.test("irradiationKWh() is mean power times hours: 250 W/m² over a day is 6 kWh/m²", () => {
  strictEqual(irradiationKWh({ meanWPerM2: 250, hours: 24 }), 6);
  // The day on which clocks go back has an hour more.
  strictEqual(irradiationKWh({ meanWPerM2: 240, hours: 25 }), 6);
  strictEqual(irradiationKWh({ meanWPerM2: null, hours: 24 }), null);
});

Deno.test("estimatedSolarKWh() counts 80 % of panels and 40 % of collectors of 0.7 kW a square metre, without machines that lack data", () => {
  const panels = { kind: "solar-electric" as const, powerKW: 10 };
  const others = [{ ...panels, powerKW: null }, { kind: "heat-pump" as const, powerKW: 45 }];
  strictEqual(estimatedSolarKWh(5, [panels]), 40);
  strictEqual(estimatedSolarKWh(5, [panels, ...others]), 40);
  strictEqual(estimatedSolarKWh(5, others), null);
  strictEqual(estimatedSolarKWh(null, [panels]), null);
  // 42 kW are 60 m²; 5 kWh/m² on them are 300 kWh, of which 120.
  const collectors = estimatedSolarKWh(5, [{ kind: "solar-thermal", powerKW: 42 }]);
  strictEqual(round(collectors ?? 0, 9), 120);
});

// @spec facilities.solar-estimation
Deno.test("isSolar() is true for solar machines only", () => {
  strictEqual(isSolar({ kind: "solar-thermal" }), true);
  strictEqual(isSolar({ kind: "irve" }), false);
});

// @spec facilities.solar-estimation
Deno.test("measuredPercent() covers the days with both figures: a day without sun read is in neither term", () => {
  const days = [
    { measuredKWh: 30, estimatedKWh: 40 },
    { measuredKWh: 30, estimatedKWh: null },
    { measuredKWh: null, estimatedKWh: 40 },
  ];
  // 30 of 40, not 60 of 80 nor 60 of 40.
  strictEqual(measuredPercent(days), 75);
  strictEqual(measuredPercent(days.slice(1)), null);
  strictEqual(measuredPercent([{ measuredKWh: 0, estimatedKWh: 0 }]), null);
});

// @spec facilities.solar-estimation
Deno.test("isReadAsLong() is false of a meter read for less time than the sun", () => {
  deepStrictEqual(
    [
      isReadAsLong(1, [1, 0.96]),
      isReadAsLong(1, [1, 0.5]),
      // A sensor that sends nothing at night.
      isReadAsLong(0.6, [1]),
      isReadAsLong(1, []),
    ],
    [true, false, true, true],
  );
});
