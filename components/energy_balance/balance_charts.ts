/** Charts of gaps and outdoor temperatures, and their sizes. @module */

import { type IsoMonth, monthOf } from "@/lib/base/civil_dates.ts";
import { memoOf } from "@/lib/base/memo.ts";
import type { YearReport } from "@/lib/energy_balance/balance_report.ts";
import { type AnnotatedMonths, gapChart, temperatureChart } from "@/lib/energy_balance/charts.ts";
import { type BoardData, periodMonths } from "@/lib/energy_balance/year_report.ts";
import type { ChartModel } from "@/lib/ui/chart_model.ts";

interface BalanceChart {
  readonly model: ChartModel;
  readonly title: string;
  readonly label: string;
  readonly unit: string;
}

/** The charts of the page (B §2). */
interface BalanceCharts {
  readonly gap: BalanceChart;
  /** The outdoor temperature, if it was read. */
  readonly temperature: BalanceChart | null;
}

/** The charts of a board's year, computed once for each report: a report never changes; its annotations may. */
export function balanceCharts(
  report: YearReport,
  data: BoardData,
  annotated: AnnotatedMonths,
): BalanceCharts {
  const charts = chartsOf(report)(data);
  return Object.keys(annotated).length === 0
    ? charts
    : { ...charts, gap: gapPerMonth(report, monthOf(data.input.now), annotated) };
}

const chartsOf = memoOf((report: YearReport) =>
  memoOf((data: BoardData): BalanceCharts => ({
    gap: gapPerMonth(report, monthOf(data.input.now), {}),
    temperature: outdoorChart(report, data),
  }))
);

function gapPerMonth(
  report: YearReport,
  runningMonth: IsoMonth,
  annotated: AnnotatedMonths,
): BalanceChart {
  return {
    model: gapChart(report, runningMonth, annotated),
    title: "Écart mensuel à l’objectif (%)",
    label: "Histogramme de l’écart de chaque mois\u00A0; ses valeurs sont dans le tableau.",
    unit: "%",
  };
}

function outdoorChart(report: YearReport, data: BoardData) {
  const source = readSource(report, data);
  if (source === null) return null;
  const months = periodMonths(report.period);
  const model = temperatureChart(months, data.outdoorC[source.id] ?? {}, source.name);
  if (model === null) return null;
  return {
    model,
    title: `Température extérieure moyenne (°C), ${source.name}`,
    label: `Courbe de la température extérieure moyenne de chaque mois, ${source.name}.`,
    unit: "°C",
  };
}

/** The source of the applied DJU, if its temperatures are known; else the first one read. */
function readSource(
  report: YearReport,
  { outdoorSources, outdoorC }: Pick<BoardData, "outdoorSources" | "outdoorC">,
) {
  const known = outdoorSources.filter(({ id }) => Object.keys(outdoorC[id] ?? {}).length > 0);
  const counted = report.rows.at(-1)?.settings?.djuSource;
  return known.find(({ id }) => id === counted) ?? known[0] ?? null;
}
