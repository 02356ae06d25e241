import { deepStrictEqual, strictEqual } from "node:assert/strict";
import { type PortfolioLine, portfolioRanks } from "@/lib/energy_balance/portfolio_ranks.ts";

function aLine(id: string, line: Partial<PortfolioLine> = {}): PortfolioLine {
  return { id, energies: [], kg: null, euros: null, heating: null, ...line };
}

function byKwh(figures: readonly (number | null)[]) {
  return portfolioRanks(figures.map((kwhPerM2, at) => aLine(String(at), { kwhPerM2 })));
}

function ranksOf(figures: readonly (number | null)[]) {
  const { ranks } = byKwh(figures);
  return figures.map((_, at) => ranks[at]?.kwhPerM2 ?? null);
}

// @spec balance.ranks
Deno.test("rank 1 is the lowest, ties are equal, and an unknown figure has no rank (E §5)", () => {
  deepStrictEqual(ranksOf([30, 10, null, 10, 20])?.map((rank) => rank?.rank ?? null), [
    4,
    1,
    null,
    1,
    3,
  ]);
  deepStrictEqual(ranksOf([5, null]), [{ rank: 1, of: 1, quartile: null }, null]);
  deepStrictEqual(ranksOf([]), []);
});

// @spec balance.ranks
Deno.test("quartiles are of type 7, from four figures; a line is above those strictly below it", () => {
  strictEqual(byKwh([1, 2, 3]).quartiles.kwhPerM2, null);
  strictEqual(byKwh([1, 2, 3, null]).quartiles.kwhPerM2, null);
  deepStrictEqual(byKwh([4, 1, 3, 2]).quartiles.kwhPerM2, [1.75, 2.5, 3.25]);
  deepStrictEqual(byKwh([50, 10, 20, 40, 30]).quartiles.kwhPerM2, [20, 30, 40]);
  const quarters = (figures: readonly number[]) => ranksOf(figures).map((rank) => rank?.quartile);
  deepStrictEqual(quarters([1, 2, 3, 4]), [1, 2, 3, 4]);
  // A quartile's own value is not above it.
  deepStrictEqual(quarters([10, 20, 30, 40, 50]), [1, 1, 2, 3, 4]);
  deepStrictEqual(quarters([7, 7, 7, 7]), [1, 1, 1, 1]);
});

// @spec balance.ranks
Deno.test("each figure has its own ranks", () => {
  const { ranks } = portfolioRanks([
    aLine("a", { kwhPerM2: 1, whPerM2Dju: 9, eurosPerM2: 2, kgPerM2: null }),
    aLine("b", { kwhPerM2: 2, whPerM2Dju: 8, eurosPerM2: 2, kgPerM2: 0 }),
  ]);
  const places = (id: string) =>
    Object.fromEntries(Object.entries(ranks[id] ?? {}).map(([name, rank]) => [name, rank?.rank]));
  deepStrictEqual(places("a"), { kwhPerM2: 1, whPerM2Dju: 2, eurosPerM2: 1, kgPerM2: undefined });
  deepStrictEqual(places("b"), { kwhPerM2: 2, whPerM2Dju: 1, eurosPerM2: 1, kgPerM2: 1 });
});

// @spec balance.ranks
Deno.test("carbon, euros and kWh PCI are summed, solar apart; levels of several carriers ask for a note", () => {
  const gas = aLine("gas", {
    energies: [
      { carrier: "gas", unit: "kWh-PCS", amount: 1110 },
      { carrier: "solar", unit: "kWh", amount: 50 },
    ],
    kg: 227,
    euros: 10.005,
  });
  const wood = aLine("wood", {
    energies: [{ carrier: "pellets", unit: "t", amount: 1 }],
    kg: 138,
    euros: 1,
  });
  const urban = aLine("urban", { energies: [{ carrier: "district", unit: "kWh", amount: 400 }] });
  const { sums, hasSeveralCarriers } = portfolioRanks([gas, wood, urban]);
  strictEqual(hasSeveralCarriers, true);
  deepStrictEqual([sums.finalKwh, sums.solarKwh, sums.kg], [6000, 50, 365]);
  strictEqual(sums.euros, 11.01);
  strictEqual(portfolioRanks([gas]).hasSeveralCarriers, false);
  const empty = portfolioRanks([aLine("none")]).sums;
  deepStrictEqual(Object.values(empty), Object.values(empty).map(() => null));
});

// @spec balance.ranks
Deno.test("NC over N'B is summed within one basis only, else the gap is in euros", () => {
  const heated = (
    ncKwh: number,
    targetKwh: number,
    energyBasis: "PCS" | "PCI" | "useful",
    price: string | null = null,
  ) => aLine(`${ncKwh}`, { heating: { ncKwh, targetKwh, energyBasis, price } });
  const gap = (...lines: PortfolioLine[]) => {
    const { gapPercent, gapEuros } = portfolioRanks(lines).sums;
    return [gapPercent, gapEuros];
  };
  deepStrictEqual(gap(heated(90, 100, "PCS"), heated(121, 100, "PCS")), [5.5, null]);
  // 2 001 of 2 000 is 0.05 %, shown 0.1 %.
  deepStrictEqual(gap(heated(1001, 1000, "PCI"), heated(1000, 1000, "PCI")), [0.1, null]);
  const useful = heated(120, 100, "useful", "0.1");
  deepStrictEqual(gap(heated(90, 100, "PCS", "0.07850"), useful), [null, -1.22]);
  deepStrictEqual(gap(heated(90, 100, "PCS"), useful), [null, null]);
  deepStrictEqual(gap(aLine("none")), [null, null]);
  deepStrictEqual(gap(heated(0, 0, "PCS")), [null, null]);
});
