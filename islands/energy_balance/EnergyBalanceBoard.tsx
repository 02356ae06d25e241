import { useEffect, useMemo, useState } from "react";
import { BalanceNotes } from "../../components/energy_balance/BalanceNotes.tsx";
import { BalanceSummary } from "../../components/energy_balance/BalanceSummary.tsx";
import { BalanceTable } from "../../components/energy_balance/BalanceTable.tsx";
import type { BoardData } from "../../lib/domain/energy_balance/board.ts";
import { balanceCharts } from "../../components/energy_balance/balance_charts.ts";
import { SaveSimulation } from "../../components/energy_balance/SaveSimulation.tsx";
import { Icon } from "../../components/icons/Icon.tsx";
import { balanceCsv } from "../../lib/text/balance_csv.ts";
import { CSV_FILE_NAME } from "../../lib/domain/energy_balance/constants.ts";
import {
  type SimulationForm,
  simulationOverrides,
  simulationPrefill,
} from "../../lib/domain/energy_balance/simulation.ts";
import { writeSimulation } from "../../lib/domain/energy_balance/simulation_query.ts";
import type { SimulationOverrides } from "../../lib/domain/energy_balance/types.ts";
import { yearReport } from "../../lib/domain/energy_balance/year_report.ts";
import { withMore, withQuery } from "../../lib/links/links.ts";
import { EXPORT_CSV } from "../../lib/text/tables.ts";
import LiveChart from "../charts/LiveChart.tsx";
import { savedFile } from "./saved_file.ts";
import { SimulationPanel, SimulationToggle } from "./SimulationPanel.tsx";

interface EnergyBalanceBoardProps {
  data: BoardData;
  /** The simulation the address asks for; null when it is off. */
  form: SimulationForm | null;
  /** The page's own path. */
  path: string;
  csvPath: string;
  /** What an edit of the settings is based on; null without the role to write them. */
  settingsVersion: string | null;
}

/**
 * The year's balance and its simulation: the same pure functions compute it on the server and here, so a change of
 * the form recomputes without a request.
 *
 * @spec B §2 "Boiler-room energy balance", B §4 "Simulation"
 */
export default function EnergyBalanceBoard(props: EnergyBalanceBoardProps) {
  const { data, path, csvPath, settingsVersion } = props;
  const [form, setForm] = useState(props.form);
  const [live, setLive] = useState(false);
  const overrides = useLastRight(form);
  useEffect(() => setLive(true), []);
  const query = writeSimulation(form);
  useEffect(() => {
    if (live) history.replaceState(history.state, "", withQuery(path, query));
  }, [query]);

  const { boilerRoom, period } = data.input;
  const report = useMemo(
    () => yearReport(overrides === null ? data.input : { ...data.input, overrides }),
    [data, overrides],
  );
  const charts = useMemo(() => balanceCharts(report, data), [report, data]);
  const prefill = () => simulationPrefill(boilerRoom.settings, period);

  return (
    <div class="balance">
      <div class="balance-actions">
        <SimulationToggle
          isOn={form !== null}
          href={form === null ? withQuery(path, writeSimulation(prefill())) : path}
          onToggle={() => setForm(form === null ? prefill() : null)}
        />
        <a
          class="button"
          href={withMore(csvPath, query)}
          download={CSV_FILE_NAME}
          onClick={(event) => {
            event.preventDefault();
            savedFile(CSV_FILE_NAME, balanceCsv(report, "semicolon"));
          }}
        >
          <Icon name="download" small />
          {EXPORT_CSV}
        </a>
      </div>
      {form !== null && (
        <section class="card simulation" aria-labelledby="simulation">
          <h2 id="simulation">Simulation</h2>
          <SimulationPanel data={data} form={form} path={path} live={live} onChange={setForm} />
          {settingsVersion !== null && overrides !== null && (
            <SaveSimulation
              action={withQuery(path, query)}
              from={data.input.now.slice(0, 8) + "01"}
              version={settingsVersion}
            />
          )}
        </section>
      )}
      <div class="balance-top">
        <div class="balance-charts">
          {charts.map((chart) => <LiveChart key={chart.title} {...chart} />)}
        </div>
        <BalanceSummary report={report} simulated={overrides !== null} />
      </div>
      <BalanceTable
        report={report}
        kind={boilerRoom.sourceKind}
        caption={overrides === null ? "Bilan par mois" : "Bilan par mois, valeurs simulées"}
      />
      <BalanceNotes rows={report.rows} />
    </div>
  );
}

/** The values of the form the last time nothing was wrong in it; null while it is off. */
function useLastRight(form: SimulationForm | null): SimulationOverrides | null {
  const now = useMemo(() => form === null ? null : simulationOverrides(form), [form]);
  const [last, setLast] = useState(now);
  if (form === null) {
    if (last !== null) setLast(null);
    return null;
  }
  if (now !== null && now !== last) setLast(now);
  return now ?? last;
}
