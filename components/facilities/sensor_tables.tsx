/** Tables of circuits, fault detectors, error codes, gates and roof lights, with links to their history. @module */

import {
  dateColumn,
  fileColumn,
  linkColumn,
  nameColumn,
  numberColumn,
  statusColumn,
  textColumn,
} from "@/components/ui/columns.tsx";
import type { PageTable, TableColumn } from "@/components/ui/DataTable.tsx";
import { Status, type StatusProps, type Tone } from "@/components/ui/Page.tsx";
import { formatInstant } from "@/lib/base/date_format.ts";
import { formatNumber, formatQuantity } from "@/lib/base/text_format.ts";
import {
  isErrorCode,
  isFaultReported,
  isOpenTooLong,
  openingOf,
  type SensorValue,
} from "@/lib/facilities/faults.ts";
import type {
  BoilerRoom,
  Building,
  ErrorCodeReader,
  FacilityValue,
  FaultDetector,
  HeatingCircuit,
} from "@/lib/facilities/schema.ts";
import {
  ALARM_KIND_LABELS,
  EQUIPMENT_KIND_LABELS,
  GATE_TYPE_LABELS,
  NO_RECENT_VALUE,
  normalCodesText,
} from "@/lib/facilities/text.ts";
import type { StateInterval } from "@/lib/series/range_notes.ts";
import { CURRENT_FOR_S } from "@/lib/timeseries/rhythm.ts";
import { links } from "@/lib/ui/links.ts";
import { type BoundedValue, boundsStatus, boundsText } from "./CurrentValues.tsx";

/** Links to the readings of the series of each row; empty for a row without a series. */
function historyColumn<Row>(
  projectId: string,
  seriesOf: (row: Row) => { readonly name: string; readonly seriesId: string | null },
): TableColumn<Row> {
  return {
    field: "readings",
    label: "Historique",
    cell: (row) => {
      const { seriesId, name } = seriesOf(row);
      return seriesId && (
        <a href={links.facilitySeries(projectId, seriesId)} aria-label={`Historique de ${name}`}>
          Historique
        </a>
      );
    },
  };
}

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

interface CircuitColumnsOptions {
  /** Current values by series id. */
  values: ReadonlyMap<string, FacilityValue>;
  hrefOf(circuitId: string): string;
}

/** The heating circuits with their current flow and return temperatures, and in the file their bounds, which the tiles show (B §3). */
export function circuitTable(
  { name, circuits }: Pick<BoilerRoom, "name" | "circuits">,
  options: CircuitColumnsOptions,
): PageTable<HeatingCircuit> {
  return {
    table: "circuits",
    fileName: `${name} circuits.csv`,
    caption: "Circuits",
    columns: circuitColumns(options),
    rows: circuits,
  };
}

export function circuitColumns(
  { values, hrefOf }: CircuitColumnsOptions,
): TableColumn<HeatingCircuit>[] {
  const current = (seriesId: string | null) =>
    seriesId === null ? null : values.get(seriesId)?.value ?? null;
  const temperature = (
    field: string,
    label: string,
    seriesOf: (circuit: HeatingCircuit) => string | null,
  ) =>
    numberColumn<HeatingCircuit>(field, label, (circuit) => current(seriesOf(circuit)), {
      unit: "°C",
      most: 1,
      least: 1,
    });
  return [
    textColumn("name", "Circuit", ({ name }) => name),
    textColumn("use", "Usage", useOf),
    temperature("out", "Départ", ({ outType }) => outType),
    fileColumn("Bornes départ (°C)", ({ outMin, outMax }) => boundsText(outMin, outMax)),
    temperature("back", "Retour", ({ backType }) => backType),
    fileColumn("Bornes retour (°C)", ({ backMin, backMax }) => boundsText(backMin, backMax)),
    statusColumn(
      "state",
      "État",
      (circuit) => circuit.enabled ? boundsStatus(boundedValues(circuit, current)) : null,
    ),
    {
      field: "curve",
      label: "Courbe",
      cell: ({ id, name, outType }) =>
        outType && <a href={hrefOf(id)} aria-label={`Voir la courbe de ${name}`}>Voir</a>,
    },
  ];
}

function useOf({ isHotWater, enabled }: HeatingCircuit): string {
  if (!enabled) return "Hors service";
  return isHotWater ? "Eau chaude" : "Chauffage";
}

/** Measured values of a circuit: a temperature without a series is not expected. */
function boundedValues(
  { outType, outMin, outMax, backType, backMin, backMax }: HeatingCircuit,
  current: (seriesId: string | null) => number | null,
): BoundedValue[] {
  const values = [
    { name: "Départ", series: outType, min: outMin, max: outMax },
    { name: "Retour", series: backType, min: backMin, max: backMax },
  ];
  return values.filter(({ series }) => series !== null)
    .map(({ series, ...bounded }) => ({ ...bounded, value: current(series) }));
}
