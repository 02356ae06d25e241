import type { CsvSource } from "@/components/tables/CsvLinks.tsx";
import { DataTable, type TableColumn } from "@/components/tables/DataTable.tsx";
import { textColumn } from "@/components/tables/text_column.ts";
import type { Device, FacilityValue } from "@/lib/domain/facilities/types.ts";
import { DEVICE_KIND_LABELS } from "@/lib/text/facilities/facilities.ts";
import { formatNumber } from "@/lib/text/format/numbers.ts";

type CurrentValues = ReadonlyMap<string, FacilityValue>;

interface DeviceTableProps {
  devices: readonly Device[];
  values: CurrentValues;
  csv: CsvSource;
}

/** Heat pumps, solar panels and vehicle chargers, with the registers of their meters (B §3). */
export function DeviceTable({ devices, values, csv }: DeviceTableProps) {
  return (
    <DataTable
      caption="Machines"
      columns={deviceColumns(values)}
      rows={devices}
      rowKey={({ id }) => id}
      csv={csv}
    />
  );
}

export function deviceColumns(values: CurrentValues): TableColumn<Device>[] {
  const register = (seriesId: string | null) =>
    seriesId === null ? null : values.get(seriesId)?.value ?? null;
  return [
    textColumn("name", "Machine", ({ name }) => name),
    textColumn("kind", "Type", ({ kind }) => DEVICE_KIND_LABELS[kind]),
    figure({ field: "power", label: "Puissance", unit: "kW" }, ({ powerKW }) => powerKW),
    figure(
      { field: "production", label: "Index de production", unit: "kWh", decimals: 0 },
      ({ productionSeriesId }) => register(productionSeriesId),
    ),
    figure(
      { field: "consumption", label: "Index de consommation", unit: "kWh", decimals: 0 },
      ({ consumptionSeriesId }) => register(consumptionSeriesId),
    ),
  ];
}

function figure(
  { decimals = 1, ...head }: { field: string; label: string; unit: string; decimals?: number },
  value: (device: Device) => number | null,
): TableColumn<Device> {
  return {
    ...head,
    number: true,
    cell: (device) => formatNumber(value(device), decimals),
    value,
  };
}
