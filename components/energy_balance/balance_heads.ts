import { type BalanceColumnId, screenColumnIds } from "@/lib/domain/energy_balance/columns.ts";
import { SOURCE_KINDS } from "@/lib/domain/energy_balance/settings/source_kinds.ts";
import type { SourceKind } from "@/lib/domain/energy_balance/types.ts";

/** A column of the table: its figure, the unit in its head, and its decimals. */
export interface BalanceHead {
  readonly id: BalanceColumnId;
  readonly unit: string;
  readonly decimals: 0 | 1;
}

/** Columns of one quantity in several units, under one head. */
export interface BalanceHeadGroup {
  readonly label: string;
  readonly columns: readonly BalanceHead[];
}

const UNITS: Readonly<Record<BalanceColumnId, string>> = {
  "source-volume": "m³",
  "source-mass": "kg",
  "source-energy": "kWh",
  "dju": "°C·j",
  "hot-water-volume": "m³",
  "hot-water-energy": "kWh",
  "hot-water-daily": "L/j/pers",
  "solar-energy": "kWh",
  "solar-percent": "%",
  "heating-total": "kWh",
  "heating-per-area-dju": "Wh/m²/\u200BDJU",
  "target-total": "kWh",
  "target-per-area-dju": "Wh/m²/\u200BDJU",
  "gap": "%",
};

/** Units shown without decimals: a tenth is below the precision of a meter. */
const WHOLE_UNITS: ReadonlySet<string> = new Set(["kWh", "m³", "kg"]);

const SOURCE_LABELS = { gaz: "Conso gaz", urban: "Chauffage urbain", wood: "Conso bois" } as const;

const GROUPS: readonly (readonly [label: string, prefix: string])[] = [
  ["DJU", "dju"],
  ["Conso ECS", "hot-water-"],
  ["Production ECS solaire", "solar-"],
  ["Conso chauffage NC", "heating-"],
  ["Objectif chauffage N'B", "target-"],
  ["Écart", "gap"],
];

/** The heads of the table, named after the energy source of the boiler room (domain §2 A21). */
export function balanceHeads(kind: SourceKind): readonly BalanceHeadGroup[] {
  const ids = screenColumnIds(kind);
  const group = ([label, prefix]: readonly [string, string]) => ({
    label,
    columns: ids.filter((id) => id.startsWith(prefix)).map((id) => ({
      id,
      unit: UNITS[id],
      decimals: WHOLE_UNITS.has(UNITS[id]) ? 0 as const : 1 as const,
    })),
  });
  return [group([SOURCE_LABELS[SOURCE_KINDS[kind].fuel], "source-"]), ...GROUPS.map(group)];
}
