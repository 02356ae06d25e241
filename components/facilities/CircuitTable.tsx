import type { FacilityValue, HeatingCircuit } from "../../lib/domain/facilities/types.ts";
import { formatNumber } from "../../lib/text/numbers.ts";
import { DataTable, type TableColumn } from "../tables/DataTable.tsx";
import { BoundsState, boundsText } from "./BoundsState.tsx";

interface CircuitTableProps {
  circuits: readonly HeatingCircuit[];
  /** Current values by series id. */
  values: ReadonlyMap<string, FacilityValue>;
  /** Where the curve of a circuit is. */
  hrefOf(circuitId: string): string;
}

/** The heating circuits with their current flow and return temperatures, beside their bounds (B §3). */
export function CircuitTable({ circuits, values, hrefOf }: CircuitTableProps) {
  const current = (seriesId: string | null) =>
    seriesId === null ? null : values.get(seriesId)?.value ?? null;
  const columns: TableColumn<HeatingCircuit>[] = [
    { field: "name", label: "Circuit", cell: ({ name }) => name },
    { field: "use", label: "Usage", cell: useOf },
    {
      field: "out",
      label: "Départ",
      unit: "°C",
      number: true,
      cell: ({ outType }) => formatNumber(current(outType), 1, 1),
    },
    {
      field: "outBounds",
      label: "Bornes départ",
      unit: "°C",
      number: true,
      cell: ({ outMin, outMax }) => boundsText(outMin, outMax),
    },
    {
      field: "back",
      label: "Retour",
      unit: "°C",
      number: true,
      cell: ({ backType }) => formatNumber(current(backType), 1, 1),
    },
    {
      field: "backBounds",
      label: "Bornes retour",
      unit: "°C",
      number: true,
      cell: ({ backMin, backMax }) => boundsText(backMin, backMax),
    },
    {
      field: "state",
      label: "État",
      cell: (circuit) => <CircuitState circuit={circuit} current={current} />,
    },
    {
      field: "curve",
      label: "Courbe",
      cell: ({ id, name, outType }) =>
        outType && <a href={hrefOf(id)} aria-label={`Voir la courbe de ${name}`}>Voir</a>,
    },
  ];
  return (
    <DataTable
      caption="Circuits"
      columns={columns}
      rows={circuits}
      rowKey={({ id }) => id}
    />
  );
}

function useOf({ isHotWater, enabled }: HeatingCircuit): string {
  if (!enabled) return "Hors service";
  return isHotWater ? "Eau chaude" : "Chauffage";
}

function CircuitState(
  { circuit, current }: {
    circuit: HeatingCircuit;
    current: (seriesId: string | null) => number | null;
  },
) {
  const { enabled, outType, outMin, outMax, backType, backMin, backMax } = circuit;
  if (!enabled) return null;
  return (
    <BoundsState
      values={[
        { value: current(outType), min: outMin, max: outMax },
        { value: current(backType), min: backMin, max: backMax },
      ]}
    />
  );
}
