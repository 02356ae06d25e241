import SimulationPanel from "./SimulationPanel.tsx";
import { useEffect, useMemo, useRef, useState } from "react";
import { BalanceBoard } from "@/components/energy_balance/BalanceBoard.tsx";
import type { SimulationSaving } from "./SimulationPanel.tsx";
import type { Simulated } from "@/lib/energy_balance/simulation.ts";
import { type BoardData, boardYear } from "@/lib/energy_balance/year_report.ts";
import { withQuery } from "@/lib/ui/query.ts";

interface SimulatedBoardProps {
  data: BoardData;
  /** The simulation in the URL. */
  simulation: Simulated;
  path: string;
  /** null for who may not save. */
  saving: SimulationSaving | null;
}

/**
 * The simulated balance of a year and its form: the same pure functions compute it on the server and here, so a change in
 * the form needs no request.
 *
 * @spec balance.simulation
 */
export default function SimulatedBoard({ data, path, saving, ...opened }: SimulatedBoardProps) {
  const [simulation, setSimulation] = useState(opened.simulation);
  const last = useRef<Simulated | null>(null);
  const valid = last.current = simulation.overrides ? simulation : last.current;
  const overrides = valid?.overrides ?? null;
  const report = useMemo(() => boardYear(data, overrides), [data, overrides]);
  const search = useRef("");
  useEffect(() => {
    search.current = location.search;
    // Back to other values of the same page, which a link to an anchor separates from these.
    const follow = () => location.search !== search.current && location.reload();
    addEventListener("popstate", follow);
    return () => removeEventListener("popstate", follow);
  }, []);
  return (
    <BalanceBoard data={data} report={report} path={path} simulation={valid} switchQuery="">
      <section class="card simulation" aria-labelledby="simulation">
        <h2 id="simulation">Simulation</h2>
        <SimulationPanel
          data={data}
          current={simulation}
          path={path}
          saving={saving}
          onChange={(changed) => {
            history.replaceState(null, "", withQuery(path, changed.query));
            search.current = location.search;
            setSimulation(changed);
          }}
        />
      </section>
    </BalanceBoard>
  );
}
