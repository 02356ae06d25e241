import { deepStrictEqual, strictEqual, throws } from "node:assert/strict";
import { costOf, type CostQuery, estimatedEuros, euroPerKwh } from "@/lib/energy_prices/cost.ts";
import { fc } from "@/tests/npm/fast_check.ts";

const FEBRUARY: CostQuery = {
  from: "2026-02-01",
  to: "2026-02-28",
  kwh: 38_000,
  tariffs: [
    { from: "2026-02-11", price: "0.08120", vat: "0.20", annualFixed: 1_840, fixedVat: "0.20" },
    { from: "2025-01-01", price: "0.07850", vat: "0.20", annualFixed: 1_840, fixedVat: "0.20" },
  ],
};

// @spec prices.cost
Deno.test("costOf() of W8: 3 190.10 € before tax, 3 828.12 € with it", () => {
  const { lines, ht, vat, ttc, missing } = costOf(FEBRUARY);
  deepStrictEqual(lines.map(({ kind, days, kwh, amount }) => [kind, days, kwh, amount]), [
    ["energy", 10, 13_571, "1065.32"],
    ["fixed", 10, 0, "50.41"],
    ["energy", 18, 24_429, "1983.63"],
    ["fixed", 18, 0, "90.74"],
  ]);
  deepStrictEqual([ht, vat, ttc, missing], ["3190.10", "638.02", "3828.12", null]);
});

// @spec prices.cost
Deno.test("costOf() splits by the days of reading when each is known, and by days otherwise", () => {
  const daily = Object.fromEntries(
    Array.from(
      { length: 28 },
      (_, day) => [`2026-02-${String(day + 1).padStart(2, "0")}`, day < 10 ? 2_000 : 1_000],
    ),
  );
  const kwhs = (query: CostQuery) =>
    costOf(query).lines.filter(({ kind }) => kind === "energy").map(({ kwh }) => kwh);
  deepStrictEqual(kwhs({ ...FEBRUARY, daily }), [20_000, 18_000]);
  const { "2026-02-28": _, ...partial } = daily;
  deepStrictEqual(kwhs({ ...FEBRUARY, daily: partial }), [13_571, 24_429]);
});

// @spec prices.cost
Deno.test("costOf() of a leap day, of a VAT that changes alone, of two changes, of a half kWh", () => {
  const tariff = (
    [from, price, vat, annualFixed, fixedVat]: readonly [string, string, string, string, string],
  ) => ({ from, price, vat, annualFixed, fixedVat });
  const found = (query: CostQuery) => {
    const { lines, ht, vat, ttc } = costOf(query);
    return [lines.map(({ amount }) => amount), ht, vat, ttc];
  };
  deepStrictEqual(
    found({
      from: "2028-02-01",
      to: "2028-02-29",
      kwh: 29_001,
      tariffs: [
        tariff(["2027-01-01", "0.08125", "0.20", "1830", "0.20"]),
        tariff(["2028-02-15", "0.0799", "0.20", "1830", "0.20"]),
      ],
    }),
    [["1137.50", "70.00", "1198.58", "75.00"], "2481.08", "496.22", "2977.30"],
  );
  deepStrictEqual(
    found({
      from: "2025-07-01",
      to: "2025-08-31",
      kwh: 12_345,
      tariffs: [
        tariff(["2025-01-01", "0.0785", "0.20", "1840", "0.055"]),
        tariff(["2025-08-01", "0.0785", "0.20", "1840", "0.20"]),
      ],
    }),
    [["484.58", "156.27", "484.50", "156.27"], "1281.62", "233.66", "1515.28"],
  );
  const free = (from: string, price: string, vat = "0.20") => tariff([from, price, vat, "0", "0"]);
  deepStrictEqual(
    found({
      ...FEBRUARY,
      kwh: 100,
      tariffs: [free("2026-01-01", "0.1"), free("2026-02-08", "0.2"), free("2026-02-20", "0.3")],
    }),
    [["2.50", "8.60", "9.60"], "20.70", "4.14", "24.84"],
  );
  deepStrictEqual(
    found({
      from: "2026-04-01",
      to: "2026-04-30",
      kwh: 101,
      tariffs: [free("2026-01-01", "0.1", "0.055"), free("2026-04-16", "0.15", "0.055")],
    }),
    [["5.10", "7.50"], "12.60", "0.69", "13.29"],
  );
});

// @spec prices.cost
Deno.test("costOf() gives the last days what the days before leave of the whole kWh", () => {
  const dates = Array.from(
    { length: 28 },
    (_, day) => `2026-02-${String(day + 1).padStart(2, "0")}`,
  );
  const daily = Object.fromEntries(dates.map((date, day) => [date, day < 10 ? 1.25 : 2.5]));
  const { lines } = costOf({ ...FEBRUARY, kwh: 58, daily });
  deepStrictEqual(
    lines.filter(({ kind }) => kind === "energy").map(({ kwh }) => kwh),
    [13, 45],
  );
});

// @spec prices.cost
Deno.test("costOf() names the days without a price, and gives no total", () => {
  const cost = costOf({ ...FEBRUARY, tariffs: FEBRUARY.tariffs.slice(0, 1) });
  deepStrictEqual(cost.missing, { from: "2026-02-01", to: "2026-02-10" });
  deepStrictEqual([cost.ht, cost.ttc], [null, null]);
});

// @spec prices.cost
Deno.test("costOf() counts a subscription by the days of each year, and VAT by its rate", () => {
  const cost = costOf({
    from: "2027-12-31",
    to: "2028-01-01",
    kwh: 100,
    tariffs: [{
      from: "2020-01-01",
      price: "0.1",
      vat: "0.20",
      annualFixed: 3_660,
      fixedVat: "0.055",
    }],
  });
  deepStrictEqual(cost.lines.map(({ amount }) => amount), ["10.00", "10.03", "10.00"]);
  deepStrictEqual([cost.ht, cost.vat], ["30.03", "3.10"]);
});

Deno.test("costOf() refuses a period that ends before it begins, and two tariffs of one day", () => {
  throws(() => costOf({ ...FEBRUARY, to: "2026-01-31" }), RangeError);
  const [tariff] = FEBRUARY.tariffs;
  throws(() => costOf({ ...FEBRUARY, tariffs: tariff ? [tariff, tariff] : [] }), /2026-02-11/);
});

// @spec prices.cost
Deno.test("costOf() loses no kWh, and does not depend on the order of the tariffs", () => {
  fc.assert(fc.property(
    fc.integer({ min: 0, max: 1_000_000 }),
    fc.uniqueArray(fc.integer({ min: 1, max: 28 }), { maxLength: 5 }),
    (kwh, days) => {
      const tariffs = [
        { from: "2020-01-01" },
        ...days.map((day) => ({
          from: `2026-02-${String(day).padStart(2, "0")}`,
        })),
      ].map((one) => ({ ...one, price: "0.08", vat: "0.2", annualFixed: 0, fixedVat: "0.2" }));
      const cost = costOf({ ...FEBRUARY, kwh, tariffs });
      strictEqual(cost.lines.reduce((sum, line) => sum + line.kwh, 0), kwh);
      deepStrictEqual(costOf({ ...FEBRUARY, kwh, tariffs: tariffs.toReversed() }), cost);
    },
  ));
});

// @spec prices.units
Deno.test("euroPerKwh() divides by what the unit holds, to five decimals", () => {
  strictEqual(euroPerKwh("78.50", "€/MWh"), "0.07850");
  strictEqual(euroPerKwh("0.0888", "€/kWh PCI"), "0.08000");
  strictEqual(euroPerKwh(345, "€/t pellets"), "0.07500");
  strictEqual(euroPerKwh("0.078505", "€/kWh"), "0.07851");
});

// @spec prices.estimates
Deno.test("estimatedEuros() keeps two significant digits, and no figure below 100 €", () => {
  deepStrictEqual([1_949, 1_950, 99.99, 100, -2_449, 104_999].map(estimatedEuros), [
    1_900,
    2_000,
    null,
    100,
    -2_400,
    100_000,
  ]);
});
