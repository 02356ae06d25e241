import { deepStrictEqual, strictEqual } from "node:assert/strict";
import { bracketed, inUnit, sentUnit, stepSeconds } from "@/lib/timeseries/sent_units.ts";

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
