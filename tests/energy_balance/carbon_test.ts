import { deepStrictEqual, strictEqual } from "node:assert/strict";
import {
  carbonOf,
  type CarbonQuery,
  type Carrier,
  CARRIERS,
  type EnergyUnit,
  type FinalEnergy,
  pciOf,
} from "@/lib/energy_balance/carbon.ts";

function carbon(energies: readonly FinalEnergy[], query: Partial<CarbonQuery> = {}) {
  return carbonOf({
    ...{ energies, areaM2: 1000, on: "2026-06-30", monthCount: 12, site: null },
    ...query,
  });
}

function kwh(carrier: Carrier, amount: number | null): FinalEnergy {
  return { carrier, unit: "kWh", amount };
}

// @spec balance.carbon
Deno.test("carbonOf() has every factor of the set DPE-2021 (E §3)", () => {
  const kg: Readonly<Record<Carrier, number>> = {
    "gas": 227,
    "logs": 30,
    "pellets": 30,
    "forest-chips": 24,
    "industrial-chips": 24,
    "oil": 324,
    "propane": 272,
    "electricity": 79,
    "district": 385,
    "solar": 0,
  };
  deepStrictEqual(
    CARRIERS.map((carrier) => carbon([kwh(carrier, 1000)]).kg),
    CARRIERS.map((carrier) => kg[carrier]),
  );
  deepStrictEqual(carbon([kwh("gas", 1000), kwh("gas", 1)]).factors, [
    { set: "DPE-2021", source: "arrêté du 31 mars 2021", year: 2021, carrier: "gas" },
  ]);
});

// @spec balance.carbon
Deno.test("a network has its own typed factor, of which 0 is a value", () => {
  const network = (kgPerKwh: number) =>
    carbon([{ ...kwh("district", 1000), network: { kgPerKwh, year: 2025 } }]);
  strictEqual(network(0.1).kg, 100);
  strictEqual(network(0).kg, 0);
  deepStrictEqual(network(0).factors, [
    { set: "DPE-2021", source: "saisi pour le réseau", year: 2025, carrier: "district" },
  ]);
});

// @spec balance.carbon
Deno.test("amounts become kWh PCI: gas PCS over 1.11, fuels by their mass or volume", () => {
  const cases: readonly (readonly [Carrier, EnergyUnit, number, number | null])[] = [
    ["gas", "kWh-PCS", 1110, 1000],
    ["gas", "kWh", 1110, 1110],
    ["pellets", "t", 2, 9200],
    ["forest-chips", "t", 1, 2760],
    ["industrial-chips", "t", 1, 2200],
    ["logs", "stere", 1, 1680],
    // Only gas is converted from PCS; a district network has no tonnes.
    ["propane", "kWh-PCS", 1000, null],
    ["district", "t", 1, null],
  ];
  for (const [carrier, unit, amount, pci] of cases) {
    strictEqual(pciOf({ carrier, unit, amount })?.toNumber() ?? null, pci, `${carrier} ${unit}`);
  }
  // 0.2045 kg for each kWh PCS, not rounded on the way.
  strictEqual(carbon([{ carrier: "gas", unit: "kWh-PCS", amount: 1_110_000 }]).kg, 227_000);
  strictEqual(carbon([{ carrier: "gas", unit: "kWh-PCS", amount: 1_000_000 }]).kg, 204_505);
});

// @spec balance.carbon
Deno.test("carbon is rounded to the kg and to 0.1 kg/m², halves away from zero, from the exact sum", () => {
  // 500 × 0.227 is 113.5; over 1 000 m² 0.1135. 50 × 0.03 is 1.5.
  deepStrictEqual([carbon([kwh("gas", 500)]).kg, carbon([kwh("gas", 500)]).kgPerM2], [114, 0.1]);
  strictEqual(carbon([kwh("logs", 50)]).kg, 2);
  // Twice 1.4 kg is 2.8: the parts are not rounded.
  strictEqual(carbon([kwh("oil", 4.32), kwh("oil", 4.32)]).kg, 3);
  // 5 000 × 0.03 over 1 000 m² is 0.15.
  strictEqual(carbon([kwh("logs", 5000)]).kgPerM2, 0.2);
});

// @spec balance.carbon
Deno.test("primary energy: electricity 2.3 before 2026, 1.9 from then; others once; solar nowhere", () => {
  const primary = (on: string, carrier: Carrier) => carbon([kwh(carrier, 1000)], { on }).primaryKwh;
  strictEqual(primary("2020-01-01", "electricity"), 2300);
  strictEqual(primary("2025-12-31", "electricity"), 2300);
  strictEqual(primary("2026-01-01", "electricity"), 1900);
  strictEqual(primary("2027-06-01", "electricity"), 1900);
  strictEqual(primary("2026-01-01", "gas"), 1000);
  const solar = carbon([kwh("solar", 1000), kwh("gas", 1000)]);
  deepStrictEqual([solar.finalKwh, solar.primaryKwh, solar.kg], [1000, 1000, 227]);
});

/** A year whose only figure that matters is its primary energy, or its carbon, per m². */
function byPrimary(perM2: number, site: CarbonQuery["site"] = null) {
  const network = { kgPerKwh: 0, year: 2025 };
  return carbon([{ ...kwh("district", perM2 * 1000), network }], { site }).mark;
}

function byCarbon(perM2: number, site: CarbonQuery["site"] = null) {
  const network = { kgPerKwh: 10, year: 2025 };
  return carbon([{ ...kwh("district", perM2 * 100), network }], { site }).mark;
}

const HIGH = { altitudeM: 801, zone: "H1b" };

// @spec balance.carbon
Deno.test("a bound belongs to the next class, and the mark is the worse of two", () => {
  const classes = ["A", "B", "C", "D", "E", "F", "G"] as const;
  const tables = [
    { of: byPrimary, site: null, bounds: [70, 110, 180, 250, 330, 420] },
    { of: byCarbon, site: null, bounds: [6, 11, 30, 50, 70, 100] },
    { of: byPrimary, site: HIGH, bounds: [70, 110, 180, 250, 390, 500] },
    { of: byCarbon, site: HIGH, bounds: [6, 11, 30, 50, 80, 110] },
  ];
  for (const { of, site, bounds } of tables) {
    for (const [at, bound] of bounds.entries()) {
      strictEqual(of(bound - 0.01, site), classes[at], `under ${bound}`);
      strictEqual(of(bound, site), classes[at + 1], `${bound}`);
    }
    strictEqual(of(0, site), "A");
  }
  // 100 kWh/m² of gas is B by energy, and 22.7 kg/m² is C by carbon.
  strictEqual(carbon([kwh("gas", 100_000)]).mark, "C");
  // 200 kWh/m² of wood is D by energy, and 6 kg/m² is B by carbon.
  strictEqual(carbon([kwh("pellets", 200_000)]).mark, "D");
});

// @spec balance.carbon
Deno.test("highlands are above 800 m, in H1b, H1c and H2d only", () => {
  const at = (zone: string, altitudeM: number) => byPrimary(330, { zone, altitudeM });
  for (const zone of ["H1b", "H1c", "H2d"]) strictEqual(at(zone, 801), "E");
  strictEqual(at("H1b", 800), "F");
  for (const zone of ["H1a", "H2a", "H2b", "H2c", "H3"]) strictEqual(at(zone, 1500), "F");
});

// @spec balance.carbon
Deno.test("there is no class without twelve full months, an area, and every energy and factor", () => {
  const of = (energies: readonly FinalEnergy[], query: Partial<CarbonQuery> = {}) => {
    const { mark, noMark } = carbon(energies, query);
    return [mark, noMark];
  };
  const gas = [kwh("gas", 100_000)];
  deepStrictEqual(of(gas), ["C", null]);
  deepStrictEqual(of(gas, { monthCount: 11 }), [null, "not-twelve-months"]);
  deepStrictEqual(of(gas, { areaM2: null }), [null, "no-area"]);
  deepStrictEqual(of(gas, { areaM2: 0 }), [null, "no-area"]);
  deepStrictEqual(of([kwh("gas", null)]), [null, "no-energy"]);
  deepStrictEqual(of([...gas, kwh("oil", null)]), [null, "no-energy"]);
  deepStrictEqual(of([]), [null, "no-energy"]);
  strictEqual(carbon(gas, { areaM2: null }).kgPerM2, null);
  strictEqual(carbon(gas, { areaM2: null }).kg, 22_700);
});
