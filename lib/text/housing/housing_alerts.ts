import type { AlertState } from "@/lib/domain/housing/alerts.ts";
import type { HousingAlert } from "@/lib/domain/housing/types.ts";
import type { NamedChoice } from "@/lib/domain/tables/named_choice.ts";
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

/** Name of a dwelling that was deleted since. */
export const GONE_HOUSE = "Logement supprimé";

/**
 * The selectable recipients: the dwellings, and those of the stored message that were deleted since. Left out, the last
 * of them would select all.
 *
 * @param houses empty for a user who may not list them, whose message keeps its recipients
 */
export function recipientChoices(
  houses: readonly NamedChoice[],
  stored: Pick<HousingAlert, "houseIds"> | null,
): readonly NamedChoice[] {
  if (houses.length === 0) return houses;
  const known = new Set(houses.map(({ value }) => value));
  const gone = (stored?.houseIds ?? []).filter((id) => !known.has(id));
  const nameOf = (rank: number) => gone.length === 1 ? GONE_HOUSE : `${GONE_HOUSE} ${rank + 1}`;
  return [...houses, ...gone.map((value, rank) => ({ value, label: nameOf(rank) }))];
}
