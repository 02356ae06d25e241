import { AlarmCount } from "@/components/alarms/AlarmCount.tsx";
import type { TableColumn } from "@/components/tables/DataTable.tsx";
import { ListTable } from "@/components/tables/ListTable.tsx";
import { TagFilters } from "@/components/tables/TagFilters.tsx";
import { linkColumn, textColumn } from "@/components/tables/columns.tsx";
import type { TagGroup } from "@/lib/domain/organisations/types.ts";
import {
  ALARM_FIELD,
  type Residence,
  RESIDENCE_ORDER,
  tagField,
} from "@/lib/domain/projects/residence_list.ts";
import type { CsvColumn } from "@/lib/domain/tables/csv.ts";
import { filterOptions } from "@/lib/domain/tables/filter.ts";
import type { TableState } from "@/lib/domain/tables/table_state.ts";
import { links } from "@/lib/links/links.ts";
import { OPEN_ALARMS_LABEL } from "@/lib/text/alarms/alarm_lists.ts";

interface ResidenceTableProps {
  /** Every residence, for the options of the filters. */
  all: readonly Residence[];
  /** Residences that match the filters, in order. */
  kept: readonly Residence[];
  groups: readonly TagGroup[];
  state: TableState;
}

/** The residences of an organisation: search, filters, sort, pages, exports. */
export function ResidenceTable({ all, kept, groups, state }: ResidenceTableProps) {
  const city = { field: "city", label: "Ville", options: filterOptions(all, ({ city }) => city) };
  const tags = groups.map(({ id, name }) => ({
    field: tagField(id),
    label: name,
    options: filterOptions(all, ({ tags }) => tags[id] ?? ""),
  }));
  return (
    <ListTable
      path={links.residences()}
      state={state}
      order={RESIDENCE_ORDER}
      allCount={all.length}
      kept={kept}
      columns={columnsOf(groups)}
      rowKey={({ id }) => id}
      filters={[city]}
      noun="résidence"
      nothing="Aucune résidence trouvée"
      icon="building"
    >
      <TagFilters groups={tags} filters={state.filters} />
    </ListTable>
  );
}

function columnsOf(groups: readonly TagGroup[]): TableColumn<Residence>[] {
  return [
    linkColumn("name", "Résidence", ({ name }) => name, ({ id }) => links.residence(id)),
    textColumn("code", "Code", ({ code }) => code),
    textColumn("street", "Rue", ({ street }) => street),
    textColumn("zipCode", "Code postal", ({ zipCode }) => zipCode),
    textColumn("city", "Ville", ({ city }) => city),
    ...groups.map(({ id, name }) =>
      textColumn<Residence>(tagField(id), name, ({ tags }) => tags[id] ?? "")
    ),
    {
      field: ALARM_FIELD,
      label: OPEN_ALARMS_LABEL,
      unbroken: true,
      cell: ({ id, alarmCount }) => <AlarmCount count={alarmCount} href={links.alarms(id)} />,
    },
  ];
}

/** Columns of the file: those of the list, with the coordinates. */
export function residenceColumns(groups: readonly TagGroup[]): CsvColumn<Residence>[] {
  return [
    { header: "Résidence", value: ({ name }) => name },
    { header: "Code", value: ({ code }) => code },
    { header: "Rue", value: ({ street }) => street },
    { header: "Code postal", value: ({ zipCode }) => zipCode },
    { header: "Ville", value: ({ city }) => city },
    ...groups.map(({ id, name }): CsvColumn<Residence> => ({
      header: name,
      value: ({ tags }) => tags[id] ?? null,
    })),
    { header: "Latitude (°)", value: ({ latitude }) => latitude },
    { header: "Longitude (°)", value: ({ longitude }) => longitude },
    { header: OPEN_ALARMS_LABEL, value: ({ alarmCount }) => alarmCount },
  ];
}
