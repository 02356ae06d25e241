import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import type { MonthReport, MonthWarning, YearInput } from "@/lib/energy_balance/balance_report.ts";
import { BALANCE_LIMITS } from "@/lib/energy_balance/comparison_text.ts";
import type { CumulativeReport } from "@/lib/energy_balance/schema.ts";
import {
  BALANCE_LABELS,
  contractText,
  conversionText,
  GAP_CHART_WORDS,
  monthNotes,
  warningText,
} from "@/lib/energy_balance/text.ts";
import { yearReport } from "@/lib/energy_balance/year_report.ts";
import { aBoilerRoom, aYear, january, months, read, someSettings } from "./builders.ts";

function woodJanuary(): MonthReport {
  return january({
    boilerRoom: aBoilerRoom({ sourceKind: "wood-mass" }),
    series: { source: months({ "2023-01": 5000 }), ecs: months({ "2023-01": 60 }) },
    units: { source: "kg", ecs: "m³" },
  });
}

Deno.test("BALANCE_LABELS name months, years and seasons", () => {
  strictEqual(BALANCE_LABELS.month("2023-08"), "août 2023");
  strictEqual(BALANCE_LABELS.cumulative({ year: 2023, shifted: false }), "Année 2023");
  strictEqual(BALANCE_LABELS.cumulative({ year: 2023, shifted: true }), "Saison 2023 à 2024");
});

Deno.test("conversionText() shows which factor was used", () => {
  strictEqual(conversionText(january()), "11\u202FkWh/m³ par défaut");
  const gazFactors = [{ fromDate: "2022-05-01", pta: 0.9765, pcs: 11.42 }];
  strictEqual(
    conversionText(january({ boilerRoom: aBoilerRoom({ gazFactors }) })),
    "11,152\u202FkWh/m³, PTA × PCS depuis le 01/05/2022",
  );
  strictEqual(conversionText(woodJanuary()), "4,6\u202FkWh/kg");
  strictEqual(
    conversionText(january({ boilerRoom: aBoilerRoom({ sourceKind: "urban-energy" }) })),
    "",
  );
});

Deno.test("contractText() contains the contract's NB and its climate", () => {
  strictEqual(contractText(january()), "80\u202F000\u202FkWh pour 2\u202F000\u202FDJU");
  strictEqual(contractText(january({ boilerRoom: aBoilerRoom({ settings: [] }) })), "");
});

Deno.test("warningText() keeps punctuation and units with their word", () => {
  strictEqual(
    warningText("lone-gas-factor"),
    "PTA ou PCS manque\u00A0: 11\u202FkWh/m³ par défaut.",
  );
  strictEqual(warningText("running-month"), "Mois en cours.");
});

// @spec balance.limits
Deno.test("BALANCE_LIMITS are the three limits of the figures, with their spaces", () => {
  strictEqual(BALANCE_LIMITS.length, 3);
  strictEqual(BALANCE_LIMITS[1]?.includes("85\u00A0%"), true);
  strictEqual(BALANCE_LIMITS[2]?.includes("1\u202F500\u202FkWh"), true);
});

Deno.test("GAP_CHART_WORDS abbreviate months and format gaps", () => {
  strictEqual(GAP_CHART_WORDS.monthLabel("2023-01"), "janv.");
  strictEqual(GAP_CHART_WORDS.monthLabel("2023-12"), "déc.");
  strictEqual(GAP_CHART_WORDS.formatGap(-4.0382), "-4\u00A0%");
  strictEqual(GAP_CHART_WORDS.statusLabel("very-bad"), "Seuil dépassé");
});

Deno.test("monthNotes() groups consecutive months with the same note", () => {
  const month = (name: string, ...warnings: MonthWarning[]) => {
    return { month: name, days: 0, warnings, compared: null, meterEvents: [] };
  };
  const notes = monthNotes([
    month("2024-01", "running-month"),
    month("2024-02", "running-month"),
    month("2024-03", "incomplete", "running-month"),
    month("2024-04"),
    month("2024-05", "incomplete", "running-month"),
  ]);
  const both = ["Il manque une partie des relevés.", "Mois en cours."];
  deepStrictEqual(notes, [
    { months: ["2024-01", "2024-02"], sentences: ["Mois en cours."] },
    { months: ["2024-03"], sentences: both },
    { months: ["2024-05"], sentences: both },
  ]);
});

function cumulativeOf(changes: Partial<YearInput>): CumulativeReport {
  const { cumulative } = yearReport(aYear({ now: "2023-03-01", ...changes }));
  ok(cumulative !== null);
  return cumulative;
}

const TWO_MONTHS: Partial<YearInput> = {
  dju: { station: months({ "2023-01": 400, "2023-02": 300 }) },
  series: {
    source: months({ "2023-01": 2000, "2023-02": 1800 }),
    ecs: months({ "2023-01": 60, "2023-02": 50 }),
  },
};

Deno.test("cumulativeReport() sums volumes, energies, DJU and days", () => {
  const row = cumulativeOf(TWO_MONTHS);
  strictEqual(row.days, 59);
  deepStrictEqual(row.source, { kind: "gaz-volume", volume: 3800, mass: null, energy: 41800 });
  strictEqual(row.hotWater.volume, 110);
  strictEqual(row.hotWater.energy, 11000);
  strictEqual(row.dju, 700);
  // 16,000 + (19,800 − 5,000)
  strictEqual(row.heating.total, 30800);
  // 40 × 1,000 × 700 / 1,000
  strictEqual(row.target.total, 28000);
  ok(Math.abs((row.rate.percent ?? 0) - 10) < 1e-9);
  strictEqual(row.status, "very-bad");
  strictEqual(row.conversionFactor, 11);
  strictEqual(row.heatingMonthCount, 2);
});

Deno.test("cumulativeReport() weights litres by days, so a change of people counts for its months", () => {
  const row = cumulativeOf({
    ...TWO_MONTHS,
    boilerRoom: aBoilerRoom({
      settings: [someSettings(), someSettings({ fromDate: "2023-02-01", peopleNb: 100 })],
    }),
  });
  // (60,000 / (50 × 31) × 31 + 50,000 / (100 × 28) × 28) / 59 = (1,200 + 500) / 59
  ok(Math.abs((row.hotWater.dailyVolumePerPerson ?? 0) - 1700 / 59) < 1e-9);
});

// @spec balance.whole-days
Deno.test("cumulativeReport() weights litres by the days that the meters of hot water cover", () => {
  const days = [...Array(21).fill(null), ...Array(7).fill(2)];
  const row = cumulativeOf({
    ...TWO_MONTHS,
    series: {
      source: months({ "2023-01": 2000, "2023-02": 1800 }),
      ecs: { "2023-01": read(62), "2023-02": read(14, { days, completeness: 0.25 }) },
    },
  });
  // 2 m³ a day for 50 people, in the 31 days of January as in the last seven of February.
  strictEqual(row.hotWater.dailyVolumePerPerson, 40);
  strictEqual(row.hotWater.volume, 76);
});

Deno.test("cumulativeReport() weights Wh/m²/DJU by area × DJU", () => {
  const row = cumulativeOf({
    ...TWO_MONTHS,
    boilerRoom: aBoilerRoom({
      settings: [someSettings(), someSettings({ fromDate: "2023-02-01", area: 2000, target: 20 })],
    }),
  });
  // A × DJU: 400,000 and 600,000. NC: 16,000 and 14,800. N'B: 16,000 and 12,000.
  ok(Math.abs((row.heating.perAreaDju ?? 0) - 30.8) < 1e-9);
  ok(Math.abs((row.target.perAreaDju ?? 0) - 28) < 1e-9);
  ok(Math.abs((row.rate.percent ?? 0) - 10) < 1e-9);
});

// @spec balance.cumulative
Deno.test("cumulativeReport() gives percentages of sums, not means of percentages", () => {
  const row = cumulativeOf({
    boilerRoom: aBoilerRoom({ solarTypes: ["sun"] }),
    series: {
      source: months({ "2023-01": 2000, "2023-02": 2000 }),
      ecs: months({ "2023-01": 100, "2023-02": 20 }),
      sun: months({ "2023-01": 1000, "2023-02": 2000 }),
    },
    units: { source: "m³", ecs: "m³", sun: "kWh" },
  });
  // 10 % and 100 % in the months; 3,000 / 12,000 together
  strictEqual(row.solar.percent, 25);
  strictEqual(row.solar.energy, 3000);
});

Deno.test("cumulativeReport() excludes from heating a month whose hot water is missing", () => {
  const row = cumulativeOf({
    dju: { station: months({ "2023-01": 400, "2023-02": 300 }) },
    series: {
      source: months({ "2023-01": 2000, "2023-02": 1800 }),
      ecs: months({ "2023-01": 60 }),
    },
  });
  strictEqual(row.source.energy, 41800);
  strictEqual(row.heating.total, 16000);
  strictEqual(row.target.total, 16000);
  strictEqual(row.dju, 400);
  strictEqual(row.rate.percent, 0);
  strictEqual(row.heatingMonthCount, 1);
  // January alone, 31 days out of 59.
  strictEqual(row.completeness, 31 / 59);
});

Deno.test("cumulativeReport() counts the DJU of heating months only, when no season zeroes summer", () => {
  const row = cumulativeOf({
    now: "2023-06-30",
    dju: { station: months({ "2023-01": 400, "2023-06": 12 }) },
    series: {
      source: months({ "2023-01": 2000, "2023-06": 500 }),
      ecs: months({ "2023-01": 60, "2023-06": 50 }),
    },
  });
  strictEqual(row.dju, 400);
  strictEqual(row.heating.perAreaDju, 40);
});

Deno.test("cumulativeReport() of summer alone has 0 DJU, and no heating", () => {
  const row = cumulativeOf({
    period: { year: 2023, shifted: true },
    now: "2023-08-31",
    dju: { station: months({ "2023-07": 1, "2023-08": 2 }) },
  });
  strictEqual(row.dju, 0);
  deepStrictEqual(row.heating, { total: null, perAreaDju: null });
  strictEqual(row.rate.percent, null);
  strictEqual(row.status, null);
  strictEqual(row.heatingMonthCount, 0);
  strictEqual(row.comparedDayCount, 0);
});

Deno.test("cumulativeReport() has no DJU of a winter of which no month could be compared", () => {
  const { dju, heating, target } = cumulativeOf({
    ...TWO_MONTHS,
    series: { source: months({ "2023-01": 2000, "2023-02": 1800 }) },
  });
  deepStrictEqual([dju, heating.total, target.total], [null, null, null]);
});

Deno.test("cumulativeReport() shows the contract and the threshold of the last month", () => {
  const row = cumulativeOf({
    ...TWO_MONTHS,
    boilerRoom: aBoilerRoom({
      settings: [
        someSettings(),
        someSettings({ fromDate: "2023-02-01", threshold: 12, djuContract: 1000 }),
      ],
    }),
  });
  strictEqual(row.rate.threshold, 12);
  deepStrictEqual(row.config, { djuContract: 1000, nBContract: 40000 });
  strictEqual(row.status, "bad");
});

Deno.test("cumulativeReport() has no single factor when it changed in the year", () => {
  const gazFactors = [{ fromDate: "2023-02-01", pta: 0.8, pcs: 12.5 }];
  strictEqual(
    cumulativeOf({ ...TWO_MONTHS, boilerRoom: aBoilerRoom({ gazFactors }) }).conversionFactor,
    null,
  );
});

Deno.test("cumulativeReport() is as complete as its months, weighted by their days", () => {
  const row = cumulativeOf({
    dju: { station: months({ "2023-01": 400, "2023-02": 300 }) },
    series: {
      source: { "2023-01": read(2000), "2023-02": read(1800, { completeness: 0.4 }) },
      ecs: { "2023-01": read(60, { estimated: true }), "2023-02": read(50) },
    },
  });
  // 31 days of January, and 0.4 of the 28 of February, out of 59.
  strictEqual(row.completeness, (31 + 0.4 * 28) / 59);
  strictEqual(row.estimated, true);
});
