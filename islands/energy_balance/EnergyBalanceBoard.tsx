import type { ComponentType } from "preact";
import { lazy, Suspense, useEffect, useMemo, useRef, useState } from "react";
import { balanceCharts } from "@/components/energy_balance/balance_charts.ts";
import {
  BalanceNotes,
  BalanceSummary,
  BalanceTable,
} from "@/components/energy_balance/BalanceTable.tsx";
import { Icon } from "@/components/ui/Icon.tsx";
import LiveChart from "@/islands/ui/LiveChart.tsx";
import { CSV_FILE_NAME } from "@/lib/energy_balance/constants.ts";
import type { Simulated } from "@/lib/energy_balance/simulation.ts";
import { BALANCE_ACTIONS } from "@/lib/energy_balance/text.ts";
import { type BoardData, boardYear } from "@/lib/energy_balance/year_report.ts";
import { tableFileLinks, withQuery } from "@/lib/ui/query.ts";
import { EXPORT_COMMA_CSV, EXPORT_CSV } from "@/lib/ui/text_tables.ts";
import type { SimulationPanelProps } from "./SimulationPanel.tsx";

/** The form's code, loaded when a user simulates. */
const LaterPanel = lazy(() => import("./SimulationPanel.tsx"));

export interface EnergyBalanceBoardProps {
  data: BoardData;
  /** The simulation in the URL, on a `SimulatedBoard`; null when it is off. */
  simulation: Simulated | null;
  /** Initial values of the simulation. */
  prefilled: Simulated;
  path: string;
  /** Version an edit of the settings is based on; null without the role to write them. */
  settingsVersion: string | null;
  /**
   * Default day from which the simulated values are saved, ISO. Not in an object with the version: a rendering is
   * cached by plain props.
   */
  savedFrom: string;
  /** The form, from an island that has its code already. */
  Panel?: ComponentType<SimulationPanelProps>;
}

/**
 * The year's balance and its simulation: the same pure functions compute it on the server and here, so a change in
 * the form needs no request.
 *
 * @spec balance.simulation
 */
export default function EnergyBalanceBoard(props: EnergyBalanceBoardProps) {
  const { data, prefilled, path, settingsVersion, savedFrom, Panel = LaterPanel } = props;
  const [simulation, setSimulation] = useState(props.simulation);
  const [live, setLive] = useState(false);
  // The last valid simulation; null while it is off.
  const last = useRef<Simulated | null>(null);
  const right = last.current = simulation && (simulation.overrides ? simulation : last.current);
  const overrides = right?.overrides ?? null;
  useEffect(() => {
    // A link to an anchor has no state, and does not change the simulation.
    const follow = () => history.state?.length && setSimulation(history.state[0]);
    // The user may have switched it by going back or forward before this runs; a reload has newer values.
    if (!history.state) history.replaceState([simulation], "");
    else if (!history.state[0] !== !simulation) follow();
    globalThis.onpopstate = follow;
    setLive(true);
  }, []);
  const next = simulation ? null : prefilled;
  const addressOf = (shown: Simulated | null) => withQuery(path, shown?.query ?? "");

  const report = useMemo(() => boardYear(data, overrides), [data, overrides]);
  const files = tableFileLinks(addressOf(right));
  const charts = useMemo(() => balanceCharts(report, data), [report, data]);

  return (
    <div class="balance">
      <div class="balance-actions">
        <a
          class={next ? "button button-main" : "button"}
          href={addressOf(next)}
          aria-current="false"
          onClick={(event) => {
            event.preventDefault();
            history.pushState([next], "", event.currentTarget.href);
            setSimulation(next);
          }}
        >
          {next ? BALANCE_ACTIONS.activate : BALANCE_ACTIONS.deactivate}
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
      {simulation && (
        <section class="card simulation" aria-labelledby="simulation">
          <h2 id="simulation">Simulation</h2>
          <Suspense fallback={<p class="soft">Le formulaire arrive…</p>}>
            <Panel
              data={data}
              current={simulation}
              path={path}
              live={live}
              saving={settingsVersion === null
                ? null
                : { version: settingsVersion, from: savedFrom }}
              onChange={(changed) => {
                // At once: later, after Back or Forward, another entry of the history would be written.
                history.replaceState([changed], "", addressOf(changed));
                setSimulation(changed);
              }}
            />
          </Suspense>
        </section>
      )}
      <div class="balance-top">
        <BalanceSummary report={report} simulated={overrides !== null} />
        <div class="balance-charts">
          <LiveChart {...charts.gap} />
          {charts.temperature && <LiveChart {...charts.temperature} />}
        </div>
      </div>
      <BalanceTable
        report={report}
        caption={overrides
          ? "Bilan par mois, par grandeur, valeurs simulées"
          : "Bilan par mois, par grandeur"}
      />
      <BalanceNotes rows={report.rows} />
    </div>
  );
}
