import type { StatusProps } from "@/components/page/Page.tsx";
import { NO_RECENT_VALUE } from "@/lib/text/facilities/facilities.ts";
import { formatNumber } from "@/lib/text/format/numbers.ts";

/** A measured value, with its bounds; null is no bound. */
export interface BoundedValue {
  /** Name of the quantity, when several are checked together. */
  name?: string;
  /** null without a recent reading. */
  value: number | null;
  min: number | null;
  max: number | null;
}

/** Text of bounds: « 20 à 75 », « ≥ 20 », empty without any. */
export function boundsText(min: number | null, max: number | null): string {
  if (min === null && max === null) return "";
  if (max === null) return `≥ ${formatNumber(min)}`;
  return min === null ? `≤ ${formatNumber(max)}` : `${formatNumber(min)} à ${formatNumber(max)}`;
}

/** Status of values: one out of its bounds first, then a missing one, which may be out of its bounds. */
export function boundsStatus(values: readonly BoundedValue[]): StatusProps {
  if (!values.every(isWithin)) return { tone: "bad", label: "Hors bornes" };
  const silent = values.filter(({ value }) => value === null);
  if (silent.length === values.length) return { tone: "info", label: NO_RECENT_VALUE };
  const [first] = silent;
  if (first !== undefined) {
    const label = first.name === undefined ? NO_RECENT_VALUE : `${first.name} sans valeur`;
    return { tone: "info", label };
  }
  const isBounded = values.some(({ min, max }) => min !== null || max !== null);
  return isBounded
    ? { tone: "good", label: "Dans les bornes" }
    : { tone: "info", label: "Sans bornes" };
}

function isWithin({ value, min, max }: BoundedValue): boolean {
  return value === null || ((min === null || value >= min) && (max === null || value <= max));
}
