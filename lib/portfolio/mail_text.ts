/** Words of the monthly letter, on its page and by mail. @module */

import * as z from "zod";
import { capitalized, lowered } from "@/lib/base/strings.ts";
import { changeText } from "@/lib/energy_balance/comparison_text.ts";
import { areaLetters } from "@/lib/mail/letters.ts";
import type { MailWords } from "@/lib/mail/text.ts";
import { links } from "@/lib/ui/links.ts";
import { type LetterLine, type MonthlyLetter, monthlyLetter } from "./schema.ts";
import { datesOfMonth, type IsoMonth } from "@/lib/base/civil_dates.ts";
import { formatMonth, ofMonth } from "@/lib/base/date_format.ts";
import { sumBy } from "@/lib/base/sums.ts";
import { countText, formatPercent } from "@/lib/base/text_format.ts";
import { gapPercent } from "@/lib/energy_balance/formulas.ts";
import type { RoomFigures } from "@/lib/energy_signature/schema.ts";
import { driftTitle } from "@/lib/energy_signature/text.ts";
import { ENERGY_BASIS_LABELS } from "./text_to_do.ts";

/** What a letter is made from. */
export interface LetterSources {
  readonly month: IsoMonth;
  readonly lines: readonly LetterLine[];
  readonly rooms: readonly Omit<RoomFigures, "season" | "energy" | "weather" | "gap">[];
  readonly lateDocumentCount: number;
  /** Statements sent that wait for their operator. */
  readonly waitingCount: number;
  /** Residences with series that are silent. */
  readonly silentCount: number;
}

/** Known under this, % of the days of the boiler rooms, a month is said to be partial first. */
const LEAST_KNOWN_PERCENT = 90;

/** @spec projects.letter */
export function letterOfMonth(sources: LetterSources): MonthlyLetter {
  const { month, lines } = sources;
  return {
    month,
    sentences: [knownSentence(sources), gapSentence(lines), thresholdSentence(sources)],
    ranking: lines.filter(({ percent }) => percent !== null)
      .toSorted((a, b) => (b.percent ?? 0) - (a.percent ?? 0)),
    changed: [...crossings(lines), ...newDrifts(sources)],
    late: lateTexts(sources),
  };
}

function knownSentence({ month, lines }: LetterSources): string {
  const wanted = lines.length * datesOfMonth(month).length;
  const percent = wanted === 0 ? 0 : 100 * sumBy(lines, ({ knownDays }) => knownDays) / wanted;
  const rooms = countText(lines.length, "chaufferie");
  if (percent < LEAST_KNOWN_PERCENT) {
    // Rounded down: 89.9 is not 90.
    const known = formatPercent(Math.floor(percent), 0);
    return `Attention, ${
      formatMonth(month)
    } n’est connu qu’à ${known} des jours de ${rooms}\u00A0: les chiffres qui suivent sont partiels.`;
  }
  return `${capitalized(formatMonth(month))} est connu à ${
    formatPercent(Math.floor(percent), 0)
  } des jours de ${rooms}.`;
}

/** The gap of each kind of kWh: they are not summed. @spec balance.ranks */
function gapSentence(lines: readonly LetterLine[]): string {
  const compared = lines.filter(({ percent }) => percent !== null);
  const gaps = [...Map.groupBy(compared, ({ energyBasis }) => energyBasis)].flatMap(
    ([basis, own]) => {
      const percent = gapPercent({
        actualKWh: sumBy(own, ({ ncKwh }) => ncKwh ?? 0),
        targetKWh: sumBy(own, ({ targetKwh }) => targetKwh ?? 0),
      });
      const of = `${ENERGY_BASIS_LABELS[basis]}, ${countText(own.length, "chaufferie")}`;
      return percent === null ? [] : [`${changeText(percent)} ${of}`];
    },
  );
  if (gaps.length === 0) return "Aucune chaufferie n’a d’objectif de chauffage ce mois-là.";
  return `L’écart du chauffage avec l’objectif est de ${gaps.join("\u00A0; ")}.`;
}

function isAbove(status: LetterLine["status"]): boolean {
  return status === "very-bad";
}

function thresholdSentence({ lines }: LetterSources): string {
  const now = lines.filter(({ status }) => isAbove(status)).length;
  const before = lines.filter(({ statusBefore }) => isAbove(statusBefore)).length;
  const verb = now < 2 ? "dépasse son seuil" : "dépassent leur seuil";
  const isHeatedBefore = lines.some(({ percentBefore }) => percentBefore !== null);
  const previous = isHeatedBefore ? `, ${before} le mois d’avant` : "";
  return `${countText(now, "chaufferie")} ${verb}${previous}.`;
}

/** Boiler rooms that went above their threshold, or came back under it. */
function crossings(lines: readonly LetterLine[]): string[] {
  return lines.flatMap((line) => {
    const { projectName, boilerRoomName, percent, percentBefore, status, statusBefore } = line;
    if (percent === null || percentBefore === null || isAbove(status) === isAbove(statusBefore)) {
      return [];
    }
    const where = isAbove(status) ? "passe au-dessus de son seuil" : "revient sous son seuil";
    return [
      `${projectName}, ${boilerRoomName} ${where}\u00A0: ${changeText(percent)}, après ${
        changeText(percentBefore)
      }`,
    ];
  });
}

function newDrifts({ rooms, month }: LetterSources): string[] {
  return rooms.flatMap(({ projectName, boilerRoomName, drift }) =>
    drift === null || !drift.since.startsWith(month)
      ? []
      : [`${projectName}, ${boilerRoomName}\u00A0: ${driftTitle(drift)}`]
  );
}

function lateTexts({ lateDocumentCount, waitingCount, silentCount }: LetterSources): string[] {
  return [
    ...lateDocumentCount === 0
      ? []
      : [countText(lateDocumentCount, "document en retard", "documents en retard")],
    ...waitingCount === 0
      ? []
      : [countText(waitingCount, "décompte sans réponse", "décomptes sans réponse")],
    ...silentCount === 0 ? [] : [
      `Relevés manquants dans ${countText(silentCount, "résidence")}`,
    ],
  ];
}

/** Title of a letter: « Lettre d’octobre 2026 ». */
export function letterTitle(month: IsoMonth): string {
  return `Lettre ${ofMonth(month)}`;
}

const letter = z.object({
  kind: z.literal("monthly-letter"),
  organisation: z.string(),
  letter: monthlyLetter,
  path: z.string(),
});

type PortfolioLetter = z.output<typeof letter>;

export const portfolioLetters = areaLetters<PortfolioLetter>({
  kinds: { "monthly-letter": { name: "Lettre mensuelle", isToAccount: true } },
  schema: letter,
  words: letterWords,
  target: ({ path }) => ({ path }),
});

/** Boiler rooms of the ranking that a mail names at each end: its page has them all. */
const NAMED = 5;

/** @spec projects.letter */
function letterWords({ organisation, letter }: PortfolioLetter): MailWords {
  const { month, sentences, ranking, changed, late } = letter;
  const items = (texts: readonly string[]) => texts.map((text) => ({ text, path: null }));
  const ranked = ranking.map((line, at) => ({
    text: `${at + 1}. ${line.projectName}, ${line.boilerRoomName}\u00A0: ${
      changeText(line.percent)
    }`,
    path: links.boilerRoom(line.projectId, line.boilerRoomId),
  }));
  const named = ranked.length <= 2 * NAMED
    ? ranked
    : [...ranked.slice(0, NAMED), ...ranked.slice(-NAMED)];
  const lists = [
    { title: "Classement par écart avec l’objectif", items: named },
    { title: "Ce qui a changé", items: items(changed) },
    { title: "En retard", items: items(late) },
  ];
  return {
    subject: `${lowered(letterTitle(month))}, ${organisation}`,
    before: [...sentences],
    lists: lists.filter(({ items }) => items.length > 0),
    action: "Voir et imprimer cette lettre",
    after: ["Un administrateur choisit qui la reçoit, dans les options de l’organisation."],
  };
}
