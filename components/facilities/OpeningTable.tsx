import { isOpenTooLong, openingOf } from "../../lib/domain/facilities/opening.ts";
import type { Building } from "../../lib/domain/facilities/types.ts";
import type { Spell } from "../../lib/domain/series/spells.ts";
import { links } from "../../lib/links/links.ts";
import { formatInstant } from "../../lib/text/dates.ts";
import { GATE_TYPE_LABELS } from "../../lib/text/equipment.ts";
import { EQUIPMENT_KIND_LABELS } from "../../lib/text/equipment_kinds.ts";
import { NO_RECENT_VALUE } from "../../lib/text/facilities.ts";
import { formatNumber } from "../../lib/text/numbers.ts";
import { Status } from "../page/Status.tsx";
import { DataTable, type TableColumn } from "../tables/DataTable.tsx";

/** A roof light, a door or a gate. */
export interface OpeningRow {
  id: string;
  name: string;
  kindLabel: string;
  seriesId: string | null;
  /** Hours it may stay open; null where nothing says so. */
  alarmFromH: number | null;
}

/** The roof lights, doors and gates of a building or a boiler room. */
export function openingRows(
  { skydomes, gates }: Pick<Building, "skydomes" | "gates">,
): OpeningRow[] {
  return [
    ...skydomes.map(({ id, name, seriesId }) => ({
      id,
      name,
      seriesId,
      kindLabel: EQUIPMENT_KIND_LABELS.skydome,
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

interface OpeningTableProps {
  projectId: string;
  rows: readonly OpeningRow[];
  /** What each is now, by series id. */
  spells: ReadonlyMap<string, Spell | null>;
  timeZone: string;
  /** Seconds since 1970. */
  nowS: number;
}

/** What opens, with its state and since when (B §4 "Skydome: open or closed with a since-date"). */
export function OpeningTable({ projectId, rows, spells, timeZone, nowS }: OpeningTableProps) {
  const spellOf = ({ seriesId }: OpeningRow) => spells.get(seriesId ?? "") ?? null;
  const columns: TableColumn<OpeningRow>[] = [
    {
      field: "name",
      label: "Équipement",
      cell: ({ id, name }) => <a href={links.equipment(projectId, id)}>{name}</a>,
    },
    { field: "kind", label: "Type", cell: ({ kindLabel }) => kindLabel },
    {
      field: "state",
      label: "État",
      cell: (row) => <OpeningState row={row} spell={spellOf(row)} nowS={nowS} />,
    },
    {
      field: "since",
      label: "Depuis",
      cell: (row) => {
        const spell = spellOf(row);
        return spell === null
          ? null
          : formatInstant(new Date(spell.fromS * 1_000).toISOString(), timeZone);
      },
    },
    {
      field: "readings",
      label: "Historique",
      cell: ({ seriesId, name }) =>
        seriesId && (
          <a href={links.facilitySeries(projectId, seriesId)} aria-label={`Historique de ${name}`}>
            Historique
          </a>
        ),
    },
  ];
  return <DataTable caption="Ouvertures" columns={columns} rows={rows} rowKey={({ id }) => id} />;
}

function OpeningState(
  { row, spell, nowS }: { row: OpeningRow; spell: Spell | null; nowS: number },
) {
  if (spell === null) return <Status tone="info" label={NO_RECENT_VALUE} />;
  const opening = openingOf(spell.state);
  if (opening === "closed") return <Status tone="good" label="Fermé" />;
  if (opening === null) {
    const { state } = spell;
    return <>{typeof state === "number" ? formatNumber(state) : state}</>;
  }
  const isTooLong = row.alarmFromH !== null && isOpenTooLong(spell, row.alarmFromH, nowS);
  return isTooLong
    ? <Status tone="very-bad" label={`Ouvert depuis plus de ${row.alarmFromH} h`} />
    : <Status tone="bad" label="Ouvert" />;
}
