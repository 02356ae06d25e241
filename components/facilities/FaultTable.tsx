import { isErrorCode, isFaultTold, type LastSaid } from "../../lib/domain/facilities/faults.ts";
import type {
  ErrorCodeReader,
  FacilityValue,
  FaultDetector,
} from "../../lib/domain/facilities/types.ts";
import { CURRENT_FOR_S } from "../../lib/domain/series/currentness.ts";
import { links } from "../../lib/links/links.ts";
import { formatInstant } from "../../lib/text/dates.ts";
import { ALARM_KIND_LABELS, normalCodesText } from "../../lib/text/equipment.ts";
import { NO_RECENT_VALUE } from "../../lib/text/facilities.ts";
import { formatNumber } from "../../lib/text/numbers.ts";
import { Status } from "../page/Status.tsx";
import { DataTable, type TableColumn } from "../tables/DataTable.tsx";

/** A fault detector, or a reader of a boiler's codes. */
type FaultRow =
  | { readonly kind: "detector"; readonly one: FaultDetector }
  | { readonly kind: "codes"; readonly one: ErrorCodeReader };

interface FaultTableProps {
  projectId: string;
  detectors: readonly FaultDetector[];
  readers: readonly ErrorCodeReader[];
  /** Last values by series id, however old. */
  values: ReadonlyMap<string, FacilityValue>;
  timeZone: string;
  /** Seconds since 1970. */
  nowS: number;
}

/** What tells the faults of a boiler room, and what each says now (B §3, §4 "Fault detector"). */
export function FaultTable(props: FaultTableProps) {
  const { projectId, detectors, readers, values, timeZone, nowS } = props;
  const rows: FaultRow[] = [
    ...detectors.map((one) => ({ kind: "detector" as const, one })),
    ...readers.map((one) => ({ kind: "codes" as const, one })),
  ];
  const lastOf = ({ one }: FaultRow) => lastSaid(values.get(one.seriesId ?? ""));
  const columns: TableColumn<FaultRow>[] = [
    {
      field: "name",
      label: "Détecteur",
      cell: ({ one }) => <a href={links.equipment(projectId, one.id)}>{one.name}</a>,
    },
    { field: "rule", label: "Signale un défaut", cell: ruleOf },
    {
      field: "state",
      label: "État",
      cell: (row) => <FaultState row={row} last={lastOf(row)} nowS={nowS} />,
    },
    {
      field: "last",
      label: "Dernière donnée",
      cell: (row) => {
        const state = lastOf(row)?.state;
        return typeof state === "number" ? formatNumber(state) : state;
      },
    },
    {
      field: "at",
      label: "Reçue le",
      cell: ({ one }) => formatInstant(values.get(one.seriesId ?? "")?.at ?? null, timeZone),
    },
    {
      field: "readings",
      label: "Historique",
      cell: ({ one: { seriesId, name } }) =>
        seriesId && (
          <a href={links.facilitySeries(projectId, seriesId)} aria-label={`Historique de ${name}`}>
            Historique
          </a>
        ),
    },
  ];
  return <DataTable caption="Défauts" columns={columns} rows={rows} rowKey={({ one }) => one.id} />;
}

function ruleOf(row: FaultRow): string {
  return row.kind === "detector"
    ? ALARM_KIND_LABELS[row.one.alarmKind]
    : normalCodesText(row.one.normalCodes);
}

function lastSaid(value: FacilityValue | undefined): LastSaid | null {
  const state = value?.message ?? value?.value ?? null;
  if (state === null || !value?.at) return null;
  return { epochS: Date.parse(value.at) / 1_000, state };
}

function FaultState({ row, last, nowS }: { row: FaultRow; last: LastSaid | null; nowS: number }) {
  if (row.one.seriesId === null) return <Status tone="info" label="Aucune série" />;
  if (row.kind === "detector") {
    return isFaultTold(row.one.alarmKind, last, nowS)
      ? <Status tone="very-bad" label="En défaut" />
      : <Status tone="good" label="Pas de défaut" />;
  }
  if (last === null || nowS - last.epochS > CURRENT_FOR_S) {
    return <Status tone="info" label={NO_RECENT_VALUE} />;
  }
  return isErrorCode(row.one, last.state)
    ? <Status tone="very-bad" label="Code d’erreur" />
    : <Status tone="good" label="Code normal" />;
}
