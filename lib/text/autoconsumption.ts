import type { ConsumerStatus, SharingKind } from "../domain/autoconsumption/types.ts";

/** How a production is shared. */
export const SHARING_LABELS: Readonly<Record<SharingKind, string>> = {
  "static": "Parts fixes",
  "dynamic": "Parts fixes, puis partage du reste",
  "full-dynamic": "Au prorata des consommations",
};

/** What each way of sharing does with what somebody leaves. */
export const SHARING_HINTS: Readonly<Record<SharingKind, string>> = {
  "static":
    "Chacun se voit offrir sa part de la production de chaque heure ; ce qu’il n’en consomme pas part au réseau.",
  "dynamic":
    "Chacun se voit offrir sa part ; ce qu’il n’en consomme pas est partagé entre ceux qui consomment encore.",
  "full-dynamic":
    "La production de chaque heure est partagée en proportion de ce que chacun consomme.",
};

/** Whether a consumer takes part. */
export const CONSUMER_STATUS_LABELS: Readonly<Record<ConsumerStatus, string>> = {
  invited: "Invité",
  active: "Participe",
  left: "Sorti",
};
