import type { MeterPlace } from "./register_rates.ts";

interface Placed {
  readonly id: string;
  readonly kind: string;
  readonly parentId: string | null;
}

/** The place of the meter of a series, among the facilities of its residence. @spec series.registers */
export function meterPlace(
  { scope, equipmentId }: { readonly scope: string; readonly equipmentId: string | null },
  equipments: readonly Placed[],
): MeterPlace {
  if (scope === "housing") return "dwelling";
  const byId = new Map(equipments.map((equipment) => [equipment.id, equipment]));
  const own = byId.get(equipmentId ?? "");
  const parent = byId.get(own?.parentId ?? "");
  return own?.kind === "boilerroom" || parent?.kind === "boilerroom" ? "boilerRoom" : "building";
}
