import type { PageTable, TableColumn } from "@/components/tables/DataTable.tsx";
import { numberColumn, textColumn } from "@/components/tables/columns.tsx";
import type { BoilerRoom, Device, FacilityValue } from "@/lib/domain/facilities/types.ts";
import { DEVICE_KIND_LABELS } from "@/lib/text/facilities/facilities.ts";

type CurrentValues = ReadonlyMap<string, FacilityValue>;

/** Heat pumps, solar panels and vehicle chargers, with the registers of their meters (B §3). */
export function deviceTable(
  { name, devices }: Pick<BoilerRoom, "name" | "devices">,
  values: CurrentValues,
): PageTable<Device> {
  return {
    table: "machines",
    fileName: `${name} machines.csv`,
    caption: "Machines",
    columns: deviceColumns(values),
    rows: devices,
  };
}

function deviceColumns(values: CurrentValues): TableColumn<Device>[] {
  const register = (seriesId: string | null) =>
    seriesId === null ? null : values.get(seriesId)?.value ?? null;
  return [
    textColumn("name", "Machine", ({ name }) => name),
    textColumn("kind", "Type", ({ kind }) => DEVICE_KIND_LABELS[kind]),
    numberColumn({ field: "power", label: "Puissance", unit: "kW" }, ({ powerKW }) => powerKW),
    numberColumn(
      { field: "production", label: "Index de production", unit: "kWh" },
      ({ productionSeriesId }) => register(productionSeriesId),
      0,
    ),
    numberColumn(
      { field: "consumption", label: "Index de consommation", unit: "kWh" },
      ({ consumptionSeriesId }) => register(consumptionSeriesId),
      0,
    ),
  ];
}
