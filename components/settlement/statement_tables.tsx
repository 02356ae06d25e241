/** The tables of a statement: its lines with their formulas, and the months behind them. @module */

import type { PageTable, TableColumn } from "@/components/ui/DataTable.tsx";
import { Status, type Tone } from "@/components/ui/Page.tsx";
import { dateColumn, fileColumn, numberColumn, textColumn } from "@/components/ui/columns.tsx";
import { formatDay, formatInstant } from "@/lib/base/date_format.ts";
import type { Settlement, StatementSheet } from "@/lib/settlement/schema.ts";
import {
  authorLines,
  owedText,
  type StatementLine,
  statementLines,
} from "@/lib/settlement/statement_text.ts";
import { AUTHORS_TITLE, STATE_LABELS, statementName } from "@/lib/settlement/text.ts";

type Behind = NonNullable<StatementLine["behind"]>;

/** The pages behind the figures of a statement, in this order of its words. */
export type BehindLinks = Readonly<Record<Behind, string>>;

const BEHIND_WORDS: Readonly<Record<Behind, string>> = {
  terms: "Conditions",
  prices: "Prix",
  balance: "Bilan",
  season: "Saisons",
};

/** @param behind links to what makes each figure; null for a reader without these pages */
export function statementTables(
  sheet: StatementSheet,
  { name, behind, acts, timeZone, fileHref }: Pick<Settlement, "acts"> & {
    readonly name: string;
    readonly behind: BehindLinks | null;
    readonly timeZone: string;
    /** Of the file of a contest. */
    readonly fileHref: string;
  },
): PageTable<unknown>[] {
  const lines: PageTable<StatementLine> = {
    table: "lines",
    fileName: `${name}.csv`,
    caption: "Lignes du décompte",
    columns: lineColumns(behind),
    rows: statementLines(sheet),
  };
  const months: PageTable<Row> = {
    table: "months",
    fileName: `${name}, mois.csv`,
    caption: "Annexe\u00A0: mois de la saison",
    columns: MONTH_COLUMNS,
    rows: sheet.rows,
  };
  const authors: PageTable<StatementLine> = {
    table: "authors",
    fileName: `${name}, auteurs.csv`,
    caption: AUTHORS_TITLE,
    columns: AUTHOR_COLUMNS,
    rows: authorLines(sheet),
  };
  const exchanges: PageTable<Act> = {
    table: "acts",
    fileName: `${name}, échanges.csv`,
    caption: "Échanges",
    columns: [
      textColumn("state", "État", ({ state }) => STATE_LABELS[state], {
        cell: ({ state }) => <Status tone={STATE_TONES[state]} label={STATE_LABELS[state]} />,
      }),
      textColumn("at", "Le", ({ at }) => formatInstant(at, timeZone)),
      textColumn("by", "Par", ({ by }) => by),
      textColumn("comment", "Commentaire", ({ comment }) => comment),
      textColumn("file", "Fichier joint", ({ fileName }) => fileName ?? "", {
        cell: ({ fileName }) => fileName && <a href={fileHref}>{fileName}</a>,
      }),
    ],
    rows: acts,
  };
  return [lines, months, ...authors.rows.length === 0 ? [] : [authors], exchanges];
}

type Act = Settlement["acts"][number];

export const STATE_TONES: Readonly<Record<Settlement["state"], Tone>> = {
  sent: "info",
  withdrawn: "info",
  accepted: "good",
  contested: "bad",
  closed: "good",
};

function lineColumns(behind: BehindLinks | null): TableColumn<StatementLine>[] {
  const columns = [
    textColumn<StatementLine>("name", "Ligne", ({ name }) => name),
    textColumn<StatementLine>("figure", "Valeur", ({ figure }) => figure, {
      value: ({ figure, value }) => value ?? figure,
    }),
    fileColumn<StatementLine>("Unité", ({ unit }) => unit),
    textColumn<StatementLine>("formula", "Calcul", ({ formula }) => formula),
  ];
  if (behind === null) return columns;
  const behindColumn: TableColumn<StatementLine> = {
    field: "behind",
    label: "D’où il vient",
    sortable: false,
    cell: (line) => line.behind && <a href={behind[line.behind]}>{BEHIND_WORDS[line.behind]}</a>,
  };
  return [...columns, behindColumn];
}

const AUTHOR_COLUMNS: readonly TableColumn<StatementLine>[] = [
  textColumn("name", "Donnée", ({ name }) => name),
  textColumn("by", "Saisie par", ({ figure }) => figure),
];

type Row = StatementSheet["rows"][number];

const MONTH_COLUMNS: readonly TableColumn<Row>[] = [
  dateColumn("from", "Du", ({ from }) => from, { cell: ({ from }) => formatDay(from) }),
  dateColumn("to", "Au", ({ to }) => to, { cell: ({ to }) => formatDay(to) }),
  numberColumn("days", "Jours", ({ days }) => days, { most: 0 }),
  numberColumn("dayCount", "Jours valides", ({ dayCount }) => dayCount, { most: 0 }),
  numberColumn("dju", "DJU", ({ dju }) => dju),
  numberColumn("nc", "NC", ({ nc }) => nc, { unit: "kWh", most: 0 }),
  textColumn("price", "Prix HT (€/kWh)", ({ price }) => price?.replace(".", ",") ?? "manquant"),
  textColumn("k", "K", ({ k }) => k.join(" ").replaceAll(".", ",")),
  textColumn("indexes", "Indices et source du prix", ({ indexes }) => indexes.join("; ")),
];

/** @param hrefOf the page of a statement @spec settlement.settled */
export function SettledGap(
  { settled, hrefOf }: { settled: readonly Settlement[]; hrefOf(one: Settlement): string },
) {
  return settled.map((one) => {
    const { statement } = one.sheet;
    return statement && (
      <p key={one.id}>
        Décompté&nbsp;: <strong>{owedText(statement)}</strong>,{" "}
        <a href={hrefOf(one)}>{statementName(one)}</a>.
      </p>
    );
  });
}
