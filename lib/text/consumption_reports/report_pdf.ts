/** Texts of the report PDFs that their pages do not have. @module */
import { isCostDoubtful } from "@/lib/domain/consumption_reports/report_list.ts";
import type { ReportSheet } from "@/lib/domain/consumption_reports/types.ts";
import type { IsoMonth } from "@/lib/domain/periods/civil_dates.ts";
import { countText } from "@/lib/text/format/counts.ts";
import { formatMonth } from "@/lib/text/format/dates.ts";
import { withNoBreaks } from "@/lib/text/format/no_breaks.ts";
import { formatEuros } from "@/lib/text/format/numbers.ts";
import { withDoubt } from "@/lib/text/series/doubtful.ts";

export const TABLE_TITLE = "Les consommations du mois";
export const BARS_TITLE = "À côté de l’an dernier et de la résidence";
export const MEAN_LABEL = "moyenne de la résidence";
export const IMAGE_LABEL = "Image choisie par le bailleur";

export function totalCostText(
  { items }: Pick<ReportSheet, "items">,
  euros: number,
): string {
  return withNoBreaks(`Coût estimé : ${withDoubt(formatEuros(euros), isCostDoubtful(items))}`);
}

/** Title of the reports of several dwellings. @param count number of chosen dwellings; null for all */
export function reportsTitle(
  { month, residence, count }: {
    readonly month: IsoMonth;
    readonly residence: string;
    readonly count: number | null;
  },
): string {
  const chosen = count === null ? "" : ` de ${countText(count, "logement")}`;
  return `Bilans de consommation${chosen}, ${residence}, ${formatMonth(month)}`;
}

/** File name of the reports, without extension. */
export function reportsFileName(
  { month, residence }: { readonly month: IsoMonth; readonly residence: string },
): string {
  return `Bilans ${residence} ${month}`;
}
