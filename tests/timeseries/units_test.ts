import { deepStrictEqual, strictEqual } from "node:assert/strict";
import {
  ANY_BOUNDS,
  FUTURE_S,
  isWithin,
  plausibleBounds,
  type Point,
  timeFault,
  timeWindow,
} from "@/lib/timeseries/readings.ts";
import {
  bracketed,
  dwellingWords,
  inUnit,
  isMeasureKey,
  isSourceName,
  measureKey,
  sentUnit,
  SOURCE_MAX_BYTES,
  type SourceDevice,
  sourceKeys,
  stepSeconds,
} from "@/lib/timeseries/source_names.ts";
import {
  canonicalQuantity,
  canonicalUnit,
  decimalsInUnit,
} from "@/lib/timeseries/canonical_units.ts";
import { DATA_UNIT_IDS, dataUnit } from "@/lib/timeseries/units.ts";
import { aBoilerRoom, aSeries, PROJECT, storedSeries } from "@/tests/helpers/a_residence.ts";
import { withVisitor } from "@/tests/helpers/a_site.ts";

// @spec imports.units
Deno.test("sentUnit() reads any spelling of a unit, and the two meanings of a small m", () => {
  const spelled = (...texts: string[]) => texts.map(sentUnit);
  deepStrictEqual(spelled("kWh", "kwh", "KWH", " kWh "), Array(4).fill("kWh"));
  deepStrictEqual(spelled("m³", "m3", "M3", "m^3", "m 3"), ["m³", "m³", "m³", "m³", null]);
  deepStrictEqual(spelled("L", "l", "Litres"), ["L", "L", "L"]);
  deepStrictEqual(spelled("°C", "℃", "degC", "°f"), ["°C", "°C", "°C", "°F"]);
  deepStrictEqual(spelled("MWh", "mwh", "mWh", "MW", "mW"), ["MWh", "MWh", "mWh", "MW", "mW"]);
  deepStrictEqual(spelled("", "index", "cave", "kWh/m³"), [null, null, null, "kWh/m³"]);
});

// @spec imports.units
Deno.test("inUnit() converts to the unit of the series, and a power over its step to energy", () => {
  const kWh = (value: number, from: string, stepS: number | null = null) =>
    inUnit(value, { from, to: "kWh", stepS });
  deepStrictEqual([kWh(28_800, "Wh"), kWh(1.5, "MWh"), kWh(5, "kwh"), kWh(5, "")], [
    28.8,
    1_500,
    5,
    5,
  ]);
  // 1 GJ is 1000 / 3.6 kWh; 3.6 MJ are 1 kWh.
  deepStrictEqual([kWh(3.6, "GJ"), kWh(3.6, "MJ")], [1_000, 1]);
  deepStrictEqual([kWh(2, "Gcal"), kWh(100, "thermies")], [2_326, 116.3]);
  // 600 W during half an hour are 300 Wh; 2 kW during ten minutes are 2 / 6 kWh.
  deepStrictEqual([kWh(600, "W", 1_800), kWh(2, "kW", 600)], [0.3, 0.333333333333]);
  deepStrictEqual([kWh(600, "W"), kWh(1, "m³"), kWh(1, "index")], [null, null, null]);
  strictEqual(inUnit(600, { from: "W", to: "MWh", stepS: 1_800 }), 0.0003);
  deepStrictEqual(
    [inUnit(1_234, { from: "L", to: "m³" }), inUnit(1.234, { from: "m3", to: "L" })],
    [1.234, 1_234],
  );
  deepStrictEqual(
    [inUnit(68, { from: "°F", to: "°C" }), inUnit(293.15, { from: "K", to: "°C" })],
    [20, 20],
  );
  // A power is not a volume of water, whatever its step.
  strictEqual(inUnit(600, { from: "W", to: "m³", stepS: 1_800 }), null);
});

// @spec imports.units
Deno.test("bracketed() separates the last brackets of a heading", () => {
  deepStrictEqual(bracketed("Énergie (Wh)"), { name: "Énergie", unit: "Wh" });
  deepStrictEqual(bracketed("valeur [MWh]"), { name: "valeur", unit: "MWh" });
  deepStrictEqual(bracketed("Gaz (cave) (m3)"), { name: "Gaz (cave)", unit: "m3" });
  deepStrictEqual([bracketed("Valeur"), bracketed("(kWh)")], [null, null]);
});

// @spec imports.units
Deno.test("stepSeconds() reads ISO durations and minutes", () => {
  deepStrictEqual(
    ["PT30M", "pt1h", "P1D", "30", "30 min", "1 h", "900 s", "", "PT0S", "0", "soir"].map(
      stepSeconds,
    ),
    [1_800, 3_600, 86_400, 1_800, 1_800, 3_600, 900, null, null, null, null],
  );
});

Deno.test("canonicalQuantity() converts energies to kWh, volumes to m³, masses to kg", () => {
  strictEqual(canonicalQuantity(1500, "Wh"), 1.5);
  strictEqual(canonicalQuantity(1.5, "MWh"), 1500);
  // 1 GJ is 1,000 / 3.6 kWh.
  strictEqual(canonicalQuantity(9, "GJ"), 2500);
  strictEqual(canonicalQuantity(2, "Gcal"), 2326);
  strictEqual(canonicalQuantity(141_230, "L"), 141.23);
  strictEqual(canonicalQuantity(2, "t"), 2000);
  strictEqual(canonicalQuantity(7, "kWh"), 7);
});

Deno.test("canonicalQuantity() keeps a unit without another form", () => {
  strictEqual(canonicalQuantity(20.5, "°C"), 20.5);
  strictEqual(canonicalUnit("°C"), "°C");
});

Deno.test("canonicalUnit() is the unit that the quantity is converted to", () => {
  strictEqual(["Wh", "kWh", "GJ", "Gcal"].map(canonicalUnit).join(), "kWh,kWh,kWh,kWh");
  strictEqual(["L", "m³"].map(canonicalUnit).join(), "m³,m³");
  strictEqual(["kg", "t"].map(canonicalUnit).join(), "kg,kg");
});

// @spec series.units
Deno.test("decimalsInUnit() shows a unit as finely as its canonical one", () => {
  // 0 decimals of a kWh are 3 of a MWh; 3 decimals of a m³ are whole litres.
  strictEqual(decimalsInUnit(0, "MWh"), 3);
  strictEqual(decimalsInUnit(0, "GJ"), 2);
  strictEqual(decimalsInUnit(0, "t"), 3);
  strictEqual(decimalsInUnit(3, "L"), 0);
  strictEqual(decimalsInUnit(1, "Wh"), 0);
  strictEqual(decimalsInUnit(1, "kWh"), 1);
  strictEqual(decimalsInUnit(1, "°C"), 1);
});

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

const DEVICE: SourceDevice = {
  measurement: "temperature",
  tags: [["residence", "R1"], ["serial", "0101"], ["house", "A12"], ["dev_eui", ""]],
};

Deno.test("measureKey() is common to the sources of all dwellings, and equals no source name", () => {
  strictEqual(measureKey(DEVICE, "value"), "temperature,house=* value");
  strictEqual(isMeasureKey(measureKey(DEVICE, "value")), true);
  strictEqual([...sourceKeys(DEVICE, "value")].some(isMeasureKey), false);
});

Deno.test("dwellingWords() are the words that may name the dwelling, its own tag first", () => {
  deepStrictEqual(dwellingWords(DEVICE), ["A12", "0101"]);
  deepStrictEqual(dwellingWords({ ...DEVICE, tags: [["node", "B2"], ["room", "1"]] }), ["B2"]);
});

/** Values stored before readings had limits. */
const EXTREMES = [1e308, -1e308, Number.MAX_VALUE, 5e-324, 0, -Number.MAX_VALUE, 1e308, 21];

Deno.test("pages of series with any finite numbers are shown, and so are the related pages", () =>
  withVisitor(
    { isAdmin: true, roles: ["collect", "collect:boilerroom:read"] },
    async ({ site, ask, visitor }) => {
      const room = await aBoilerRoom(ask);
      const kept = storedSeries(site);
      const nowS = Math.floor(site.clock.now() / 1_000);
      for (
        const [unit, kind] of [["TDEP", "instant"], ["GAZV", "index"], [
          "BOIM",
          "consumption",
        ]] as const
      ) {
        const seriesId = await aSeries(ask, unit, room);
        const readings: Point[] = EXTREMES.flatMap((value, at) =>
          [0, 1, 40].map((days) => ({ epochS: nowS - days * 86_400 - at * 3_600, value }))
        );
        await kept.append([{ seriesId, kind, readings }]);
        const page = `/collect/${PROJECT}/facilities/${seriesId}`;
        const ranges = [
          "monthly/2026",
          "daily/2026/02",
          "hourly/2026/02/10",
          "weekly/2026",
          "fivemin/2026/02/10",
        ];
        for (const range of ranges) {
          const { status } = await visitor.get(`${page}/${range}`);
          strictEqual(status, 200, `${unit} ${range}: ${String(site.faults)}`);
        }
        strictEqual((await visitor.get(`${page}/daily/2026/02?csv=semicolon`)).status, 200);
        strictEqual((await visitor.get(`/collect/${PROJECT}/series/${seriesId}`)).status, 200);
      }
      for (const path of ["", "/series", "/sensors", `/boilerrooms/${room}`]) {
        const { status } = await visitor.get(`/collect/${PROJECT}${path}`);
        strictEqual(status < 400, true, `${path} ${status}: ${String(site.faults)}`);
      }
    },
  ));
