import { namesOf } from "@/lib/domain/forms/records.ts";

/** A kind of source: its energy and the quantity of its meter. @spec balance.meters */
interface SourceKindParts {
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
export const SOURCE_KINDS = {
  "gaz-volume": { fuel: "gaz", measure: "volume" },
  "gaz-energy": { fuel: "gaz", measure: "energy" },
  "urban-energy": { fuel: "urban", measure: "energy" },
  "wood-mass": { fuel: "wood", measure: "mass" },
  "wood-energy": { fuel: "wood", measure: "energy" },
} as const satisfies Readonly<Record<string, SourceKindParts>>;

/** Energy of a boiler room and quantity counted by its meter. @spec balance.meters */
export type SourceKind = keyof typeof SOURCE_KINDS;

/** The allowed kinds by name, gas in volume first; marked so that the island leaves them out. @spec balance.meters */
export const SOURCE_KIND_NAMES: readonly SourceKind[] = /* @__PURE__ */ namesOf(SOURCE_KINDS);

/**
 * Whether a text is an allowed kind of source.
 *
 * @spec balance.meters
 * @returns true for the keys of `SOURCE_KINDS` only: "urban-volume" has no factor, so it is refused
 */
export function isAllowedSourceKind(text: string): text is SourceKind {
  return Object.hasOwn(SOURCE_KINDS, text);
}
