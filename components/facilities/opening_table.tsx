import { Status, type Tone } from "@/components/page/Page.tsx";
import { dateColumn, nameColumn, textColumn } from "@/components/tables/columns.tsx";
import type { PageTable, TableColumn } from "@/components/tables/DataTable.tsx";
import { isOpenTooLong, openingOf } from "@/lib/domain/facilities/opening.ts";
import type { Building } from "@/lib/domain/facilities/types.ts";
import type { StateInterval } from "@/lib/domain/series/state_intervals.ts";
import { links } from "@/lib/links/links.ts";
import { GATE_TYPE_LABELS } from "@/lib/text/facilities/equipment.ts";
import { EQUIPMENT_KIND_LABELS } from "@/lib/text/facilities/equipment_kinds.ts";
import { NO_RECENT_VALUE } from "@/lib/text/facilities/facilities.ts";
import { formatInstant } from "@/lib/text/format/dates.ts";
import { formatNumber, formatQuantity } from "@/lib/text/format/numbers.ts";
import { historyColumn } from "./history_column.tsx";

/** A roof light, a door or a gate. */
type OpeningRow = ReturnType<typeof openingRows>[number];

function openingRows({ skydomes, gates }: Pick<Building, "skydomes" | "gates">) {
  return [
    ...skydomes.map(({ id, name, seriesId }) => ({
      id,
      name,
      seriesId,
      kindLabel: EQUIPMENT_KIND_LABELS.skydome,
      /** Hours it may stay open; null without a limit. */
      alarmFromH: null,
    })),
    ...gates.map(({ id, name, seriesId, type, alarmFrom }) => ({
      id,
      name,
      seriesId,
      kindLabel: GATE_TYPE_LABELS[type],
      alarmFromH: alarmFrom,
    })),
  ];
}

interface OpeningPlace {
  projectId: string;
  /** Current state intervals, by series id. */
  intervals: ReadonlyMap<string, StateInterval | null>;
  timeZone: string;
  /** Seconds since 1970. */
  nowS: number;
}

/** Openings, with their state and its start (B §4 "Skydome: open or closed with a since-date"). */
export function openingTable(
  building: Pick<Building, "name" | "skydomes" | "gates">,
  place: OpeningPlace,
): PageTable<OpeningRow> {
  return {
    table: "ouvertures",
    fileName: `${building.name} ouvertures.csv`,
    caption: "Ouvertures",
    columns: openingColumns(place),
    rows: openingRows(building),
  };
}

function openingColumns(
  { projectId, intervals, timeZone, nowS }: OpeningPlace,
): TableColumn<OpeningRow>[] {
  const intervalOf = ({ seriesId }: OpeningRow) => intervals.get(seriesId ?? "") ?? null;
  return [
    nameColumn("Équipement", (id) => links.equipment(projectId, id)),
    textColumn("kind", "Type", ({ kindLabel }) => kindLabel),
    {
      field: "state",
      label: "État",
      cell: (row) => {
        const { tone, label } = openingStatus(row, intervalOf(row), nowS);
        return tone === null ? label : <Status tone={tone} label={label} />;
      },
      value: (row) => openingStatus(row, intervalOf(row), nowS).label,
    },
    dateColumn("since", "Depuis", (row) => {
      const interval = intervalOf(row);
      return interval && formatInstant(new Date(interval.fromS * 1_000).toISOString(), timeZone);
    }),
    historyColumn(projectId, (row) => row),
  ];
}

/** Status of an opening; no tone for a state that is neither open nor closed. */
function openingStatus(
  row: OpeningRow,
  interval: StateInterval | null,
  nowS: number,
): { tone: Tone | null; label: string } {
  if (interval === null) return { tone: "info", label: NO_RECENT_VALUE };
  const opening = openingOf(interval.state);
  if (opening === "closed") return { tone: "good", label: "Fermé" };
  if (opening === null) {
    const { state } = interval;
    return { tone: null, label: typeof state === "number" ? formatNumber(state) : state };
  }
  const isTooLong = row.alarmFromH !== null && isOpenTooLong(interval, row.alarmFromH, nowS);
  if (!isTooLong || row.alarmFromH === 0) {
    return { tone: isTooLong ? "very-bad" : "bad", label: "Ouvert" };
  }
  return {
    tone: "very-bad",
    label: `Ouvert depuis plus de ${formatQuantity(row.alarmFromH, "h", 2)}`,
  };
}
