/** Effects of a write that must be confirmed first, and how a request confirms them. @module */

import type { IsoDate } from "@/lib/base/civil_dates.ts";

/** What a call would do that must be confirmed first, as data; `lib/api/confirmations.ts` has its words. */
export type Effect =
  /** A request makes documents that are late at once. */
  | DocumentsEffect<"late-documents">
  /** A request makes documents that are due long after today. */
  | DocumentsEffect<"early-documents">
  /** Documents get a final due date that is over. */
  | { readonly kind: "late-deadline"; readonly count: number; readonly date: IsoDate }
  /** Planned works mute alarms for long; whole days of the clock, rounded up. */
  | { readonly kind: "long-silence"; readonly days: number }
  /** A start or a setting in force from a day that is years ahead. */
  | { readonly kind: "far-start"; readonly date: IsoDate }
  /** A setting in force since a day that is years ago. */
  | { readonly kind: "old-setting"; readonly date: IsoDate }
  /** Terms keep the NB of the version before, with another area; what NB·A′/A would be, kWh. */
  | {
    readonly kind: "nb-of-area";
    readonly nbKWh: number;
    /** m². */
    readonly before: number;
    readonly after: number;
    readonly proposedKWh: number;
  }
  /** Terms keep the NB of the version before, with another target temperature; what it may change, %. */
  | {
    readonly kind: "nb-of-temperature";
    readonly nbKWh: number;
    /** °C. */
    readonly before: number;
    readonly after: number;
    readonly ademePercent: number;
    readonly djuPercent: number;
    /** Of the season. */
    readonly days: number;
    readonly djuContract: number;
  }
  /** Stored readings get other values; the last of them, when it may be shown. */
  | {
    readonly kind: "changed-readings";
    readonly count: number;
    readonly firstDate: IsoDate;
    readonly before?: number;
    readonly after?: number;
  }
  /** Stored readings go to other series. */
  | { readonly kind: "moved-readings"; readonly count: number; readonly firstDate: IsoDate }
  /** A typed index that contradicts the readings of its meter; those beside it, when they may be shown. */
  | {
    readonly kind: "contradicting-index";
    readonly value: number;
    /** Readings that do not count any more; 0 when the index itself does not. */
    readonly lostCount: number;
    readonly before?: number;
    readonly after?: number;
  };

interface DocumentsEffect<Kind> {
  readonly kind: Kind;
  readonly count: number;
  readonly firstDueDate: IsoDate;
  readonly lastDueDate: IsoDate;
}

/** An effect as it is answered, with its French text; another host may know other kinds. */
export interface ConfirmedEffect {
  readonly kind: string;
  readonly text: string;
  readonly [fact: string]: string | number;
}

/** What a call would do, and the value that confirms exactly that. @spec calls.to-confirm */
export interface ConfirmationRequest {
  readonly effects: readonly ConfirmedEffect[];
  readonly confirmation: string;
}

/** Header of a call that is confirmed: the value that its refusal gave. */
export const CONFIRMATION_HEADER = "x-confirmation";

/** Field of a form's button « Confirmer »: the value, and the intent of the button that was pressed first. */
export const CONFIRMED_FIELD = "confirmed";

/** Whether a text may be a confirmation: a header can contain it, and no space. */
export function isConfirmation(text: string): boolean {
  return /^[!-~]{1,200}$/.test(text);
}

/** The value of the button « Confirmer ». */
export function confirmedField(confirmation: string, intent: string): string {
  return `${confirmation} ${intent}`;
}

/** The parts of a value that {@link confirmedField} wrote; null when the button was not pressed. */
export function readConfirmed(
  text: string,
): { readonly confirmation: string; readonly intent: string } | null {
  const [confirmation = "", intent = ""] = text.split(" ");
  return isConfirmation(confirmation) ? { confirmation, intent } : null;
}
