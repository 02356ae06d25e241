import { FloorSelector } from "@/components/housing/FloorSelector.tsx";
import { EmptyState } from "@/components/page/EmptyState.tsx";
import { Section } from "@/components/page/Section.tsx";
import { PeriodNavigator } from "@/components/periods/PeriodNavigator.tsx";
import { DataTable } from "@/components/tables/DataTable.tsx";
import { FilterSelect } from "@/components/tables/FilterSelect.tsx";
import { TableFoot } from "@/components/tables/TableFoot.tsx";
import { TableTools } from "@/components/tables/TableTools.tsx";
import { TagFilters } from "@/components/tables/TagFilters.tsx";
import { chosenFloor, floorText } from "@/lib/domain/housing/floors.ts";
import type { PeriodRange } from "@/lib/domain/periods/period.ts";
import { rangeSegment } from "@/lib/domain/periods/segments.ts";
import type { PeriodChoices } from "@/lib/domain/periods/switch.ts";
import { filterOptions } from "@/lib/domain/tables/filter.ts";
import { paginated } from "@/lib/domain/tables/paginate.ts";
import { readTableState } from "@/lib/domain/tables/table_state.ts";
import { NO_ROW_KEPT } from "@/lib/text/format/tables.ts";
import { keptRows } from "./sample_table.ts";
import { COLUMNS, FLOORS, ROWS, TAG_GROUPS } from "./samples.ts";
import { DESIGN_PATH, designLink, type DesignState } from "./states.ts";

interface DataPartsProps {
  state: DesignState;
  url: URL;
  range: PeriodRange;
}

export function DataParts({ state, url, range }: DataPartsProps) {
  const floors = state === "empty" ? FLOORS.slice(0, 1) : FLOORS;
  return (
    <>
      <Periods url={url} range={range} />
      <Section
        id="floors"
        title="Étages"
        intro="Rien n’est à choisir quand tous les logements sont au même étage."
      >
        <FloorSelector
          floors={floors}
          chosen={chosenFloor(floors, url.searchParams.get("floor"))}
          hrefOf={(floor) => designLink(url.searchParams, { floor: floorText(floor) }, "floors")}
        />
      </Section>
      <SampleTable state={state} url={url} />
    </>
  );
}

/** The period choices of pages, each with its selector. */
const CHOICES: readonly { label: string; choices: PeriodChoices }[] = [
  { label: "Sans données fines", choices: {} },
  { label: "Jusqu’aux heures", choices: { isHourlyAllowed: true } },
  { label: "Jusqu’à cinq minutes", choices: { isHourlyAllowed: true, isFiveMinuteAllowed: true } },
  { label: "Des années seulement", choices: { isYearOnly: true } },
  { label: "Des mois seulement", choices: { isMonthOnly: true } },
];

function Periods({ url, range }: Pick<DataPartsProps, "url" | "range">) {
  return (
    <Section id="periods" title="Périodes">
      {CHOICES.map(({ label, choices }) => (
        <PeriodNavigator
          key={label}
          label={label}
          range={range}
          path={DESIGN_PATH}
          hrefOf={(to) => designLink(url.searchParams, { period: rangeSegment(to) }, "periods")}
          choices={choices}
        />
      ))}
    </Section>
  );
}

function SampleTable({ state, url }: Pick<DataPartsProps, "state" | "url">) {
  const table = readTableState(url.searchParams);
  const kept = state === "empty" ? [] : keptRows(table);
  const page = paginated(kept, table.page, 5);
  const agencies = TAG_GROUPS.slice(0, 1).map(({ name }) => ({
    field: "agency",
    label: name,
    options: filterOptions(ROWS, ({ agency }) => agency),
  }));
  return (
    <Section id="table" title="Tableau">
      <div class="table-block">
        <TableTools
          path={`${DESIGN_PATH}#table`}
          state={table}
          searchLabel="Rechercher une résidence"
        >
          <FilterSelect
            field="city"
            label="Ville"
            options={filterOptions(ROWS, ({ city }) => city)}
            chosen={table.filters.city}
          />
          <TagFilters groups={agencies} filters={table.filters} />
        </TableTools>
        {kept.length === 0
          ? (
            <EmptyState title="Aucune ligne">
              <p>{NO_ROW_KEPT}</p>
            </EmptyState>
          )
          : (
            <>
              <DataTable
                caption="Chauffage des résidences"
                columns={COLUMNS}
                rows={page.rows}
                rowKey={({ id }) => id}
                sorting={{ path: DESIGN_PATH, state: table }}
              />
              <TableFoot path={DESIGN_PATH} state={table} page={page} />
            </>
          )}
      </div>
    </Section>
  );
}
