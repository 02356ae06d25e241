import { formatInstant } from "./format/dates.ts";
import { durationText } from "./series/series.ts";

/** Age of a page whose newest figures were not available in time. @spec upstream.cache */
export function keptText(
  { keptAt, now, timeZone }: { keptAt: string; now: string; timeZone?: string | undefined },
): string {
  const age = durationText((Date.parse(now) - Date.parse(keptAt)) / 1_000);
  return `Données du ${formatInstant(keptAt, timeZone)}, il y a ${age}`;
}

/** Why a page shows kept figures. */
export const KEPT_NOTE =
  "La plateforme qui les tient ne répond pas, ou tarde\u00A0: de plus récentes viendront dès qu’elle répondra.";

/** As {@link KEPT_NOTE}, when the program's own database does not answer. */
export const STORE_NOTE =
  "La base de données ne répond pas\u00A0: rien ne peut être enregistré, et de plus récentes données viendront dès qu’elle répondra.";
