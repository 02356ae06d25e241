import type { Tone } from "@/components/page/Notice.tsx";
import { Status } from "@/components/page/Status.tsx";
import { NO_RECENT_VALUE } from "@/lib/text/facilities/facilities.ts";
import { formatNumber } from "@/lib/text/format/numbers.ts";

/** A value that is measured, with the bounds it must stay in; null is no bound. */
export interface BoundedValue {
  /** What is measured, where several are judged together. */
  name?: string;
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

export function BoundsState({ values }: { values: readonly BoundedValue[] }) {
  return <Status {...boundsStatus(values)} />;
}

/**
 * What {@link BoundsState} says: a value out of its bounds first, then one that is missing, since nothing says that it
 * stays in them.
 */
export function boundsStatus(values: readonly BoundedValue[]): { tone: Tone; label: string } {
  if (!values.every(isWithin)) return { tone: "bad", label: "Hors bornes" };
  const silent = values.filter(({ value }) => value === null);
  if (silent.length === values.length) return { tone: "info", label: NO_RECENT_VALUE };
  const [first] = silent;
  if (first !== undefined) return { tone: "info", label: withoutValue(first.name) };
  const isBounded = values.some(({ min, max }) => min !== null || max !== null);
  return isBounded
    ? { tone: "good", label: "Dans les bornes" }
    : { tone: "info", label: "Sans bornes" };
}

function withoutValue(name: string | undefined): string {
  return name === undefined ? NO_RECENT_VALUE : `${name} sans valeur`;
}

function isWithin({ value, min, max }: BoundedValue): boolean {
  return value === null || ((min === null || value >= min) && (max === null || value <= max));
}
