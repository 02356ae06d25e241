import type { StatusProps } from "@/components/page/Page.tsx";
import { dateColumn, linkColumn, statusColumn, textColumn } from "@/components/tables/columns.tsx";
import type { PageTable, TableColumn } from "@/components/tables/DataTable.tsx";
import { isErrorCode, isFaultReported, type SensorValue } from "@/lib/domain/facilities/faults.ts";
import type {
  BoilerRoom,
  ErrorCodeReader,
  FacilityValue,
  FaultDetector,
} from "@/lib/domain/facilities/types.ts";
import { CURRENT_FOR_S } from "@/lib/domain/series/currentness.ts";
import { links } from "@/lib/links/links.ts";
import { ALARM_KIND_LABELS, normalCodesText } from "@/lib/text/facilities/equipment.ts";
import { NO_RECENT_VALUE } from "@/lib/text/facilities/facilities.ts";
import { formatInstant } from "@/lib/text/format/dates.ts";
import { formatNumber } from "@/lib/text/format/numbers.ts";
import { historyColumn } from "./history_column.tsx";

type FaultRow =
  | { readonly kind: "detector"; readonly one: FaultDetector }
  | { readonly kind: "codes"; readonly one: ErrorCodeReader };

interface FaultPlace {
  projectId: string;
  /** Last values by series id, of any age. */
  values: ReadonlyMap<string, FacilityValue>;
  timeZone: string;
  /** Seconds since 1970. */
  nowS: number;
}

/** Fault detectors and code readers, with current state (B §3, §4 "Fault detector"). */
export function faultTable(
  { name, faultDetectors, errorCodes }: Pick<BoilerRoom, "name" | "faultDetectors" | "errorCodes">,
  place: FaultPlace,
): PageTable<FaultRow> {
  return {
    table: "defauts",
    fileName: `${name} défauts.csv`,
    caption: "Défauts",
    columns: faultColumns(place),
    rows: [
      ...faultDetectors.map((one) => ({ kind: "detector" as const, one })),
      ...errorCodes.map((one) => ({ kind: "codes" as const, one })),
    ],
  };
}

function faultColumns({ projectId, values, timeZone, nowS }: FaultPlace): TableColumn<FaultRow>[] {
  const lastOf = ({ one }: FaultRow) => lastValue(values.get(one.seriesId ?? ""));
  return [
    linkColumn(
      "name",
      "Détecteur",
      ({ one }) => one.name,
      ({ one }) => links.equipment(projectId, one.id),
    ),
    textColumn("rule", "Signale un défaut", ruleOf),
    statusColumn("state", "État", (row) => faultStatus(row, lastOf(row), nowS)),
    {
      field: "last",
      label: "Dernière donnée",
      cell: (row) => {
        const state = lastOf(row)?.state;
        return typeof state === "number" ? formatNumber(state) : state;
      },
      value: (row) => lastOf(row)?.state ?? null,
    },
    dateColumn(
      "at",
      "Reçue le",
      ({ one }) => formatInstant(values.get(one.seriesId ?? "")?.at ?? null, timeZone),
    ),
    historyColumn(projectId, ({ one }) => one),
  ];
}

function ruleOf(row: FaultRow): string {
  return row.kind === "detector"
    ? ALARM_KIND_LABELS[row.one.alarmKind]
    : normalCodesText(row.one.normalCodes);
}

function lastValue(value: FacilityValue | undefined): SensorValue | null {
  const state = value?.message ?? value?.value ?? null;
  if (state === null || !value?.at) return null;
  return { epochS: Date.parse(value.at) / 1_000, state };
}

function faultStatus(row: FaultRow, last: SensorValue | null, nowS: number): StatusProps {
  if (row.one.seriesId === null) return { tone: "info", label: "Aucune série" };
  if (row.kind === "detector") {
    return isFaultReported(row.one.alarmKind, last, nowS)
      ? { tone: "very-bad", label: "En défaut" }
      : { tone: "good", label: "Pas de défaut" };
  }
  if (last === null || nowS - last.epochS > CURRENT_FOR_S) {
    return { tone: "info", label: NO_RECENT_VALUE };
  }
  return isErrorCode(row.one, last.state)
    ? { tone: "very-bad", label: "Code d’erreur" }
    : { tone: "good", label: "Code normal" };
}
