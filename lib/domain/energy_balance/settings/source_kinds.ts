import type { SourceKind } from "@/lib/domain/energy_balance/types.ts";

/** A kind of source: its energy and the quantity of its meter. @spec balance.meters */
export interface SourceKindParts {
  readonly fuel: "gaz" | "urban" | "wood";
  readonly measure: "volume" | "mass" | "energy";
}

/**
 * The allowed kinds of source, gas in volume first.
 *
 * Only volumes of gas and masses of wood have a factor, so every other source must be metered in kWh.
 *
 * @spec balance.meters
 */
export const SOURCE_KINDS: Readonly<Record<SourceKind, SourceKindParts>> = {
  "gaz-volume": { fuel: "gaz", measure: "volume" },
  "gaz-energy": { fuel: "gaz", measure: "energy" },
  "urban-energy": { fuel: "urban", measure: "energy" },
  "wood-mass": { fuel: "wood", measure: "mass" },
  "wood-energy": { fuel: "wood", measure: "energy" },
};

/** The allowed kinds by name, gas in volume first. @spec balance.meters */
export const SOURCE_KIND_NAMES = [
  "gaz-volume",
  "gaz-energy",
  "urban-energy",
  "wood-mass",
  "wood-energy",
] as const satisfies readonly SourceKind[];

/**
 * Whether a text is an allowed kind of source.
 *
 * @spec balance.meters
 * @returns true for the keys of `SOURCE_KINDS` only: "urban-volume" has no factor, so it is refused
 */
export function isAllowedSourceKind(text: string): text is SourceKind {
  return Object.hasOwn(SOURCE_KINDS, text);
}
