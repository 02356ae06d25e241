/** The kinds of things to do, in order, and what a thing to do is. @module */

import type { IsoDate } from "@/lib/base/civil_dates.ts";
import type { FollowedKind, FollowUp } from "./schema.ts";

/** The kinds of things to do, the most urgent first. @spec projects.to-do */
export const TO_DO_KINDS = [
  "cold-hot-water",
  "boiler-fault",
  "temperature",
  "water-at-night",
  "drift",
  "gap",
  "ventilation",
  "skydome",
  "heating-control",
  "silence",
  "gas-consent",
  "documents-late",
  "documents-refused",
  "documents-to-validate",
  "access",
] as const;

export type ToDoKind = typeof TO_DO_KINDS[number];

/** What a person takes charge of, or puts off. */
export interface FollowedSubject {
  readonly projectId: string;
  readonly kind: FollowedKind;
  /** Id of the alarm, the boiler room or the residence, or number of the delivery point. */
  readonly id: string;
}

/** A thing to do. */
export interface ToDo {
  readonly kind: ToDoKind;
  readonly what: string;
  /** The page on which one acts. */
  readonly href: string;
  /** Name of the residence, with its boiler room; "" for several residences. */
  readonly where: string;
  /** Since when, a civil day of the residence; null when no day is known. */
  readonly since: IsoDate | null;
  /** Until when: the end of planned works, of a consent; null without one. */
  readonly due: IsoDate | null;
  /** Who must act, outside the organisation: a provider; "" for none. */
  readonly owner: string;
  /** Addresses of the provider to remind; none for what waits for the organisation. */
  readonly emails: readonly string[];
  /** null for what is not taken charge of here: documents, and delivery points without a residence. */
  readonly subject: FollowedSubject | null;
  /** null while no one took charge of it or put it off. */
  readonly followUp: FollowUp | null;
}
