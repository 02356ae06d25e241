/** List of the dwellings of a residence, and their connectivity. @module */

import { AlarmCount } from "@/components/residences/AlarmCount.tsx";
import { linkColumn, textColumn } from "@/components/ui/columns.tsx";
import type { TableColumn } from "@/components/ui/DataTable.tsx";
import type { List, ListFilter } from "@/components/ui/list.ts";
import { Status, type Tone } from "@/components/ui/Page.tsx";
import { labelledOptions } from "@/components/ui/SelectField.tsx";
import { floorChoices, floorText, type HouseLine } from "@/lib/housing/dwelling_list.ts";
import {
  type HouseField,
  type HousingFeatures,
  shownHouseFields,
} from "@/lib/housing/dwelling_settings.ts";
import {
  CONNECTIVITY_STATES,
  type ConnectivityState,
  type ConnectivitySummary,
} from "@/lib/housing/schema.ts";
import {
  collectModeWord,
  CONNECTIVITY_LABEL,
  CONNECTIVITY_LABELS,
  floorLabel,
  HOURLY_MODE_WORDS,
  HOUSE_KIND_LABELS,
  HOUSE_LABELS,
  housesCountText,
} from "@/lib/housing/text.ts";
import { OPEN_ALARMS_LABEL } from "@/lib/residences/text.ts";
import { links } from "@/lib/ui/links.ts";
import { writeFilters } from "@/lib/ui/tables.ts";

const COUNTS: Readonly<Record<ConnectivityState, keyof ConnectivitySummary>> = {
  "online": "onlineCount",
  "reachable": "reachableCount",
  "last-7-days": "last7DaysCount",
  "offline": "offlineCount",
};

/** How many dwellings answer, and how; each count leads to those it counts (B §7 "housesconnectivitysummary"). @spec housing.connectivity-counts */
export function ConnectivityCounts(
  { projectId, summary }: { projectId: string; summary: ConnectivitySummary },
) {
  return (
    <dl class="key-values">
      {CONNECTIVITY_STATES.map((state) => (
        <div key={state}>
          <dt>
            <ConnectivityStatus state={state} />
          </dt>
          <dd>
            <Count projectId={projectId} state={state} count={summary[COUNTS[state]]} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Count(
  { projectId, state, count }: { projectId: string; state: ConnectivityState; count: number },
) {
  if (count === 0) return <>0</>;
  return (
    <a href={links.houses(projectId, writeFilters({ connectivity: state }))}>
      {housesCountText(count)}
    </a>
  );
}

const TONES: Readonly<Record<ConnectivityState, Tone>> = {
  "online": "good",
  "reachable": "info",
  "last-7-days": "bad",
  "offline": "very-bad",
};

/** Connectivity of a dwelling, as a word and a colour. */
export function ConnectivityStatus({ state }: { state: ConnectivityState }) {
  return <Status tone={TONES[state]} label={CONNECTIVITY_LABELS[state]} />;
}

interface HouseListOptions extends Pick<List<HouseLine>, "empty"> {
  readonly projectId: string;
  readonly features: HousingFeatures;
  readonly hasConnectivity: boolean;
}

/** The dwellings of a residence, with the fields that it shows. */
export function houseList(
  all: readonly HouseLine[],
  { projectId, features, hasConnectivity, empty }: HouseListOptions,
): List<HouseLine> {
  const hrefOf = ({ id }: HouseLine) => links.house(projectId, id);
  return {
    path: links.houses(projectId),
    fileName: "logements.csv",
    columns: [
      ...fieldColumns(features, hrefOf),
      ...hasConnectivity ? [CONNECTIVITY_COLUMN] : [],
      ...all.some(({ alarmCount }) => alarmCount > 0) ? [alarmColumn(hrefOf)] : [],
    ],
    ties: ({ name }) => name,
    filters: filtersOf(all),
    words: ({ name, serial, building }) => [name, serial, building],
    noun: "logement",
    nothing: "Aucun logement trouvé",
    icon: "house",
    empty,
  };
}

/** Filters with at least two values, such as two floors, or a name that some lack. @spec housing.list */
function filtersOf(all: readonly HouseLine[]): ListFilter<HouseLine>[] {
  return [
    {
      field: "floor",
      label: HOUSE_LABELS.floor,
      value: ({ floor }) => floorText(floor),
      options: floorChoices(all, floorLabel),
      least: 2,
    },
    { field: "building", label: HOUSE_LABELS.buildingId, value: ({ building }) => building },
    { field: "type", label: HOUSE_LABELS.houseTypeId, value: ({ type }) => type },
    { field: "group", label: HOUSE_LABELS.anonymousGroupId, value: ({ group }) => group },
    {
      field: "connectivity",
      label: CONNECTIVITY_LABEL,
      value: ({ connectivity }) => connectivity,
      options: labelledOptions(
        CONNECTIVITY_STATES.filter((state) => all.some((one) => one.connectivity === state)),
        CONNECTIVITY_LABELS,
      ),
    },
  ];
}

function fieldColumns(
  features: HousingFeatures,
  hrefOf: (line: HouseLine) => string,
): TableColumn<HouseLine>[] {
  const shown = shownHouseFields(features);
  const column = (
    name: HouseField & keyof typeof HOUSE_LABELS,
    field: string,
    text: (line: HouseLine) => string,
    other: Partial<TableColumn<HouseLine>> = {},
  ) => shown.has(name) ? [textColumn(field, HOUSE_LABELS[name], text, other)] : [];
  return [
    linkColumn("name", HOUSE_LABELS.name, ({ name }) => name, hrefOf),
    ...column("floor", "floor", ({ floor }) => floorLabel(floor), { sort: ({ floor }) => floor }),
    ...column("buildingId", "building", ({ building }) => building),
    ...column("houseTypeId", "type", ({ type }) => type),
    ...column("anonymousGroupId", "group", ({ group }) => group),
    // On the page the reading mode would be repeated on each line: it is on the dwelling's own.
    {
      field: "kind",
      label: HOUSE_LABELS.kind,
      value: ({ kind }) => HOUSE_KIND_LABELS[kind],
      sort: ({ kind }) => kind,
    },
    ...column("serial", "serial", ({ serial }) => serial),
    ...column(
      "collectMode",
      "collectMode",
      ({ collectMode }) => collectModeWord(features.houseMode, collectMode),
      { sort: ({ collectMode }) => collectMode },
    ),
    ...column("hourlyMode", "hourlyMode", ({ hourlyMode }) => HOURLY_MODE_WORDS[hourlyMode], {
      sort: ({ hourlyMode }) => hourlyMode,
    }),
  ];
}

function alarmColumn(hrefOf: (line: HouseLine) => string): TableColumn<HouseLine> {
  return {
    field: "alarmCount",
    label: OPEN_ALARMS_LABEL,
    unbroken: true,
    cell: (line) => <AlarmCount count={line.alarmCount} href={hrefOf(line)} />,
    value: ({ alarmCount }) => alarmCount,
  };
}

const CONNECTIVITY_COLUMN: TableColumn<HouseLine> = {
  field: "connectivity",
  label: CONNECTIVITY_LABEL,
  unbroken: true,
  cell: ({ connectivity }) => connectivity !== "" && <ConnectivityStatus state={connectivity} />,
  value: ({ connectivity }) => connectivity === "" ? "" : CONNECTIVITY_LABELS[connectivity],
  // Worst states first.
  sort: ({ connectivity }) => ["", ...CONNECTIVITY_STATES].indexOf(connectivity),
};
