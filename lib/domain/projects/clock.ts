import { DEFAULT_TIME_ZONE } from "@/lib/domain/periods/zoned_days.ts";

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
