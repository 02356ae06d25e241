/** Words of a statement: its lines, the same on the page, in the CSV and in the PDF; what is owed, and what comes next. @module */

import { formatDay } from "@/lib/base/date_format.ts";
import { exact, exactSum } from "@/lib/base/decimals.ts";
import { round } from "@/lib/base/rounding.ts";
import { sumBy } from "@/lib/base/sums.ts";
import {
  countText,
  formatEuros,
  formatNumber,
  formatPercent,
  formatQuantity,
} from "@/lib/base/text_format.ts";
import { civilDateOf } from "@/lib/base/time_zones.ts";
import type { OutdoorSource } from "@/lib/facilities/schema.ts";
import { DJU_METHOD_LABELS } from "@/lib/weather/forms.ts";
import { sharesGap } from "./bands.ts";
import type {
  SeasonSettlement,
  Settlement,
  SettlementLine,
  StatementSheet,
  Terms,
  TypedIndexValue,
} from "./schema.ts";
import { isForfait } from "./season_statement.ts";
import { tacitDeadlineMs } from "./states.ts";
import {
  AUTHORED_LABELS,
  BASIS_LABELS,
  daysText,
  FAULT_TEXTS,
  KIND_LABELS,
  NEUTRAL_LABELS,
  PRICE_BASIS_LABELS,
} from "./text.ts";
import { bandLines, componentLines } from "./typed_terms.ts";

export interface StatementLine {
  readonly name: string;
  /** How the figure is made, in words. */
  readonly formula: string;
  readonly figure: string;
  /** The figure as a number, and its unit; null and "" of words. */
  readonly value: number | null;
  readonly unit: string;
  /** What is behind it: its place on the pages. */
  readonly behind: "terms" | "prices" | "balance" | "season" | null;
}

/** The lines of a statement, in the order of E §1.6; what is missing is said. @spec settlement.lines */
export function statementLines(sheet: StatementSheet): StatementLine[] {
  const { terms, statement } = sheet;
  return [
    ...partyLines(sheet),
    ...terms === null ? [] : referenceLines(sheet, terms),
    ...statement === null ? [] : ncLines(sheet, statement),
    ...terms === null || statement === null ? [] : [
      ...sharingLines(sheet, terms, statement),
      ...amountLines(terms, statement),
    ],
    ...missingLines(sheet),
  ];
}

type Statement = NonNullable<StatementSheet["statement"]>;

type Figure = Pick<StatementLine, "figure" | "value" | "unit">;

function line(
  name: string,
  figure: string | Figure,
  formula = "",
  behind: StatementLine["behind"] = null,
): StatementLine {
  const known = typeof figure === "string" ? { figure, value: null, unit: "" } : figure;
  return { name, formula, ...known, behind };
}

function kWh(value: number): string {
  return formatQuantity(value, "kWh", 0);
}

function kWhFigure(value: number): Figure {
  return { figure: kWh(value), value: Math.round(value), unit: "kWh" };
}

function euros(amount: string): string {
  return formatEuros(Number(amount));
}

function eurosFigure(amount: string): Figure {
  return { figure: euros(amount), value: Number(amount), unit: "€" };
}

function djuFigure(dju: number): Figure {
  return { figure: formatNumber(dju, 1), value: round(dju, 1), unit: "DJU" };
}

/** An index as it was used: « PEG 01/2026 : 108,3 (Powernext, publié le 03/02/2026) ». */
export function indexText(
  { indexName, month, value, origin, publishedOn = null }: TypedIndexValue,
): string {
  const says = [origin, publishedOn === null ? "" : `publié le ${formatDay(publishedOn)}`];
  const known = says.filter(Boolean).join(", ");
  const published = known === "" ? "" : ` (${known})`;
  return `${indexName} ${monthText(month)}\u00A0: ${value.replace(".", ",")}${published}`;
}

function partyLines(sheet: StatementSheet) {
  const { landlord, residence, boilerRoomName, isPart, terms, termsFrom, rows } = sheet;
  const days = sumBy(rows, (row) => row.days);
  const valid = sumBy(rows, (row) => row.dayCount);
  return [
    line("Bailleur", landlord),
    ...terms === null ? [] : [
      line("Exploitant", terms.operator, "", "terms"),
      line("Contrat", KIND_LABELS[terms.kind], terms.reference, "terms"),
      line("Conditions", termsFrom.map(formatDay).join(", "), "en vigueur dans la saison", "terms"),
    ],
    line("Chaufferie", `${boilerRoomName}, ${residence}`),
    line(
      "Période",
      daysText(sheet),
      `${countText(days, "jour", "jours")}, ${countText(valid, "valide", "valides")}${
        isPart ? "\u00A0: la part de la saison que le contrat couvre" : ""
      }`,
      "season",
    ),
    ...sheet.statement === null ? [] : [coverageLine(sheet.statement)],
  ];
}

function coverageLine({ coveragePercent, needsAgreement }: Statement): StatementLine {
  const estimated = "\u00A0: estimé, les deux parties doivent en convenir";
  return line(
    "Couverture",
    { figure: formatPercent(coveragePercent), value: coveragePercent, unit: "%" },
    `DJU des jours valides / DJU de la saison${needsAgreement ? estimated : ""}`,
  );
}

function contractDjuText({ djuStation = "", djuMethod = null }: Terms): string {
  const method = djuMethod === null ? "" : DJU_METHOD_LABELS[djuMethod];
  return ["saison de référence", djuStation, method].filter(Boolean).join(", ");
}

/**
 * The station and the method of the DJU that are used; a method other than the contract's is said. Frozen with the sheet.
 *
 * @spec settlement.several-rooms
 */
export function djuSourceText(
  { name, method }: Pick<OutdoorSource, "name" | "method">,
  { djuMethod = null }: Partial<Pick<Terms, "djuMethod">>,
): string {
  const isOther = djuMethod !== null && djuMethod !== method;
  const used = `${name}, ${DJU_METHOD_LABELS[method]}`;
  return isOther ? `${used}. Le contrat dit un autre calcul` : used;
}

function referenceLines(sheet: StatementSheet, terms: Terms): StatementLine[] {
  const { rows, statement, djuSource, earlier = [] } = sheet;
  const dju = sumBy(rows, (row) => row.dju);
  const isFixed = isForfait(terms);
  return [
    line("DJU du contrat", djuFigure(terms.djuContract), contractDjuText(terms), "terms"),
    line("DJU de la saison", djuFigure(dju), djuSource, "balance"),
    ...earlier.map((one) =>
      line(
        `NB à partir du ${formatDay(one.from)}`,
        kWhFigure(one.nbKWh),
        `${nbText(one)}, ${formatNumber(one.djuContract, 1)} DJU, ${qText(one)}`,
        "terms",
      )
    ),
    line(
      earlier.length === 0 ? "NB" : `NB à partir du ${formatDay(terms.from)}`,
      kWhFigure(terms.nbKWh),
      nbText(terms),
      "terms",
    ),
    ...statement === null ? [] : [
      line(
        isFixed ? "Référence NB" : "N’B",
        kWhFigure(statement.reference),
        isFixed ? "NB du contrat, sans les DJU" : "NB × DJU / DJU du contrat, mois par mois",
      ),
    ],
  ];
}

function qText({ q }: Terms): string {
  return `q\u00A0= ${formatNumber(q)} kWh/m³`;
}

/** NC and what makes it; older statements have the sum alone. */
function ncLines({ rows, terms }: StatementSheet, { nc }: Statement): StatementLine[] {
  type Part = "sourceKWh" | "hotWaterM3" | "hotWaterKWh" | "solarKWh";
  const partOf = (part: Part) => {
    const known = rows.flatMap((row) => row[part] ?? []);
    return known.length === 0 ? null : sumBy(known, (one) => one);
  };
  const shown = (name: string, part: Part, formula: string) => {
    const sum = partOf(part);
    return sum === null ? [] : [line(name, kWhFigure(sum), formula, "balance")];
  };
  const volume = partOf("hotWaterM3");
  const hotWater = volume === null || terms === null
    ? "mesurée"
    : `${formatQuantity(volume, "m³", 2)} × q, ${qText(terms)}`;
  return [
    ...shown("Énergie consommée", "sourceKWh", "jours valides"),
    ...shown("Eau chaude", "hotWaterKWh", hotWater),
    ...shown("Solaire", "solarKWh", "jours valides"),
    line("NC", kWhFigure(nc), "énergie + solaire − eau chaude, jours valides", "balance"),
  ];
}

/** What the NB of terms is of: its kWh, and the heated area and the temperature that are known. */
function nbText({ energyBasis, areaM2 = null, targetTemp = null }: Terms): string {
  return [
    BASIS_LABELS[energyBasis],
    ...areaM2 === null ? [] : [formatQuantity(areaM2, "m²", 2)],
    ...targetTemp === null ? [] : [formatQuantity(targetTemp, "°C")],
  ].join(", ");
}

function sharingLines(sheet: StatementSheet, terms: Terms, statement: Statement): StatementLine[] {
  const { gap, gapPercent, neutral, slices, price, isProvisional } = statement;
  const what = gap >= 0 ? "économie" : "excès";
  const percent = gapPercent === null ? "" : `, ${formatPercent(gapPercent)}`;
  const ks = [...new Set(sheet.rows.flatMap(({ k }) => k))];
  const indexes = [...new Set(sheet.rows.flatMap((row) => row.indexes))];
  const priceWords = [
    PRICE_BASIS_LABELS[terms.priceBasis].toLowerCase(),
    ...terms.components.length === 0
      ? []
      : [componentLines(terms.components).replaceAll("\n", " + ")],
    ...ks.length === 0 ? [] : [`K\u00A0= ${ks.map((k) => k.replace(".", ",")).join(", ")}`],
    ...indexes,
    ...isProvisional ? ["provisoire\u00A0: un indice n’est pas publié"] : [],
  ];
  return [
    line("Écart", kWhFigure(gap), `référence − NC\u00A0: ${what}${percent}`),
    line(
      "Zone neutre",
      kWhFigure(neutral),
      `${formatPercent(terms.neutralPct)} de la référence. ${NEUTRAL_LABELS[terms.neutralMode]}`,
      "terms",
    ),
    ...price === null ? [line("Partage", "aucun", noShareText(terms, statement))] : [
      line(
        "Parts de l’exploitant",
        bandLines(gap >= 0 ? terms.saving : terms.excess).replaceAll("\n", ", "),
        `tranches de l’${what}, en\u00A0% de la référence`,
        "terms",
      ),
    ],
    ...slices.map((slice, at) =>
      line(
        `Tranche ${at + 1}`,
        {
          figure: `${euros(slice.operatorPart)} à l’exploitant`,
          value: Number(slice.operatorPart),
          unit: "€ à l’exploitant",
        },
        `${kWh(slice.kWh)} × P\u00A0= ${euros(slice.value)}, part ${slice.share.replace(".", ",")}`,
      )
    ),
    ...price === null ? [] : [
      line(
        "Prix P",
        {
          figure: `${price.replace(".", ",")} €/kWh HT`,
          value: Number(price),
          unit: "€/kWh HT",
        },
        priceWords.join("\u00A0; "),
        "prices",
      ),
    ],
  ];
}

function noShareText({ kind }: Terms, { gap, neutral }: Statement): string {
  if (!sharesGap({ kind })) return "contrat sans intéressement";
  return Math.abs(gap) <= neutral ? "l’écart est dans la zone neutre" : "";
}

/** What is owed by whom: « 133,46 € TTC à verser par l’exploitant au bailleur ». */
export function owedText({ ttc, payer }: Pick<Statement, "ttc" | "payer">): string {
  if (payer === null) return "Rien à verser";
  return `${euros(exact(ttc).abs().toFixed(2))} TTC à verser ${PAYER_TEXTS[payer]}`;
}

const PAYER_TEXTS = {
  landlord: "par le bailleur à l’exploitant",
  operator: "par l’exploitant au bailleur",
} as const;

/** What a manager does next with a statement; "" for nothing. @param latest null for a draft */
export function nextStepText(
  latest: Pick<Settlement, "state" | "sheet" | "acts"> | null,
  { canSend, isOver, draft }: Pick<SeasonSettlement, "canSend" | "isOver" | "draft">,
): string {
  if (latest === null) {
    if (canSend) return "Relisez-le, puis envoyez-le à l’exploitant.";
    return isOver && draft.statement?.isProvisional
      ? "Un indice n’est pas publié\u00A0: le prix est provisoire, le décompte ne peut pas encore partir."
      : "";
  }
  const tacitMs = tacitDeadlineMs(latest);
  const tacit = tacitMs === null
    ? ""
    : ` Sans réponse, il est accepté le ${formatDay(civilDateOf(tacitMs))}.`;
  return {
    sent: `L’exploitant n’a pas encore répondu.${tacit}`,
    contested:
      "Corrigez ce qui doit l’être, relisez le brouillon de la version suivante, puis envoyez-le.",
    accepted: "Vous pouvez le clore, puis le déposer dans les documents.",
    withdrawn: "",
    closed: canSend ? "Les chiffres ont changé depuis\u00A0: un rectificatif peut partir." : "",
  }[latest.state];
}

function amountLines(terms: Terms, statement: Statement): StatementLine[] {
  const { operatorPart, landlordPart, isCapped, ht, vat, ttc, payer, basis } = statement;
  const ceiling = statement.gap >= 0 ? terms.bonusHT : terms.malusHT;
  const paid = basis === "target"
    ? "la référence est déjà payée\u00A0: la part du bailleur est due"
    : "la consommation est déjà payée\u00A0: la part de l’exploitant est due";
  return [
    ...ceiling === null ? [] : [line("Plafond HT", eurosFigure(ceiling), "par saison", "terms")],
    line(
      "Part de l’exploitant",
      eurosFigure(operatorPart),
      isCapped ? "ramenée à son plafond" : "",
    ),
    line("Part du bailleur", eurosFigure(landlordPart)),
    line("Montant HT", eurosFigure(ht), paid),
    line("TVA", eurosFigure(vat), formatPercent(Number(terms.vatPercent)), "terms"),
    line("Montant TTC", eurosFigure(ttc), "HT + TVA"),
    line(
      "À verser",
      payer === null ? "rien" : eurosFigure(exact(ttc).abs().toFixed(2)),
      payer === null ? "" : PAYER_TEXTS[payer],
    ),
    ...statement.reviewsNb
      ? [line("NB", "révision à envisager", "plus de 15\u00A0% d’écart deux saisons de suite")]
      : [],
  ];
}

/** Days that are in no figure, by month; then whole months without a reading. */
function leftOutOf({ missing, rows }: StatementSheet): readonly string[] {
  const days = rows.filter(({ dayCount, days }) => dayCount > 0 && dayCount < days)
    .map(({ from, dayCount, days }) =>
      `${monthText(from)} (${countText(days - dayCount, "jour", "jours")})`
    );
  return [...days, ...missing.map(monthText)];
}

function missingLines(sheet: StatementSheet): StatementLine[] {
  const { fault, rows } = sheet;
  const leftOut = leftOutOf(sheet);
  const uncut = rows.filter(({ isWholeMonth }) => isWholeMonth).map(({ from }) => monthText(from));
  return [
    ...fault === null ? [] : [line("Décompte", "impossible", FAULT_TEXTS[fault])],
    ...uncut.length === 0 ? [] : [
      line(
        "Mois non coupés",
        uncut.join(", "),
        "relevés connus du mois entier seulement",
        "balance",
      ),
    ],
    line(
      "Laissé de côté",
      leftOut.join(", ") || "rien",
      leftOut.length === 0 ? "" : "sans relevé\u00A0: exclu des deux côtés",
      leftOut.length === 0 ? null : "balance",
    ),
  ];
}

function monthText(date: string): string {
  return `${date.slice(5, 7)}/${date.slice(0, 4)}`;
}

/** The months behind a statement, as its operator reads them: NC, DJU, valid days and price. @spec settlement.lines */
export function monthLines({ rows }: StatementSheet): StatementLine[] {
  return rows.map(({ from, to, dayCount, days, dju, nc, price }) =>
    line(
      `${formatDay(from)} au ${formatDay(to)}`,
      kWhFigure(nc),
      [
        `${formatNumber(dju, 1)} DJU`,
        `${countText(dayCount, "jour valide", "jours valides")} sur ${days}`,
        price === null ? "prix manquant" : `${price.replace(".", ",")} €/kWh HT`,
      ].join(", "),
    )
  );
}

/** Who entered what makes a statement; none of older ones. @spec settlement.authors */
export function authorLines({ authors = [] }: StatementSheet): StatementLine[] {
  return authors.map(({ what, name, by }) =>
    line(`${AUTHORED_LABELS[what]}, ${name}`, by || "non connu")
  );
}

/** Where the statement differs from the balance page: by how much, and why; null where it does not. @spec settlement.difference */
export function differenceText({ statement, balance }: StatementSheet): string | null {
  if (statement === null || balance.nc === null || balance.target === null) return null;
  const nc = Math.round(statement.nc - balance.nc);
  const target = Math.round(statement.reference - balance.target);
  if (nc === 0 && target === 0) return null;
  const signed = (value: number) => `${value > 0 ? "+" : ""}${kWh(value)}`;
  return `Par rapport au bilan des mêmes mois\u00A0: NC ${signed(nc)}, N’B ${
    signed(target)
  }. Le décompte suit le NB, le q et l’unité du contrat, et coupe les mois aux dates de la saison\u00A0; le bilan suit les réglages de la chaufferie, et prend les mois entiers.`;
}

/** What a correction adds to the statement that it corrects; null for another one. @spec settlement.states */
export function correctionText(
  { corrects, sheet }: Pick<Settlement, "corrects" | "sheet">,
  sent: readonly Settlement[],
): string | null {
  const before = sent.find(({ number }) => number === corrects)?.sheet.statement ?? null;
  if (before === null || sheet.statement === null) return null;
  const difference = exact(sheet.statement.ttc).minus(before.ttc).toFixed(2);
  return `Différence avec le décompte clos\u00A0: ${euros(difference)} TTC.`;
}

/** The sums of a season: who has not answered, and what each side pays. @spec settlement.table */
export function totalsText(lines: readonly SettlementLine[]): string {
  const sent = lines.filter(({ state }) => state !== null && state !== "withdrawn");
  const waiting = sent.filter(({ state }) => state === "sent").length;
  const paidBy = (payer: SettlementLine["payer"]) =>
    euros(
      exactSum(sent.flatMap((one) => one.payer === payer && one.ttc !== null ? one.ttc : []))
        .abs().toFixed(2),
    );
  return [
    countText(sent.length, "décompte envoyé", "décomptes envoyés"),
    `${waiting} sans réponse`,
    `à verser par le bailleur\u00A0: ${paidBy("landlord")} TTC`,
    `par les exploitants\u00A0: ${paidBy("operator")} TTC`,
  ].join(", ") + ".";
}
