import type { ConsumptionItem, ReportSheet } from "@/lib/domain/consumption_reports/types.ts";
import { shiftMonth } from "@/lib/domain/periods/civil_dates.ts";
import { formatMonth } from "@/lib/text/format/dates.ts";
import { formatQuantity } from "@/lib/text/format/numbers.ts";
import { withDoubt } from "@/lib/text/series/doubtful.ts";
import { kindLabel } from "./kinds.ts";

/** A figure of a use, drawn as a bar. */
interface ComparedBar {
  readonly role: "now" | "before" | "mean";
  readonly name: string;
  readonly value: number;
  /** The value with its unit, as in the table. */
  readonly text: string;
}

export interface ComparedUse {
  readonly kind: ConsumptionItem["kind"];
  readonly label: string;
  readonly isPart: boolean;
  readonly bars: readonly ComparedBar[];
}

/** The uses compared with the year before or with the mean, for both pages and PDFs. @spec reports.sheet */
export function comparedUses(sheet: ReportSheet, meanName: string): ComparedUse[] {
  return sheet.items.flatMap((item) => {
    const { kind, isPart } = item;
    const bars = barsOf(item, sheet, meanName);
    const label = kindLabel(kind, sheet.waterHeatingEnergy);
    return bars.length < 2 ? [] : [{ kind, label, isPart, bars }];
  });
}

function barsOf(
  { kind, unit, value, projected, previousYear, mean, doubtful }: ConsumptionItem,
  { month, isRunning }: ReportSheet,
  meanName: string,
): ComparedBar[] {
  if (kind === "temp") return [];
  const bar = (role: ComparedBar["role"], name: string, figure: number | null) =>
    figure === null ? [] : [{ role, name, value: figure, text: formatQuantity(figure, unit) }];
  const now = isRunning
    ? bar("now", withDoubt("mois prévu", doubtful), projected)
    : bar("now", withDoubt(formatMonth(month), doubtful), value);
  if (now.length === 0) return [];
  return [
    ...now,
    ...bar("before", formatMonth(shiftMonth(month, -12)), previousYear),
    // The mean of a running month covers its finished days only.
    ...bar("mean", meanName, isRunning ? null : mean?.value ?? null),
  ];
}
