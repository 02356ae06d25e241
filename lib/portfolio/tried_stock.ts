/** Remembers what the lines of a stock file that is tried would create, for the lines after them. @module */

import { plainName } from "@/lib/files/csv_headings.ts";
import type { EquipmentKind } from "@/lib/facilities/equipment_kinds.ts";
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
export class TriedStock {
  readonly #created = new Set<string>();
  readonly #byCode = new Map<string, TriedResidence>();

  /** Notes that a line would create a residence. */
  create(code: string): void {
    this.#created.add(plainName(code));
  }

  creates(code: string): boolean {
    return this.#created.has(plainName(code));
  }

  /** What would be created in a residence, to read or to add to. */
  in(code: string): TriedResidence {
    return this.#byCode.getOrInsertComputed(plainName(code), noneTried);
  }
}

/** A residence in which nothing would be created. */
export function noneTried(): TriedResidence {
  return { equipments: [], houseTypes: [], series: [] };
}
