import type { Device, FacilityValue } from "../../lib/domain/facilities/types.ts";
import { DEVICE_KIND_LABELS } from "../../lib/text/facilities.ts";
import { formatNumber } from "../../lib/text/numbers.ts";
import { DataTable, type TableColumn } from "../tables/DataTable.tsx";

interface DeviceTableProps {
  devices: readonly Device[];
  /** Current values by series id. */
  values: ReadonlyMap<string, FacilityValue>;
}

/** Heat pumps, solar panels and vehicle chargers, with the registers of their meters (B §3). */
export function DeviceTable({ devices, values }: DeviceTableProps) {
  const register = (seriesId: string | null) =>
    formatNumber(seriesId === null ? null : values.get(seriesId)?.value ?? null, 0);
  const columns: TableColumn<Device>[] = [
    { field: "name", label: "Machine", cell: ({ name }) => name },
    { field: "kind", label: "Type", cell: ({ kind }) => DEVICE_KIND_LABELS[kind] },
    {
      field: "power",
      label: "Puissance",
      unit: "kW",
      number: true,
      cell: ({ powerKW }) => formatNumber(powerKW),
    },
    {
      field: "production",
      label: "Index de production",
      unit: "kWh",
      number: true,
      cell: ({ productionSeriesId }) => register(productionSeriesId),
    },
    {
      field: "consumption",
      label: "Index de consommation",
      unit: "kWh",
      number: true,
      cell: ({ consumptionSeriesId }) => register(consumptionSeriesId),
    },
  ];
  return <DataTable caption="Machines" columns={columns} rows={devices} rowKey={({ id }) => id} />;
}
