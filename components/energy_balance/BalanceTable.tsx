/** Table of a year's balance, with its summary, notes and gap badges. @module */

import { VERDICT } from "@/components/ui/DataTable.tsx";
import { Icon, TONE_ICONS } from "@/components/ui/Icon.tsx";
import { TableRegion } from "@/components/ui/Page.tsx";
import { formatMonth } from "@/lib/base/date_format.ts";
import { wholePercentOf } from "@/lib/base/rounding.ts";
import { formatNumber, formatPercent, formatQuantity } from "@/lib/base/text_format.ts";
import type { MonthReport, YearReport } from "@/lib/energy_balance/balance_report.ts";
import {
  BALANCE_COLUMNS,
  type BalanceColumnId,
  screenColumnIds,
} from "@/lib/energy_balance/columns.ts";
import type { BalanceFigures, CumulativeReport, GapStatus } from "@/lib/energy_balance/schema.ts";
import {
  contractText,
  conversionText,
  GAP_STATUS_LABELS,
  type MonthNote,
  monthNotes,
  periodLabel,
} from "@/lib/energy_balance/text.ts";
import { SOURCE_KINDS, type SourceKind } from "@/lib/facilities/source_kinds.ts";

/** Notes under the table: those of each month, and the conversion factors. */
export function BalanceNotes({ rows }: { rows: readonly MonthReport[] }) {
  const notes = monthNotes(rows);
  const factors = factorSpans(rows);
  return (
    <div class="balance-notes">
      {notes.length > 0 && (
        <section>
          <h2>À savoir</h2>
          <ol>
            {notes.map(({ months, sentences }, index) => (
              <li key={months[0]} id={`note-${index + 1}`}>
                <strong>{spanText(months.map(formatMonth))}</strong>
                {`\u00A0: ${sentences.join(" ")}`}
              </li>
            ))}
          </ol>
        </section>
      )}
      {factors.length > 0 && (
        <section>
          <h2>Coefficient de conversion</h2>
          <ul>
            {factors.map(({ from, to, text }) => (
              <li key={from}>{`${spanText([from, to])}\u00A0: ${text}`}</li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}

function spanText(months: readonly string[]): string {
  const [first, last] = [months[0], months.at(-1)];
  return first === last ? `${first}` : `${first} à ${last}`;
}

interface FactorSpan {
  readonly from: string;
  to: string;
  readonly text: string;
}

/** The factors used, with consecutive months of the same factor merged (domain §2 A8). */
function factorSpans(rows: readonly MonthReport[]): readonly FactorSpan[] {
  const spans: FactorSpan[] = [];
  for (const row of rows) {
    const text = conversionText(row);
    const month = formatMonth(row.month);
    const last = spans.at(-1);
    if (text === "") continue;
    if (last?.text === text) last.to = month;
    else spans.push({ from: month, to: month, text });
  }
  return spans;
}

interface GapBadgeProps {
  /** % */
  percent: number | null;
  status: GapStatus | null;
  /** True to show the status as visible text; screen readers always have it. */
  inWords?: boolean;
}

/** A gap with its colour, icon and word; nothing when heating does not apply. */
export function GapBadge({ percent, status, inWords }: GapBadgeProps) {
  if (percent === null || status === null) return null;
  const word = GAP_STATUS_LABELS[status];
  return (
    <span class={`gap-badge status-${status}`}>
      <Icon name={TONE_ICONS[status]} small {...inWords ? {} : { label: word }} />
      {formatNumber(percent, 1, 1)}
      {inWords && "\u00A0%"}
      {inWords && <span class="gap-word">{word}</span>}
    </span>
  );
}

/** The year in a few figures: the contract's target, the consumption, and the gap between them. */
export function BalanceSummary({ report, simulated }: { report: YearReport; simulated: boolean }) {
  const { cumulative, period } = report;
  if (cumulative === null) return null;
  const contract = contractText(cumulative);
  return (
    <section class="card balance-summary" aria-labelledby="balance-summary">
      <h2 id="balance-summary">
        {periodLabel(period)}
        {simulated && <span class="balance-simulated">valeurs simulées</span>}
      </h2>
      <dl class="facts">
        <dt>Écart</dt>
        <dd>
          {cumulative.rate.percent === null
            ? <span class="soft">Aucun mois de chauffage complet</span>
            : <GapBadge percent={cumulative.rate.percent} status={cumulative.status} inWords />}
        </dd>
        <dt>Consommation de chauffage NC</dt>
        <dd>{formatQuantity(cumulative.heating.total, "kWh", 0) || "–"}</dd>
        <dt>Objectif N’B</dt>
        <dd>{formatQuantity(cumulative.target.total, "kWh", 0) || "–"}</dd>
        <dt>Jours comparés</dt>
        <dd>{formatQuantity(cumulative.comparedDayCount, "j", 0) || "–"}</dd>
        <dt>NB du contrat</dt>
        <dd>{contract || <span class="soft">Aucun DJU de contrat dans les réglages</span>}</dd>
        <dt>Seuil</dt>
        <dd>{formatPercent(cumulative.rate.threshold) || "–"}</dd>
      </dl>
    </section>
  );
}

/** The months of the balance and their cumulative row (B §2); nothing before the first month. */
export function BalanceTable({ report, caption }: { report: YearReport; caption: string }) {
  const { rows, cumulative } = report;
  if (cumulative === null) return null;
  const groups = balanceHeads(cumulative.source.kind);
  const columns = groups.flatMap((group) => group.columns);
  const notes = monthNotes(rows);
  return (
    <TableRegion caption={caption} class="table-box table-box-wide balance-table">
      <thead>
        <tr>
          <th scope="col" rowSpan={2}>Mois</th>
          {groups.map(({ label, columns }) => (
            <th
              key={label}
              scope="colgroup"
              colSpan={columns.length}
              class={columns.includes("gap") ? `balance-group ${VERDICT}` : "balance-group"}
            >
              {label}
            </th>
          ))}
          <th scope="colgroup" class="balance-group">Données</th>
        </tr>
        <tr>
          {columns.map((id) => <th key={id} scope="col" class={cellClass(id)}>{UNITS[id]}</th>)}
          <th scope="col" class="number">%</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.month}>
            <th scope="row">
              {formatMonth(row.month)}
              <NoteMark month={row.month} notes={notes} />
            </th>
            <Figures row={row} columns={columns} />
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">{periodLabel(report.period)}</th>
          <Figures row={cumulative} columns={columns} />
        </tr>
      </tfoot>
    </TableRegion>
  );
}

function NoteMark({ month, notes }: { month: string; notes: readonly MonthNote[] }) {
  const rank = notes.findIndex(({ months }) => months.includes(month)) + 1;
  if (rank === 0) return null;
  return (
    <sup>
      <a href={`#note-${rank}`} aria-label={`Note ${rank}`}>{rank}</a>
    </sup>
  );
}

function Figures({ row, columns }: { row: BalanceFigures; columns: readonly BalanceColumnId[] }) {
  return (
    <>
      {columns.map((id) => (
        <td key={id} class={cellClass(id)}>
          {id === "gap"
            ? <GapBadge percent={row.rate.percent} status={row.status} />
            : figureText(BALANCE_COLUMNS[id](row), UNITS[id])}
        </td>
      ))}
      <td class="number soft">{formatNumber(wholePercentOf(row.completeness))}</td>
    </>
  );
}

/** On a phone, the gap stays in view while the others scroll. */
function cellClass(id: BalanceColumnId): string {
  return id === "gap" ? `number ${VERDICT}` : "number";
}

function figureText(figure: number | null, unit: string): string {
  const decimals = WHOLE_UNITS.includes(unit) ? 0 : 1;
  return formatNumber(figure, decimals, decimals);
}

interface BalanceHeadGroup {
  readonly label: string;
  readonly columns: readonly BalanceColumnId[];
}

const UNITS: Readonly<Record<BalanceColumnId, string>> = {
  "source-volume": "m³",
  "source-mass": "kg",
  "source-energy": "kWh",
  "dju": "°C·j",
  "hot-water-volume": "m³",
  "hot-water-energy": "kWh",
  "hot-water-daily": "L/j/pers",
  "solar-energy": "kWh",
  "solar-percent": "%",
  "heating-total": "kWh",
  "heating-per-area-dju": "Wh/m²/\u200BDJU",
  "target-total": "kWh",
  "target-per-area-dju": "Wh/m²/\u200BDJU",
  "gap": "%",
};

/** Units shown without decimals: a tenth is below the precision of a meter. */
const WHOLE_UNITS: readonly string[] = ["kWh", "m³", "kg"];

const SOURCE_LABELS = { gaz: "Conso gaz", urban: "Chauffage urbain", wood: "Conso bois" } as const;

const GROUPS: readonly (readonly [label: string, prefix: string])[] = [
  ["DJU", "dju"],
  ["Conso ECS", "hot-water-"],
  ["Production ECS solaire", "solar-"],
  ["Conso chauffage NC", "heating-"],
  ["Objectif chauffage N’B", "target-"],
  ["Écart", "gap"],
];

/** The heads of the table, named after the energy source of the boiler room (domain §2 A21). */
function balanceHeads(kind: SourceKind): readonly BalanceHeadGroup[] {
  const ids = screenColumnIds(kind);
  const group = ([label, prefix]: readonly [string, string]) => ({
    label,
    columns: ids.filter((id) => id.startsWith(prefix)),
  });
  return [group([SOURCE_LABELS[SOURCE_KINDS[kind].fuel], "source-"]), ...GROUPS.map(group)];
}

/** The gap of a season in large, with NC, N'B and the days compared. @spec balance.season-gap */
export function SeasonGap({ cumulative }: { cumulative: CumulativeReport }) {
  const { period, rate, status, heating, target, comparedDayCount } = cumulative;
  return (
    <dl class="portfolio-figures">
      <div>
        <dt>Écart, {periodLabel(period).toLowerCase()}</dt>
        <dd>
          <GapBadge percent={rate.percent} status={status} inWords />
        </dd>
        <dd class="soft small">
          NC {formatQuantity(heating.total, "kWh", 0)} contre N’B{" "}
          {formatQuantity(target.total, "kWh", 0)}, sur {formatQuantity(comparedDayCount, "j", 0)}
        </dd>
      </div>
    </dl>
  );
}
