import { deepStrictEqual, strictEqual } from "node:assert/strict";
import {
  ANY_BOUNDS,
  FUTURE_S,
  isWithin,
  plausibleBounds,
  timeFault,
  timeWindow,
} from "@/lib/timeseries/plausibility.ts";
import { isSourceName, SOURCE_MAX_BYTES } from "@/lib/timeseries/source_names.ts";
import { DATA_UNIT_IDS, dataUnit } from "@/lib/timeseries/units.ts";

const NOW_S = 1_770_000_000;

// @spec series.plausible
Deno.test("timeFault() is null inside the window, both ends included", () => {
  const window = timeWindow(NOW_S, 10);
  // 10 × 365.25 × 86,400 s.
  strictEqual(window.oldestS, NOW_S - 315_576_000);
  const faults = [window.oldestS, NOW_S, NOW_S + FUTURE_S].map((at) => timeFault(at, window));
  deepStrictEqual(faults, [null, null, null]);
  strictEqual(timeFault(window.oldestS - 1, window), "too-old");
  strictEqual(timeFault(NOW_S + FUTURE_S + 1, window), "future");
});

Deno.test("timeFault() refuses a value that is not a second", () => {
  const window = timeWindow(NOW_S, 50);
  deepStrictEqual(
    [NaN, -Infinity, Infinity, NOW_S + 0.5, -1].map((at) => timeFault(at, window)),
    ["too-old", "too-old", "future", "too-old", "too-old"],
  );
});

Deno.test("timeWindow() begins in 1970 at the earliest", () => {
  strictEqual(timeWindow(3_600, 10).oldestS, 0);
});

Deno.test("plausibleBounds() are in the unit of the series", () => {
  deepStrictEqual(plausibleBounds("ELEC", null), { min: 0, max: 1e9 });
  deepStrictEqual(plausibleBounds("ELEC", "kWh"), { min: 0, max: 1e9 });
  deepStrictEqual(plausibleBounds("ELEC", "Wh"), { min: 0, max: 1e12 });
  deepStrictEqual(plausibleBounds("ELEC", "MWh"), { min: 0, max: 1e6 });
  deepStrictEqual(plausibleBounds("ECSV", "L"), { min: 0, max: 1e12 });
  deepStrictEqual(plausibleBounds("TEMP", "°F"), ANY_BOUNDS);
});

Deno.test("plausibleBounds() of every unit include zero, and only some are infinite", () => {
  for (const id of DATA_UNIT_IDS) {
    const bounds = plausibleBounds(id, null);
    strictEqual(isWithin(0, bounds), true, id);
    strictEqual([NaN, Infinity, 1e308, -1e308].some((value) => isWithin(value, bounds)), false, id);
  }
});

Deno.test("plausibleBounds() of counted quantities are never below zero", () => {
  for (const id of DATA_UNIT_IDS.filter((one) => dataUnit(one).sum)) {
    for (const unit of [null, "Wh", "L", "imp"]) {
      strictEqual(plausibleBounds(id, unit).min, 0, `${id} ${unit}`);
    }
  }
});

Deno.test("isSourceName() measures the bytes of a key, where NUL takes two", () => {
  const fits = ["a", "é", "\u{1F321}", "\u0000"].map((piece) => {
    const bytes = piece === "\u0000" ? 2 : new TextEncoder().encode(piece).length;
    const count = Math.floor(SOURCE_MAX_BYTES / bytes);
    return [isSourceName(piece.repeat(count)), isSourceName(piece.repeat(count + 1))];
  });
  deepStrictEqual(fits, Array.from({ length: 4 }, () => [true, false]));
  strictEqual(isSourceName(""), false);
});
