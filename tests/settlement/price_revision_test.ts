import { deepStrictEqual } from "node:assert/strict";
import { hasOddShares, revisedPrice, type RevisionQuery } from "@/lib/settlement/price_revision.ts";
import type { TypedIndexValue } from "@/lib/settlement/schema.ts";

function published(month: string, value: string, indexName = "PEG"): TypedIndexValue {
  return { indexName, month, value, origin: "" };
}

const REVISED = {
  p0: "0.06200",
  a: "0.15",
  terms: [{ b: "0.85", indexName: "PEG", index0: "95.0" }],
};

const CLAUSE: RevisionQuery = {
  components: [REVISED],
  month: "2026-01",
  indexValues: [
    published("2026-01", "108.3"),
    published("2025-12", "101.2"),
    published("2026-02", "120"),
  ],
};

// @spec prices.revision
Deno.test("revisedPrice() of W7: K 1.1190 and 0.06938 €/kWh", () => {
  deepStrictEqual(revisedPrice(CLAUSE), {
    price: "0.06938",
    k: ["1.1190"],
    indexes: [published("2026-01", "108.3")],
    isProvisional: false,
  });
  deepStrictEqual(CLAUSE.components.map(hasOddShares), [false]);
});

// @spec prices.revision
Deno.test("revisedPrice() adds fixed parts as they are, and tells shares that do not add up", () => {
  const excise = { fixed: "0.01640", label: "Accise" };
  const { price, k } = revisedPrice({ ...CLAUSE, components: [...CLAUSE.components, excise] });
  deepStrictEqual([price, k], ["0.08578", ["1.1190"]]);
  const odd = { p0: "0.062", a: "0.2", terms: [{ b: "0.85", indexName: "PEG", index0: "95" }] };
  deepStrictEqual([odd, excise].map(hasOddShares), [true, false]);
});

// @spec prices.revision
Deno.test("revisedPrice() with an index not yet published is provisional; without any value it has no price", () => {
  const later = revisedPrice({ ...CLAUSE, month: "2026-03" });
  deepStrictEqual([later.indexes[0]?.month, later.isProvisional], ["2026-02", true]);
  const unknown = revisedPrice({ ...CLAUSE, indexValues: [] });
  deepStrictEqual([unknown.price, unknown.indexes, unknown.isProvisional], [null, [], false]);
});

// @spec prices.revision
Deno.test("revisedPrice() rounds K half away from zero, or up where the clause says so", () => {
  const k = (value: string, coefRounding: "half" | "up") =>
    revisedPrice({
      components: [{ p0: "1", a: "0", terms: [{ b: "1", indexName: "i", index0: "1" }] }],
      month: "2026-01",
      indexValues: [published("2026-01", value, "i")],
      coefRounding,
    }).k[0];
  deepStrictEqual([k("1.11905", "half"), k("1.11904", "half")], ["1.1191", "1.1190"]);
  deepStrictEqual([k("1.11901", "up"), k("1.1190", "up")], ["1.1191", "1.1190"]);
});

// @spec prices.revision
Deno.test("revisedPrice() sums thirds exactly, rounds as the clause says, and adds fixed parts unrounded", () => {
  const third = (b: string, ...values: string[]) => ({
    terms: values.map((_, at) => ({ b, indexName: `i${at}`, index0: "75" })),
    indexValues: values.map((value, at) => published("2026-01", value, `i${at}`)),
  });
  const priced = (
    p0: string,
    a: string,
    { terms, indexValues, ...rules }: ReturnType<typeof third> & Partial<RevisionQuery>,
    ...fixed: string[]
  ) => {
    const components = [{ p0, a, terms }, ...fixed.map((one) => ({ fixed: one, label: "" }))];
    const { price, k } = revisedPrice({ components, month: "2026-01", indexValues, ...rules });
    return [...k, price];
  };
  const none = { terms: [], indexValues: [] };
  // 0.15 + 3.00015/3 is 1.15005, a half.
  deepStrictEqual(priced("0.062", "0.15", third("0.25", "100", "100", "100.015")), [
    "1.1501",
    "0.07131",
  ]);
  // Three times 2/3 are 2, which rounds up to itself.
  deepStrictEqual(
    priced("0.062", "0", { ...third("0.5", "100", "100", "100"), coefRounding: "up" }),
    ["2.0000", "0.12400"],
  );
  deepStrictEqual(priced("0.06", "1", none, "0.001234", "0.001231"), ["1.0000", "0.06247"]);
  const { price, k } = revisedPrice({
    ...CLAUSE,
    components: [{ ...REVISED, p0: "0.0625" }, { fixed: "0.0164", label: "Accise" }],
    ...{ coefDecimals: 6, priceDecimals: 6 },
  });
  deepStrictEqual([k, price], [["1.119000"], "0.086338"]);
});
