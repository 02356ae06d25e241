import { deepStrictEqual, match, ok, strictEqual } from "node:assert/strict";
import { reportList } from "@/components/consumption_reports/report_list.tsx";
import {
  kindsOf,
  type ReportLine,
  reportLines,
  reportStates,
  reportTotals,
} from "@/lib/consumption_reports/month_list.ts";
import type { ConsumptionItem } from "@/lib/consumption_reports/schema.ts";
import type { ConsumptionKind } from "@/lib/timeseries/units.ts";
import { links } from "@/lib/ui/links.ts";
import { demoTest } from "@/tests/helpers/a_browser_site.ts";
import { drawn } from "@/tests/helpers/drawn.ts";

function item(
  kind: ConsumptionKind,
  value: number | null,
  rest: Partial<ConsumptionItem> = {},
): ConsumptionItem {
  return {
    kind,
    unit: kind === "coldWater" ? "m³" : "kWh",
    value,
    completeness: 1,
    cost: null,
    reference: null,
    referencePercent: null,
    progress: null,
    previousYear: null,
    previousYearCorrected: null,
    previousYearPercent: null,
    status: null,
    mean: null,
    yearToDate: null,
    projected: null,
    isPart: false,
    ...rest,
  };
}

function line(
  name: string,
  items: ConsumptionItem[],
  rest: Partial<ReportLine> = {},
): ReportLine {
  const facts = { floor: null, totalCost: null, completeness: 1, isShared: false };
  return { id: name, name, items, ...facts, ...rest };
}

const A2 = line("A2", [item("coldWater", 6), item("heating", 200, { status: "bad" })], {
  totalCost: 40,
});
const A10 = line("A10", [item("coldWater", null), item("temp", 20)], { completeness: 0.5 });

// @spec reports.month-list
Deno.test("reportLines() names the analysed dwellings, with their least complete consumption", () => {
  const house = {
    houseId: "h1",
    items: [item("heating", 1, { completeness: 0.4 }), item("coldWater", 1)],
    totalCost: 3,
    isShared: true,
    isVacant: false,
    from: "2026-01-16",
    to: "2026-01-31",
    area: null,
    people: null,
    dju: null,
    djuYearBefore: null,
    headline: {
      change: "unknown" as const,
      kind: null,
      percent: null,
      euros: null,
      correctedPercent: null,
    },
    notices: [],
  };
  const named = [{ id: "h1", settings: { name: "A1", floor: 2 } }];
  const houses = [house, { ...house, houseId: "gone" }];
  const lines = reportLines({ houses, until: "2026-01-31" }, named);
  // On the first of a month nothing was expected yet.
  const [begun] = reportLines({ houses, until: null }, named);
  deepStrictEqual(begun && [begun.completeness, reportStates(begun)], [null, ["shared"]]);
  deepStrictEqual(
    lines.map(({ id, name, floor, completeness, isShared }) => [
      id,
      name,
      floor,
      completeness,
      isShared,
    ]),
    [["h1", "A1", 2, 0.4, true]],
  );
});

// @spec reports.month-list
Deno.test("reportTotals() adds the known values of each kind, and no temperatures", () => {
  const kinds = kindsOf([A10, A2]);
  deepStrictEqual(reportTotals([A10, A2], kinds), {
    byKind: [6, 200, null],
    doubtfulKinds: [false, false, false],
    isCostDoubtful: false,
    cost: 40,
  });
  deepStrictEqual(reportTotals([A10], kinds), {
    byKind: [null, null, null],
    doubtfulKinds: [false, false, false],
    isCostDoubtful: false,
    cost: null,
  });
});

// @spec reports.month-list
Deno.test("reportStates() shows what increased, is partly read, or is shared", () => {
  deepStrictEqual([
    reportStates(A2),
    reportStates(A10),
    reportStates(line("A1", [], { isShared: true })),
    reportStates(line("A1", [])),
    reportStates(line("A1", [], { completeness: 0.95 })),
    // On the first of a month.
    reportStates(line("A1", [item("coldWater", null, { projected: 9, status: "bad" })])),
  ], [["up"], ["unread"], ["shared"], ["fine"], ["fine"], ["fine"]]);
});

const LIST = reportList({
  project: { id: "p1", name: "Les Tilleuls" },
  month: "2026-01",
  lines: [A2, A10],
  kinds: kindsOf([A2, A10]),
  mean: null,
  shown: null,
});

// @spec reports.month-list
Deno.test("reportList() shows no change beside an unknown value", () => {
  const cellOf = (value: number | null) => {
    const compared = { projected: 9.5, previousYear: 10, previousYearPercent: 95 };
    const one = line("A1", [item("coldWater", value, { ...compared, status: "good" })]);
    const column = LIST.columns.find(({ field }) => field === "coldWater");
    return drawn(<>{column?.cell?.(one)}</>);
  };
  // 95 % of the year before is -5 %.
  match(cellOf(4), /4,0.*-5\s%/);
  strictEqual(cellOf(null), "");
});

demoTest(
  "at 1280 pixels the month of a residence with lighting shows every column, including boxes; printed, neither boxes nor the form that orders reports",
  async ({ page, go }) => {
    await go(links.consumptionReports("p04", "2026-01"));
    const box = page.locator(".table-box");
    strictEqual(await box.locator("thead th").count(), 10);
    const excess = await box.evaluate((node) => node.scrollWidth - node.clientWidth);
    ok(excess <= 0, `${excess} pixels are cut`);
    const shown = async () => [
      await page.locator(".tick:visible").count() > 0,
      await page.locator("#reports").isVisible(),
      await page.getByText("Choisir", { exact: true }).isVisible(),
    ];
    deepStrictEqual(await shown(), [true, true, true]);
    await page.emulateMedia({ media: "print" });
    deepStrictEqual(await shown(), [false, false, false]);
  },
  { width: 1280 },
);

demoTest(
  "at 320 pixels the bars of a report are visible, also with text of twice its size",
  async ({ page, go }) => {
    await go(links.consumptionReports("p04", "2026-01"));
    const href = await page.locator(".table-box tbody a").first().getAttribute("href");
    await go(href ?? "");
    const narrowest = () =>
      page.locator(".compared-bars svg").evaluateAll((all) =>
        Math.min(...all.map((one) => one.getBoundingClientRect().width))
      );
    ok(await narrowest() >= 40, `${await narrowest()} pixels`);
    await page.evaluate(() => {
      document.documentElement.style.fontSize = "200%";
    });
    ok(await narrowest() >= 40, `${await narrowest()} pixels of large text`);
  },
  { width: 320 },
);
