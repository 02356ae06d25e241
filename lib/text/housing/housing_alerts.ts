import type { AlertState } from "@/lib/domain/housing/alerts.ts";
import type { HousingAlert } from "@/lib/domain/housing/types.ts";
import { countText } from "@/lib/text/format/counts.ts";

export const ALERT_STATE_LABELS: Readonly<Record<AlertState, string>> = {
  current: "En cours",
  coming: "À venir",
  past: "Passé",
};

export const ALERT_LABELS = {
  from: "Affiché du",
  to: "Jusqu’au",
  message: "Message",
  houseIds: "Logements destinataires",
} as const;

/** Recipients of a message. */
export function addresseesText(
  { houseIds }: Pick<HousingAlert, "houseIds">,
  nameOf: (houseId: string) => string | undefined,
): string {
  if (houseIds.length === 0) return "Tous les logements";
  const names = houseIds.flatMap((id) => nameOf(id) ?? []);
  return names.length === houseIds.length && names.length <= 5
    ? names.join(", ")
    : countText(houseIds.length, "logement", "logements");
}
