import { fileColumn, numberColumn, statusColumn, textColumn } from "@/components/ui/columns.tsx";
import type { PageTable, TableColumn } from "@/components/ui/DataTable.tsx";
import type { BoilerRoom, FacilityValue, HeatingCircuit } from "@/lib/facilities/schema.ts";
import { type BoundedValue, boundsStatus, boundsText } from "./CurrentValues.tsx";

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
    numberColumn<HeatingCircuit>(
      { field, label, unit: "°C" },
      (circuit) => current(seriesOf(circuit)),
      1,
      1,
    );
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
