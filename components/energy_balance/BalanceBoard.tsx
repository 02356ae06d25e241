import type { ComponentChildren } from "preact";
import { CSV_FILE_NAME } from "@/lib/energy_balance/columns.ts";
import { ChartFigure } from "@/components/ui/ChartSvg.tsx";
import { Icon } from "@/components/ui/Icon.tsx";
import type { YearReport } from "@/lib/energy_balance/balance_report.ts";
import type { AnnotatedMonths } from "@/lib/energy_balance/charts.ts";
import type { Simulated } from "@/lib/energy_balance/simulation.ts";
import { BALANCE_ACTIONS } from "@/lib/energy_balance/text.ts";
import type { BoardData } from "@/lib/energy_balance/year_report.ts";
import { tableFileLinks, withQuery } from "@/lib/ui/query.ts";
import { EXPORT_COMMA_CSV, EXPORT_CSV } from "@/lib/ui/text_tables.ts";
import { balanceCharts } from "./balance_charts.ts";
import { BalanceNotes, BalanceSummary, BalanceTable } from "./BalanceTable.tsx";

interface BalanceBoardProps {
  data: BoardData;
  /** The year of the board, real or simulated. */
  report: YearReport;
  path: string;
  /** The valid simulation whose year is shown; null for the real year. */
  simulation: Simulated | null;
  /** Query of the link that switches the simulation on or off; "" switches it off. */
  switchQuery: string;
  annotated?: AnnotatedMonths;
  /** The form of the simulation. */
  children?: ComponentChildren;
}

/** The year's balance: its files, figures, charts and table. */
export function BalanceBoard(props: BalanceBoardProps) {
  const { data, report, path, simulation, switchQuery, annotated = {}, children } = props;
  const files = tableFileLinks(withQuery(path, simulation?.query ?? ""));
  const charts = balanceCharts(report, data, annotated);
  return (
    <div class="balance">
      <div class="balance-actions">
        <a
          class={switchQuery === "" ? "button" : "button button-main"}
          href={withQuery(path, switchQuery)}
          aria-current="false"
        >
          {switchQuery === "" ? BALANCE_ACTIONS.deactivate : BALANCE_ACTIONS.activate}
        </a>
        <a class="button" href={files.semicolon} aria-current="false" download={CSV_FILE_NAME}>
          <Icon name="download" small />
          {EXPORT_CSV}
        </a>
        <a
          class="button button-plain"
          href={files.comma}
          aria-current="false"
          download={CSV_FILE_NAME}
        >
          {EXPORT_COMMA_CSV}
        </a>
      </div>
      {children}
      <div class="balance-top">
        <BalanceSummary report={report} simulated={simulation !== null} />
        <div class="balance-charts">
          <ChartFigure {...charts.gap} />
          {charts.temperature && <ChartFigure {...charts.temperature} />}
        </div>
      </div>
      <BalanceTable
        report={report}
        caption={simulation
          ? "Bilan par mois, par grandeur, valeurs simulées"
          : "Bilan par mois, par grandeur"}
      />
      <BalanceNotes rows={report.rows} />
    </div>
  );
}
