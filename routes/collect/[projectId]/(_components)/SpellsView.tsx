import { EmptyState } from "@/components/page/EmptyState.tsx";
import { SpellTable } from "@/components/series/SpellTable.tsx";
import { TableFoot } from "@/components/tables/TableFoot.tsx";
import type { PeriodRange } from "@/lib/domain/periods/period.ts";
import type { Spell } from "@/lib/domain/series/spells.ts";
import { paginated } from "@/lib/domain/tables/paginate.ts";
import type { TableState } from "@/lib/domain/tables/table_state.ts";
import { rangeLabel } from "@/lib/text/periods.ts";

interface SpellsViewProps {
  /** Name of the state. */
  name: string;
  range: PeriodRange;
  /** The latest first. */
  spells: readonly Spell[];
  timeZone: string;
  table: TableState;
  path: string;
}

/** Spells of a page of the table. */
const PAGE_SIZE = 60;

/** What a state was over a range, from when to when, and its file. */
export function SpellsView(props: SpellsViewProps) {
  const { name, range, spells, timeZone, table, path } = props;
  if (spells.length === 0) {
    return (
      <EmptyState title="Aucun relevé sur cette période" icon="sensor">
        <p>L’état n’a été envoyé aucune fois.</p>
      </EmptyState>
    );
  }
  const shown = paginated(spells, table.page, PAGE_SIZE);
  return (
    <div class="stack">
      <div data-live="spells">
        <SpellTable
          caption={`${name}, ${rangeLabel(range)}`}
          spells={shown.rows}
          timeZone={timeZone}
        />
      </div>
      <TableFoot path={path} state={table} page={shown} />
    </div>
  );
}
