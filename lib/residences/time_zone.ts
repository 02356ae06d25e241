/** Finds the time zone of an address, and says it in French. @module */

import { DEFAULT_TIME_ZONE } from "@/lib/base/time_zones.ts";
import type { ProjectLocation } from "./schema.ts";

/** Time zones of the French postal codes outside the Paris time zone, by their first three digits. */
const OVERSEAS: Readonly<Record<string, string>> = {
  "971": "America/Guadeloupe",
  "972": "America/Martinique",
  "973": "America/Cayenne",
  "974": "Indian/Reunion",
  "975": "America/Miquelon",
  "976": "Indian/Mayotte",
  "977": "America/St_Barthelemy",
  "978": "America/Marigot",
  "986": "Pacific/Wallis",
  "987": "Pacific/Tahiti",
  "988": "Pacific/Noumea",
};

/**
 * The time zone of a residence, from its address.
 *
 * @spec projects.clock
 * @returns an IANA name, such as Indian/Reunion
 */
export function timeZoneOfAddress({ zipCode }: { readonly zipCode: string }): string {
  return OVERSEAS[zipCode.slice(0, 3)] ?? DEFAULT_TIME_ZONE;
}

/** Name of each time zone's place, after « heure ». */
const CLOCKS: Readonly<Record<string, string>> = {
  [DEFAULT_TIME_ZONE]: "de Paris",
  "America/Guadeloupe": "de la Guadeloupe",
  "America/Martinique": "de la Martinique",
  "America/Cayenne": "de la Guyane",
  "Indian/Reunion": "de La Réunion",
  "America/Miquelon": "de Saint-Pierre-et-Miquelon",
  "Indian/Mayotte": "de Mayotte",
  "America/St_Barthelemy": "de Saint-Barthélemy",
  "America/Marigot": "de Saint-Martin",
  "Pacific/Wallis": "de Wallis-et-Futuna",
  "Pacific/Tahiti": "de Tahiti",
  "Pacific/Noumea": "de Nouvelle-Calédonie",
};

/** « heure de La Réunion ». */
export function clockName(timeZone: string): string {
  return `heure ${CLOCKS[timeZone] ?? timeZone}`;
}

/** Time zone of a residence, and its effect on figures. @spec projects.clock */
export function clockText(
  { timeZone, location }: { readonly timeZone: string; readonly location: ProjectLocation },
): string {
  const [own, near] = [clockName(timeZone), clockName(timeZoneOfAddress(location))];
  const counted = `Les jours et les mois de cette résidence sont comptés à l’${own}`;
  return own === near
    ? `${counted}, d’après son code postal. L’heure ne change plus après le premier relevé.`
    : `${counted}, comme ses premiers relevés\u00A0: l’adresse est à l’${near}, mais l’heure ne change plus après le premier relevé.`;
}
