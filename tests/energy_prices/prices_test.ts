import { deepStrictEqual, strictEqual, throws } from "node:assert/strict";
import { costOf, type CostQuery, estimatedEuros, euroPerKwh } from "@/lib/energy_prices/cost.ts";
import { revisedPrice, type RevisionQuery } from "@/lib/energy_prices/price_revision.ts";
import { fc } from "@/tests/npm/fast_check.ts";

const CLAUSE: RevisionQuery = {
  components: [{
    p0: "0.06200",
    a: "0.15",
    terms: [{ b: "0.85", indexId: "PEG", index0: "95.0" }],
  }],
  month: "2026-01",
  indexValues: [
    { indexId: "PEG", month: "2026-01", value: "108.3" },
    { indexId: "PEG", month: "2025-12", value: "101.2" },
    { indexId: "PEG", month: "2026-02", value: "120" },
  ],
};

// @spec prices.revision
Deno.test("revisedPrice() of W7: K 1.1190 and 0.06938 €/kWh", () => {
  const { price, parts, isProvisional, hasOddShares } = revisedPrice(CLAUSE);
  strictEqual(price, "0.06938");
  deepStrictEqual(parts, [{
    k: "1.1190",
    price: "0.06938",
    label: "",
    indexes: [{ indexId: "PEG", month: "2026-01", value: "108.3" }],
  }]);
  deepStrictEqual([isProvisional, hasOddShares], [false, false]);
});

// @spec prices.revision
Deno.test("revisedPrice() adds fixed parts as they are, and tells shares that do not add up", () => {
  const [component] = CLAUSE.components;
  const excise = { fixed: "0.01640", label: "Accise" };
  const query = { ...CLAUSE, components: component ? [component, excise] : [] };
  strictEqual(revisedPrice(query).price, "0.08578");
  deepStrictEqual(revisedPrice(query).parts[1], {
    k: null,
    price: "0.01640",
    label: "Accise",
    indexes: [],
  });
  const odd = { p0: "0.062", a: "0.2", terms: [{ b: "0.85", indexId: "PEG", index0: 95 }] };
  strictEqual(revisedPrice({ ...CLAUSE, components: [odd] }).hasOddShares, true);
});

// @spec prices.revision
Deno.test("revisedPrice() with an index not yet published is provisional; without any value it has no price", () => {
  const later = revisedPrice({ ...CLAUSE, month: "2026-03" });
  deepStrictEqual([later.parts[0]?.indexes[0]?.month, later.isProvisional], ["2026-02", true]);
  const unknown = revisedPrice({ ...CLAUSE, indexValues: [] });
  deepStrictEqual([unknown.price, unknown.missing], [null, ["PEG"]]);
});

// @spec prices.revision
Deno.test("revisedPrice() rounds K half away from zero, or up where the clause says so", () => {
  const k = (value: string, coefRounding: "half" | "up") =>
    revisedPrice({
      components: [{ p0: 1, a: 0, terms: [{ b: 1, indexId: "i", index0: 1 }] }],
      month: "2026-01",
      indexValues: [{ indexId: "i", month: "2026-01", value }],
      coefRounding,
    }).parts[0]?.k;
  deepStrictEqual([k("1.11905", "half"), k("1.11904", "half")], ["1.1191", "1.1190"]);
  deepStrictEqual([k("1.11901", "up"), k("1.1190", "up")], ["1.1191", "1.1190"]);
});

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
