/** The letters of monthly reports to occupants. @module */

import * as z from "zod";
import { formatMonth } from "@/lib/base/date_format.ts";
import { lowered } from "@/lib/base/strings.ts";
import { areaLetters } from "@/lib/mail/letters.ts";
import type { MailWords } from "@/lib/mail/text.ts";
import { isWithin } from "@/lib/series/day_spans.ts";
import { type ConsumptionItem, type ReportSheet, reportSheet } from "./schema.ts";
import { kindLabel, TABLE_TITLE, totalCostText } from "./text.ts";
import {
  changeText,
  type SheetColumn,
  sheetColumns,
  sheetExplanations,
  sheetSentences,
} from "./text_sheet.ts";

/** The monthly report of a dwelling, for its occupant. */
export type ConsumptionReportLetter = z.output<typeof consumptionReportLetter>;
const consumptionReportLetter = z.object({
  kind: z.literal("consumption-report"),
  /** The landlord. */
  organisation: z.string(),
  sheet: reportSheet,
  /** Path of the occupant's own page; null when there is none. */
  path: z.string().nullable(),
});

export const consumptionReportLetters = areaLetters<ConsumptionReportLetter>({
  kinds: { "consumption-report": { name: "Bilan de consommation" } },
  schema: consumptionReportLetter,
  words: consumptionReportWords,
  target: ({ path }) => ({ path }),
  isAbout: ({ sheet }, { projectId, houseId, span }) =>
    sheet.projectId === projectId && sheet.houseId === houseId && isWithin(span, sheet.from),
});

/** Texts of a monthly report, identical to those of its page and its PDF. @spec reports.mails */
export function consumptionReportWords(
  { organisation, sheet, path }: ConsumptionReportLetter,
): MailWords {
  const { residence, dwelling, month, items, totalCost } = sheet;
  const { days, headline, notices } = sheetSentences(sheet);
  const place = days === null ? residence : `${residence}, ${lowered(days)}`;
  const [, ...figures] = sheetColumns(sheet);
  return {
    subject: `bilan de consommation, ${formatMonth(month)}`,
    before: [
      headline,
      `Logement ${dwelling}, résidence ${place}.`,
      ...notices,
    ],
    lists: [{
      title: TABLE_TITLE,
      items: items.map((item) => ({ text: itemText(item, sheet, figures), path: null })),
    }],
    action: path === null ? null : "Voir ce bilan sur la page de mon logement",
    after: [
      ...totalCost === null ? [] : [totalCostText(sheet, totalCost)],
      ...sheetExplanations(sheet),
      `Ce message vient de votre bailleur, ${organisation}, une fois par mois. Pour ne plus le recevoir, demandez-le-lui.`,
    ],
  };
}

/** A use on one line: "Eau froide : 6,2 m³ ; coût : 24,80 € ; janvier 2025 : 3,1 m³ (+100 %)". */
function itemText(
  item: ConsumptionItem,
  { waterHeatingEnergy }: ReportSheet,
  figures: readonly SheetColumn[],
): string {
  const parts = figures.flatMap(({ field, label, text }) => {
    const shown = text(item);
    if (shown === "") return [];
    if (field === "value") return [shown];
    const change = field === "before" ? changeText(item) : "";
    const words = `${lowered(label)} : ${shown}`;
    return [change === "" ? words : `${words} (${change})`];
  });
  const figuresText = parts.length === 0 ? "sans relevé" : parts.join(" ; ");
  return `${kindLabel(item.kind, waterHeatingEnergy)} : ${figuresText}`;
}
