import { deepStrictEqual, match, strictEqual } from "node:assert/strict";
import type { AutoconsumptionSlot } from "@/lib/self_consumption/schema.ts";
import { sharesText } from "@/lib/self_consumption/text.ts";
import {
  comparedUse,
  highestShares,
  selfConsumptionPercent,
  selfProductionPercent,
  sharesTotal,
  useChart,
  useTotals,
} from "@/lib/self_consumption/use_figures.ts";
const JUNE: AutoconsumptionSlot = {
  slot: "2025-06",
  producedKWh: 10.1,
  consumedKWh: 8,
  selfConsumedKWh: 4.04,
  surplusKWh: 6.06,
  fromGridKWh: 3.96,
  completeness: 1,
  isWithheld: false,
};
const JULY: AutoconsumptionSlot = {
  slot: "2025-07",
  producedKWh: 0.2,
  consumedKWh: null,
  selfConsumedKWh: null,
  surplusKWh: null,
  fromGridKWh: null,
  completeness: 0.5,
  isWithheld: true,
};
const NOTHING = {
  producedKWh: null,
  consumedKWh: null,
  selfConsumedKWh: null,
  surplusKWh: null,
  fromGridKWh: null,
};

Deno.test("useTotals() adds known values to the last digit, with the share that was read", () => {
  deepStrictEqual(useTotals([JUNE, JULY]), {
    producedKWh: 10.3,
    consumedKWh: 8,
    selfConsumedKWh: 4.04,
    surplusKWh: 6.06,
    fromGridKWh: 3.96,
    completeness: 0.75,
    isWithheld: true,
  });
  deepStrictEqual(useTotals([]), { ...NOTHING, completeness: 0, isWithheld: false });
});

Deno.test("the rates: 4.04 of 10.1 kWh produced, of 8 kWh consumed", () => {
  strictEqual(selfConsumptionPercent(JUNE), 40);
  strictEqual(selfProductionPercent(JUNE), 50.5);
  for (const rate of [selfConsumptionPercent, selfProductionPercent]) {
    strictEqual(rate(JULY), null);
    strictEqual(rate({ ...JUNE, selfConsumedKWh: null }), null);
  }
  strictEqual(selfConsumptionPercent({ ...JUNE, surplusKWh: null }), null);
  strictEqual(selfProductionPercent({ ...JUNE, fromGridKWh: null }), null);
});

// @spec autoconsumption.hours
Deno.test("the totals of a slot that was not shared add nothing to the grid's supply, nor to the rates", () => {
  const unread = {
    ...NOTHING,
    slot: "2025-08",
    consumedKWh: 8,
    completeness: 0.5,
    isWithheld: false,
  };
  const totals = useTotals([JUNE, unread]);
  deepStrictEqual([totals.consumedKWh, totals.fromGridKWh], [16, 3.96]);
  // 4.04 of the 8 kWh of June, not of 16.
  strictEqual(selfProductionPercent(totals), 50.5);
});

Deno.test("comparedUse() covers the slots that are nearly complete in both years, without the running one", () => {
  const before = { ...JUNE, slot: "2024-06", producedKWh: 5 };
  deepStrictEqual(comparedUse([JUNE], [before]), {
    now: useTotals([JUNE]),
    before: useTotals([before]),
    isWhole: true,
  });
  const running = { ...JUNE, slot: "2025-07", producedKWh: 1 };
  const partly = { ...JUNE, slot: "2025-05", completeness: 0.9 };
  const compared = comparedUse([JUNE, running, partly], [before, undefined, before]);
  strictEqual(compared?.now.producedKWh, 10.1);
  strictEqual(compared?.before.producedKWh, 5);
  strictEqual(compared?.isWhole, false);
  strictEqual(comparedUse([running], [undefined]), null);
  const unread = { ...JUNE, ...NOTHING, slot: "2025-01", completeness: 0 };
  strictEqual(comparedUse([unread, JUNE], [unread, before])?.isWhole, true);
  // Where one year is withheld, its production would stand beside nothing.
  strictEqual(comparedUse([JUNE], [{ ...before, isWithheld: true }]), null);
});

Deno.test("sharesTotal() adds the shares of active consumers", () => {
  const consumer = (status: "active" | "left", sharePercent: number | null) => ({
    status,
    sharePercent,
  });
  const all = [consumer("active", 33.1), consumer("active", 33.2), consumer("left", 50)];
  strictEqual(sharesTotal([...all, consumer("active", null)]), 66.3);
});

// @spec autoconsumption.sharing
Deno.test("highestShares() is the highest sum on a day of those who take part, where shares are used", () => {
  const presences = (fromDate: string, toDate: string | null = null) => [{ fromDate, toDate }];
  const consumers = [
    { sharePercent: 60, presences: presences("2026-01-01") },
    { sharePercent: 60.5, presences: presences("2026-01-03", "2026-01-05") },
    { sharePercent: null, presences: presences("2026-01-01") },
  ];
  const days = (...dates: readonly number[]) => dates.map((day) => `2026-01-0${day}`);
  strictEqual(highestShares("static", consumers, days(1, 2, 3, 4, 5)), 120.5);
  strictEqual(highestShares("dynamic", consumers, days(1, 2)), 60);
  // The second one has left on the fifth.
  strictEqual(highestShares("static", consumers, days(5)), 60);
  strictEqual(highestShares("static", consumers, []), 0);
  strictEqual(highestShares("full-dynamic", consumers, days(3)), undefined);
});

/** A month of an operation: 10 kWh produced, 8 consumed, 4 of them by the operation itself. */
function aUse(over: Partial<AutoconsumptionSlot> = {}): AutoconsumptionSlot {
  return {
    slot: "2025-06",
    producedKWh: 10,
    consumedKWh: 8,
    selfConsumedKWh: 4,
    surplusKWh: 6,
    fromGridKWh: 4,
    completeness: 1,
    isWithheld: false,
    ...over,
  };
}

/** Name, stack and values of each layer. */
function layersOf(...slots: AutoconsumptionSlot[]) {
  return useChart(slots, { categories: ["juin", "juil."] })?.layers.map((
    { name, stack, values },
  ) => [name, stack, values]);
}

Deno.test("useChart() splits production and consumption into the part consumed on the spot and the rest", () => {
  deepStrictEqual(layersOf(aUse(), aUse({ producedKWh: 4, surplusKWh: 0 })), [
    ["Autoconsommé", 0, [4, 4]],
    ["Surplus de la production", 0, [6, 0]],
    ["", 1, [4, 4]],
    ["Complément du réseau", 1, [4, 4]],
  ]);
});

Deno.test("useChart() draws energy that was counted without being shared as unknown", () => {
  // 0.3 of the 10 kWh were produced in hours without a consumer's reading.
  const partly = aUse({ producedKWh: 10.3 });
  const nothing = { selfConsumedKWh: null, surplusKWh: null, fromGridKWh: null };
  const withheld = aUse({ ...nothing, consumedKWh: null });
  deepStrictEqual(layersOf(partly, withheld)?.slice(0, 3), [
    ["Autoconsommé", 0, [4, null]],
    ["Surplus de la production", 0, [6, null]],
    ["Répartition non connue", 0, [0.3, 10]],
  ]);
  const unread = aUse({ ...nothing, producedKWh: null });
  // Of 9 kWh consumed, 1 in hours without a generator's reading.
  deepStrictEqual(layersOf(unread, aUse({ consumedKWh: 9 }))?.at(-1), [
    "Répartition non connue",
    1,
    [8, 1],
  ]);
});

// @spec autoconsumption.sharing
Deno.test("sharesText() names the sum of fixed shares as exactly as they are typed", () => {
  match(sharesText("static", 90.95) ?? "", / font 90,95\u00A0%\u00A0?[ \u202F]?: le reste/);
  match(sharesText("dynamic", 100.04) ?? "", / font 100,04\u00A0%.*ramenées à 100/);
  strictEqual(sharesText("static", 100), null);
  strictEqual(sharesText("full-dynamic", 120), null);
});
