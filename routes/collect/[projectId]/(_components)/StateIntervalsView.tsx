import { EmptyState } from "@/components/page/Page.tsx";
import { StateTable } from "@/components/series/StateTable.tsx";
import { TableFoot } from "@/components/tables/TableFoot.tsx";
import type { PeriodRange } from "@/lib/domain/periods/period.ts";
import type { StateInterval } from "@/lib/domain/series/state_intervals.ts";
import { paginated } from "@/lib/domain/tables/paginate.ts";
import type { TableState } from "@/lib/domain/tables/table_state.ts";
import { rangeLabel } from "@/lib/text/periods.ts";

interface StateIntervalsViewProps {
  name: string;
  range: PeriodRange;
  /** Newest first. */
  intervals: readonly StateInterval[];
  timeZone: string;
  table: TableState;
  path: string;
}

const PAGE_SIZE = 60;

export function StateIntervalsView(props: StateIntervalsViewProps) {
  const { name, range, intervals, timeZone, table, path } = props;
  if (intervals.length === 0) {
    return (
      <EmptyState title="Aucun relevé sur cette période" icon="sensor">
        <p>L’état n’a été envoyé aucune fois.</p>
      </EmptyState>
    );
  }
  const shown = paginated(intervals, table.page, PAGE_SIZE);
  return (
    <div class="stack">
      <div data-live="spells">
        <StateTable
          caption={`${name}, ${rangeLabel(range)}`}
          intervals={shown.rows}
          timeZone={timeZone}
        />
      </div>
      <TableFoot path={path} state={table} page={shown} />
    </div>
  );
}
