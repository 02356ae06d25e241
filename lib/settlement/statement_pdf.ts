/** Lays out a statement as a PDF of its lines. @module */

import { formatDay, formatInstant } from "@/lib/base/date_format.ts";
import { formatNumber } from "@/lib/base/text_format.ts";
import { type PdfPage, type PdfTable, pdfText } from "@/lib/files/pdf_writer.ts";
import type { SeasonSettlement, Settlement, StatementSheet } from "./schema.ts";
import { nextStatement } from "./states.ts";
import { AUTHORS_TITLE, STATE_LABELS, statementName } from "./text.ts";
import { authorLines, statementLines } from "./statement_text.ts";

/**
 * A version of the statement of a season, or its draft.
 *
 * @spec settlement.pdf
 * @param version its number, or "draft"; the latest one that was not withdrawn, else the draft, when absent
 * @returns null for a number that was not sent
 */
export function seasonPdf(season: SeasonSettlement, version?: string) {
  const { sent } = season;
  const [latest] = sent;
  const isLatest = version === undefined && latest !== undefined && latest.state !== "withdrawn";
  if (isLatest) return statementPdf(latest);
  if (version === undefined || version === "draft") {
    return statementPdf({ ...nextStatement(season), state: null, acts: [] });
  }
  const asked = sent.find(({ number }) => String(number) === version);
  return asked === undefined ? null : statementPdf(asked);
}

/** A statement, or a draft without a state: its lines, then its annexes on a sheet of their own. @spec settlement.pdf */
export function statementPdf(
  { state, sheet, acts, ...named }:
    & Pick<Settlement, "yearStart" | "number" | "corrects" | "sheet" | "acts">
    & { readonly state: Settlement["state"] | null },
) {
  const name = statementName({ ...named, sheet });
  const title = `${name}, ${sheet.boilerRoomName}`;
  const stateName = state === null ? "Brouillon" : STATE_LABELS[state];
  const heading = `${sheet.boilerRoomName}, ${sheet.residence}. ${name}, ${stateName}.`;
  return {
    title,
    fileName: `${title}.pdf`,
    pages: [
      linesOf(sheet, heading),
      [
        pdfText("P", heading, { size: 11, isSoft: true, above: 0 }),
        ...annexesOf(sheet),
        ...actsOf(acts),
      ],
    ],
  };
}

/** Who did what with the statement. */
function actsOf(acts: Settlement["acts"]): PdfPage {
  if (acts.length === 0) return [];
  return [
    pdfText("H2", "Échanges", { size: 13, isBold: true, above: 16 }),
    table(
      [textHead("État"), textHead("Le"), textHead("Par"), textHead("Commentaire", true)],
      acts.map(({ state, at, by, comment, fileName }) => [
        STATE_LABELS[state],
        formatInstant(at),
        by,
        [comment, fileName ?? ""].filter(Boolean).join(" "),
      ]),
    ),
  ];
}

function linesOf(sheet: StatementSheet, heading: string): PdfPage {
  return [
    pdfText("P", sheet.landlord, { size: 11, isSoft: true, above: 0 }),
    pdfText("H1", "Décompte d’intéressement", { size: 18, isBold: true, above: 4 }),
    pdfText("P", heading, { size: 11, above: 4 }),
    table(
      [{ text: "Ligne", isWide: false }, textHead("Valeur"), textHead("Calcul", true)],
      statementLines(sheet).map(({ name, figure, formula }) => [name, figure, formula]),
      12,
    ),
  ];
}

function annexesOf(sheet: StatementSheet): PdfPage {
  return [
    pdfText("H2", "Annexe\u00A0: mois de la saison", { size: 13, isBold: true, above: 12 }),
    table(
      ["Du", "Au", "Jours valides", "DJU", "NC (kWh)", "Prix HT (€/kWh)"]
        .map((text) => ({ text, isWide: false, isText: text === "Au" })),
      sheet.rows.map(({ from, to, dayCount, days, dju, nc, price }) => [
        formatDay(from),
        formatDay(to),
        `${dayCount} sur ${days}`,
        formatNumber(dju),
        formatNumber(nc, 0),
        price?.replace(".", ",") ?? "manquant",
      ]),
    ),
    ...authorsOf(sheet),
  ];
}

function authorsOf(sheet: StatementSheet): PdfPage {
  const lines = authorLines(sheet);
  if (lines.length === 0) return [];
  return [
    pdfText("H2", AUTHORS_TITLE, { size: 13, isBold: true, above: 16 }),
    table(
      [textHead("Donnée", true), textHead("Saisie par")],
      lines.map(({ name, figure }) => [name, figure]),
    ),
  ];
}

function textHead(text: string, isWide = false): PdfTable["head"][number] {
  return { text, isWide, isText: true };
}

function table(head: PdfTable["head"], rows: readonly string[][], above = 6): PdfTable {
  return {
    kind: "table",
    above,
    head,
    rows: rows.map((cells) => cells.map((text) => ({ text }))),
  };
}
