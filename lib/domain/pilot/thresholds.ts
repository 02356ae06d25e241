import type { ProjectSeries } from "@/lib/domain/projects/types.ts";

/**
 * Whether a series may have a threshold: readings of an instant or an amount. A register only rises, and a state is no
 * quantity.
 *
 * @spec pilot.thresholds
 */
export function hasThreshold(
  { unit: { kind }, manualIndex }: Pick<ProjectSeries, "unit" | "manualIndex">,
): boolean {
  return !manualIndex && (kind === "instant" || kind === "consumption");
}
