/** French words of public weather stations. @module */

import { formatNumber } from "@/lib/base/text_format.ts";
import type { NamedChoice } from "@/lib/ui/named_choices.ts";
import type { PublicStation } from "./schema.ts";

type Station = NonNullable<PublicStation["station"]>;

/** Why an outdoor source has no public station. */
export const STATION_FAULTS: Readonly<Record<NonNullable<PublicStation["fault"]>, string>> = {
  "no-file": "Météo-France ne publie pas de fichier pour le département de la résidence",
  "no-station": "Aucune station à moins de 50\u00A0km ne mesure les températures",
};

/** « NANCY-ESSEY (54526001), à 6,2 km, altitude 212 m ». */
export function stationText({ name, number, distanceKm, altitudeM }: Station): string {
  const altitude = altitudeM === null ? "" : `, altitude ${formatNumber(altitudeM, 0)}\u00A0m`;
  return `${name} (${number}), à ${formatNumber(distanceKm, 1)}\u00A0km${altitude}`;
}

/** The stations to choose from, the chosen one included. */
export function stationChoices(
  { nearby, station }: Pick<PublicStation, "nearby" | "station">,
  chosen: string | null = null,
): NamedChoice[] {
  const all = station === null || nearby.some(({ number }) => number === station.number)
    ? nearby
    : [...nearby, station];
  const choices = [
    { value: "nearest", label: "Station la plus proche" },
    ...all.map((one) => ({ value: one.number, label: stationText(one) })),
  ];
  const isOffered = chosen === null || choices.some(({ value }) => value === chosen);
  return isOffered ? choices : [...choices, { value: chosen, label: chosen }];
}
