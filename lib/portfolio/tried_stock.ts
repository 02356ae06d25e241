/** Remembers what the lines of a stock file that is tried would create, for the lines after them. @module */

import type { EquipmentKind } from "@/lib/facilities/equipment_kinds.ts";
import { plainName } from "@/lib/files/csv_headings.ts";
import type { DataUnitId } from "@/lib/timeseries/units.ts";

/** What would be created in a residence. */
export interface TriedResidence {
  readonly equipments: {
    readonly code: string;
    readonly name: string;
    readonly kind: EquipmentKind;
  }[];
  readonly houseTypes: string[];
  readonly series: {
    readonly equipmentCode: string;
    readonly dataUnitId: DataUnitId;
    readonly unit: string;
  }[];
}

/** What the lines of a file would create, by the code of their residence. @spec stock.workbook */
export interface TriedStock {
  /** Notes that a line would create a residence. */
  create(code: string): void;
  creates(code: string): boolean;
  /** What would be created in a residence, to read or to add to. */
  in(code: string): TriedResidence;
}

export function triedStock(): TriedStock {
  const created = new Set<string>();
  const byCode = new Map<string, TriedResidence>();
  return {
    create: (code) => void created.add(plainName(code)),
    creates: (code) => created.has(plainName(code)),
    in: (code) => byCode.getOrInsertComputed(plainName(code), noneTried),
  };
}

/** A residence in which nothing would be created. */
export function noneTried(): TriedResidence {
  return { equipments: [], houseTypes: [], series: [] };
}
