/** What a boiler room's year and its gap cost, by the dated prices. @module */

import { dateColumn, numberColumn } from "@/components/ui/columns.tsx";
import { CsvLinks, type TableColumn } from "@/components/ui/DataTable.tsx";
import { estimatedEuros } from "@/lib/energy_prices/cost.ts";
import {
  billedText,
  estimateText,
  gapCostText,
  missingPriceText,
  monthCostText,
} from "@/lib/energy_prices/prices_text.ts";
import type { GapCost as Figures, MonthCost, YearCost } from "@/lib/energy_prices/schema.ts";
import { tableFile } from "@/lib/web/downloads.ts";

interface GapCostProps {
  cost: Figures;
  /** What the gap is of: « de la saison 2026-2027 ». */
  of?: string;
  /** What it is against. */
  against?: string;
  /** The page of the prices; null for users who may not write them. */
  prices: string | null;
}

/** The cost beside a gap, an estimate, or the days whose price is missing; nothing without a gap. @spec prices.gap-cost */
export function GapCost({ cost, of = "", against, prices }: GapCostProps) {
  const { gapKwh, gapTtc, missing } = cost;
  if (gapKwh === null) return null;
  return (
    <p>
      {`Coût de l’écart ${of}`.trimEnd()}&nbsp;:{" "}
      {gapTtc === null ? `inconnu, ${missingPriceText(missing)}.` : (
        <>
          <strong>{gapCostText(gapTtc, against)}</strong>, estimation TTC avant tout partage.
        </>
      )}
      {gapTtc === null && prices !== null && (
        <>
          <a href={prices}>Saisir les prix</a>
        </>
      )}
    </p>
  );
}

/** What the electricity of a boiler room's machines costs, an estimate; nothing while none is counted. @spec prices.electricity */
export function ElectricityCost(
  { cost: { gapKwh, gapTtc, missing }, prices }: Pick<GapCostProps, "cost" | "prices">,
) {
  if (!gapKwh) return null;
  return (
    <p>
      Électricité des pompes à chaleur&nbsp;: {gapTtc === null
        ? `coût inconnu, ${missingPriceText(missing)}.`
        : <>{estimateText(gapTtc)} TTC, sans abonnement, estimation.</>}{" "}
      {gapTtc === null && prices !== null && <a href={prices}>Saisir les prix</a>}
    </p>
  );
}

/** Name of the file of the costs, among those of the page. */
const COST_TABLE = "costs";

/** The costs of a year, month by month; nothing while no month is metered. @spec prices.year-cost */
export function YearCosts(
  { cost: { months, total, billed }, prices, page }: {
    cost: YearCost;
    prices: string | null;
    page: URL;
  },
) {
  const shown = months.filter(({ kwh }) => kwh !== null);
  if (shown.length === 0) return null;
  return (
    <section class="card stack" aria-labelledby="costs">
      <h2 id="costs">Coût estimé de l’énergie</h2>
      <p>
        {total.ttc === null
          ? `Aucun total\u00A0: ${missingPriceText(total.missing)}.`
          : `Total\u00A0: ${estimateText(total.ttc)} TTC, abonnement compris.`}
        {billed && ` Facturé\u00A0: ${billedText(billed)}.`}{" "}
        {prices !== null && <a href={prices}>Prix de l’énergie</a>}
      </p>
      <p class="balance-months">{shown.map(monthCostText).join("\n")}</p>
      <CsvLinks page={page} table={COST_TABLE} />
    </section>
  );
}

/** The file of the costs; null when another page is requested. */
export function costFile(url: URL, { months }: YearCost): Response | null {
  return tableFile(url, {
    table: COST_TABLE,
    fileName: "couts.csv",
    columns: COST_COLUMNS,
    rows: months,
  });
}

const COST_COLUMNS: readonly TableColumn<MonthCost>[] = [
  dateColumn("month", "Mois", ({ month }) => month),
  numberColumn("kwh", "Énergie", ({ kwh }) => kwh, { unit: "kWh", most: 0 }),
  euroColumn("ttc", "Coût TTC"),
  numberColumn("gapKwh", "Écart", ({ gapKwh }) => gapKwh, { unit: "kWh", most: 0 }),
  euroColumn("gapTtc", "Coût de l’écart"),
];

/** Estimates; empty below 100 €, and where a day has no price. */
function euroColumn(field: "ttc" | "gapTtc", label: string): TableColumn<MonthCost> {
  return numberColumn(field, label, (row) => {
    const euros = row[field];
    return euros === null ? null : estimatedEuros(euros);
  }, { unit: "€" });
}
