import type { MeterPlace } from "./register_rates.ts";

interface Placed {
  readonly id: string;
  readonly kind: string;
  readonly parentId: string | null;
}

/** Places within places: a part of a boiler room. */
export const MOST_PLACES = 3;

/**
 * The place of the meter of a series; a building when it is unknown.
 *
 * @spec series.registers
 * @param equipments the facilities of its residence, or at least its own with those around it
 */
export function meterPlace(
  { scope, equipmentId }: { readonly scope: string; readonly equipmentId: string | null },
  equipments: readonly Placed[],
): MeterPlace {
  if (scope === "housing") return "dwelling";
  const byId = new Map(equipments.map((equipment) => [equipment.id, equipment]));
  let id = equipmentId;
  for (let depth = 0; id !== null && depth < MOST_PLACES; depth++) {
    const place = byId.get(id);
    if (place?.kind === "boilerroom") return "boilerRoom";
    id = place?.parentId ?? null;
  }
  return "building";
}
