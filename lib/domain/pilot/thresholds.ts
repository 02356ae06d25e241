import type { ProjectSeries } from "@/lib/domain/projects/types.ts";

/**
 * Whether a series may have a threshold: instants and amounts only. A register only rises, and a state is not a
 * quantity.
 *
 * @spec pilot.thresholds
 */
export function hasThreshold(
  { unit: { kind }, manualIndex }: Pick<ProjectSeries, "unit" | "manualIndex">,
): boolean {
  return !manualIndex && (kind === "instant" || kind === "consumption");
}
