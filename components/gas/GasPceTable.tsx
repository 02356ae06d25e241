import { EmptyState } from "@/components/page/EmptyState.tsx";
import { DataTable, type TableColumn } from "@/components/tables/DataTable.tsx";
import { TableFoot } from "@/components/tables/TableFoot.tsx";
import { TableTools } from "@/components/tables/TableTools.tsx";
import { numberColumn, textColumn } from "@/components/tables/columns.tsx";
import { consentAlarm } from "@/lib/domain/gas/consents.ts";
import type { GasPce } from "@/lib/domain/gas/types.ts";
import type { IsoDate } from "@/lib/domain/periods/civil_dates.ts";
import { PAGE_SIZE, paginated } from "@/lib/domain/tables/paginate.ts";
import { SEARCH_FILTER } from "@/lib/domain/tables/search.ts";
import type { TableState } from "@/lib/domain/tables/table_state.ts";
import { links } from "@/lib/links/links.ts";
import { countText } from "@/lib/text/format/counts.ts";
import { formatDay } from "@/lib/text/format/dates.ts";
import { NO_ROW_KEPT } from "@/lib/text/format/tables.ts";
import { consentText } from "@/lib/text/gas.ts";
import { ConsentStatus } from "./ConsentStatus.tsx";
import { PCE_COLUMNS } from "./pce_columns.tsx";

interface GasPceTableProps {
  /** Delivery points that match the search, in order. */
  kept: readonly GasPce[];
  state: TableState;
  today: IsoDate;
}

/** The delivery points of an organisation: search, sort, pages, exports. */
export function GasPceTable({ kept, state, today }: GasPceTableProps) {
  const path = links.gasPces();
  const page = paginated(kept, state.page, PAGE_SIZE);
  return (
    <div class="table-block">
      <TableTools path={path} state={state} searchLabel="Rechercher" searchField={SEARCH_FILTER} />
      {kept.length === 0
        ? (
          <EmptyState title="Aucun point de livraison ne correspond" icon="drop">
            <p>{NO_ROW_KEPT}</p>
            <a class="button" href={path}>Tout afficher</a>
          </EmptyState>
        )
        : (
          <>
            <DataTable
              caption={countText(kept.length, "point de livraison", "points de livraison")}
              columns={gasPceColumns(today)}
              rows={page.rows}
              rowKey={({ pce }) => pce}
              sorting={{ path, state }}
            />
            <TableFoot path={path} state={state} page={page} />
          </>
        )}
    </div>
  );
}

export function gasPceColumns(today: IsoDate): readonly TableColumn<GasPce>[] {
  return [
    ...PCE_COLUMNS,
    {
      ...textColumn<GasPce>(
        "lastDate",
        "Dernier relevé",
        ({ last }) => formatDay(last?.date ?? null),
      ),
      number: true,
    },
    numberColumn(
      { field: "lastIndex", label: "Index", unit: "m³" },
      ({ last }) => last?.index ?? null,
    ),
    {
      field: "consent",
      label: "Consentement GRDF",
      cell: ({ consent }) => <ConsentStatus consent={consent} today={today} />,
      value: ({ consent }) =>
        consent === null ? null : consentText(consent, consentAlarm(consent, today)),
    },
  ];
}
