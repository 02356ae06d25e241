import { GapBadge } from "@/components/energy_balance/BalanceTable.tsx";
import { AlarmCount } from "@/components/residences/AlarmCount.tsx";
import { dateColumn, fileColumn, nameColumn, rounded } from "@/components/ui/columns.tsx";
import type { TableColumn } from "@/components/ui/DataTable.tsx";
import type { List } from "@/components/ui/list.ts";
import { formatDay } from "@/lib/base/date_format.ts";
import { formatNumber } from "@/lib/base/text_format.ts";
import type { TagGroup } from "@/lib/organisations/schema.ts";
import type { ResidenceFigures } from "@/lib/portfolio/figures.ts";
import type { Residence } from "@/lib/portfolio/residence_list.ts";
import { OPEN_ALARMS_LABEL } from "@/lib/residences/text.ts";
import { links } from "@/lib/ui/links.ts";
import { ALL_TAGS_LABEL } from "@/lib/ui/text_tables.ts";

/** A row of the list. */
export type ListedResidence = Residence & ResidenceFigures;

/** The figures that the reader may see. */
export interface SeenFigures {
  readonly energy: boolean;
  readonly documents: boolean;
}

/**
 * The residences of an organisation in the given order, with their figures; addresses, codes and tags are in the file,
 * the search and the filters.
 *
 * @spec forms.tags, projects.figures
 * @param next what to do when there is none
 */
export function residenceList(
  groups: readonly TagGroup[],
  seen: SeenFigures,
  next: Pick<List<ListedResidence>["empty"], "text" | "children"> = {},
): List<ListedResidence> {
  const tags = groups.map(({ id, name }) => ({
    field: `tag-${id}`,
    label: name,
    value: ({ tags }: Residence) => tags[id] ?? "",
  }));
  return {
    path: links.residences(),
    fileName: "residences.csv",
    order: null,
    columns: [
      nameColumn("Résidence", links.residence),
      fileColumn("Code", ({ code }) => code),
      fileColumn("Rue", ({ street }) => street),
      fileColumn("Code postal", ({ zipCode }) => zipCode),
      fileColumn("Ville", ({ city }) => city),
      ...tags.map(({ label, value }) => fileColumn(label, value)),
      fileColumn("Latitude (°)", ({ latitude }) => latitude),
      fileColumn("Longitude (°)", ({ longitude }) => longitude),
      ...seen.energy ? ENERGY_COLUMNS : [],
      countedColumn("silent", "Séries muettes", ({ silentCount }) => silentCount),
      ...seen.documents
        ? [countedColumn("late", "Documents en retard", ({ lateCount }) => lateCount)]
        : [],
      {
        field: "alarms",
        label: OPEN_ALARMS_LABEL,
        unbroken: true,
        cell: ({ id, alarmCount }) => <AlarmCount count={alarmCount} href={links.alarms(id)} />,
        value: ({ alarmCount }) => alarmCount,
      },
    ],
    filters: [
      { field: "city", label: "Ville", value: ({ city }) => city },
      ...tags.map((tag) => ({ ...tag, all: ALL_TAGS_LABEL, least: 0 })),
    ],
    words: ({ name, code, street, zipCode, city }) => [name, code, street, zipCode, city],
    noun: "résidence",
    nothing: "Aucune résidence trouvée",
    icon: "building",
    empty: { title: "Aucune résidence", icon: "building", ...next },
  };
}

const ENERGY_COLUMNS: readonly TableColumn<ListedResidence>[] = [
  {
    field: "gap",
    label: "Écart de la saison",
    unit: "%",
    number: true,
    verdict: true,
    cell: ({ gapPercent, gapStatus }) => <GapBadge percent={gapPercent} status={gapStatus} />,
    value: ({ gapPercent }) => rounded(gapPercent, 1),
  },
  dateColumn("drift", "Dérive depuis", ({ drift }) => formatDay(drift?.since ?? null), {
    sort: ({ drift }) => drift?.since ?? null,
  }),
  {
    field: "energy",
    label: "12 mois",
    unit: "kWh/m²",
    number: true,
    cell: ({ kwhPerM2 }) => formatNumber(kwhPerM2, 0),
    value: ({ kwhPerM2 }) => kwhPerM2,
  },
];

/** A count, empty for 0. */
function countedColumn(
  field: string,
  label: string,
  value: (row: ListedResidence) => number,
): TableColumn<ListedResidence> {
  return { field, label, number: true, cell: (row) => formatNumber(value(row) || null, 0), value };
}
