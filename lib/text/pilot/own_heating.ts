import type { OwnPilot } from "@/lib/domain/pilot/types.ts";
import type { CsvColumn } from "@/lib/domain/tables/csv.ts";
import { formatNumber, formatQuantity } from "@/lib/text/format/numbers.ts";

/** Heating setting of the user's dwelling, and whether it is applied. */
export function ownHeatingText({ residenceTempC, chosenC, askedC, state }: OwnPilot): string {
  const residence = `Votre bailleur règle le chauffage à ${formatQuantity(residenceTempC, "°C")}`;
  const chosen = chosenC === null
    ? "."
    : `\u00A0; vous avez choisi ${formatQuantity(chosenC, "°C")}${
      limitedText({ chosenC, askedC })
    }.`;
  return `${residence}${chosen}${state === "pending" ? ` ${SOON}` : ""}`;
}

/** The request that replaces a choice no longer allowed; "" when the choice is allowed. */
export function limitedText(
  { chosenC, askedC }: { readonly chosenC: number; readonly askedC: number },
): string {
  if (chosenC === askedC) return "";
  return `, ce qui n’est plus permis\u00A0: ${formatQuantity(askedC, "°C")} à la place`;
}

const SOON = "Le réglage sera pris à la prochaine connexion de votre logement.";

/** Range of temperatures allowed to the occupant. */
export function ownRangeText(minC: number | null, maxC: number | null): string {
  if (minC === null || maxC === null) return "";
  return `De ${formatNumber(minC)} à ${
    formatQuantity(maxC, "°C")
  }. Laissez vide pour suivre votre bailleur.`;
}

/** An occupant's heating choice, in the export of their data. */
export interface HeatingChoice {
  /** Instant. */
  readonly chosenAt: string;
  /** °C; null to follow the landlord again. */
  readonly tempC: number | null;
}

export const HEATING_CHOICE_COLUMNS: readonly CsvColumn<HeatingChoice>[] = [
  { header: "Choisi le", value: ({ chosenAt }) => chosenAt },
  { header: "Température choisie (°C)", value: ({ tempC }) => tempC },
];
