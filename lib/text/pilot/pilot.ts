import { formatNumber } from "@/lib/text/format/numbers.ts";

export const NO_THRESHOLD_SERIES = {
  title: "Aucune série à surveiller",
  text:
    "Une température, une humidité ou une consommation peut avoir un seuil\u00A0; la résidence n’en mesure pas encore.",
} as const;

/** Choices of the filter on thresholds. */
export const THRESHOLD_STATES = { set: "Avec un seuil", none: "Sans seuil" } as const;

/** Maximum decimals of a threshold. */
export const THRESHOLD_DECIMALS = 9;

/** A threshold before and after a change, for the audit log. @spec pilot.changes */
export function thresholdChangeText(before: number | null, after: number | null): string {
  return `${thresholdText(before)} → ${thresholdText(after)}`;
}

function thresholdText(threshold: number | null): string {
  return formatNumber(threshold, THRESHOLD_DECIMALS) || "aucun";
}
