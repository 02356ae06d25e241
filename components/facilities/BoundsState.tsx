import { NO_RECENT_VALUE } from "../../lib/text/facilities.ts";
import { formatNumber } from "../../lib/text/numbers.ts";
import type { Tone } from "../page/Notice.tsx";
import { Status } from "../page/Status.tsx";

/** A value with the bounds it must stay in; null is no bound. */
export interface BoundedValue {
  /** null when nothing recent was read. */
  value: number | null;
  min: number | null;
  max: number | null;
}

/** Bounds as they are read: « 20 à 75 », « ≥ 20 », nothing without any. */
export function boundsText(min: number | null, max: number | null): string {
  if (min === null && max === null) return "";
  if (max === null) return `≥ ${formatNumber(min)}`;
  return min === null ? `≤ ${formatNumber(max)}` : `${formatNumber(min)} à ${formatNumber(max)}`;
}

/** Whether the values that were read stay in their bounds. */
export function BoundsState({ values }: { values: readonly BoundedValue[] }) {
  return <Status {...boundsStatus(values)} />;
}

/** What {@link BoundsState} says. */
export function boundsStatus(values: readonly BoundedValue[]): { tone: Tone; label: string } {
  const read = values.filter(({ value }) => value !== null);
  if (read.length === 0) return { tone: "info", label: NO_RECENT_VALUE };
  return read.every(isWithin)
    ? { tone: "good", label: "Dans les bornes" }
    : { tone: "bad", label: "Hors bornes" };
}

function isWithin({ value, min, max }: BoundedValue): boolean {
  return value === null || ((min === null || value >= min) && (max === null || value <= max));
}
