import { type FieldErrors, hasErrors } from "@/lib/domain/forms/field_errors.ts";
import {
  type FieldRule,
  isBackwards,
  typedErrors,
  type TypedValues,
} from "@/lib/domain/forms/typed_fields.ts";
import type { IsoDate } from "@/lib/domain/periods/civil_dates.ts";
import { ALERT_MAX_LENGTH } from "./limits.ts";
import type { HousingAlert, HousingAlertDraft } from "./types.ts";

/** States of a message, in the order of the list. */
const ALERT_STATES = ["current", "coming", "past"] as const;

/** One of {@link ALERT_STATES}. */
export type AlertState = typeof ALERT_STATES[number];

/** A field of the form of a message; the dwellings it is for are a list beside. */
export type AlertField = "from" | "to" | "message";

/** The rules of a message, as typed. @spec housing.messages */
export const ALERT_RULES: readonly FieldRule<AlertField>[] = [
  { name: "from", kind: "date", required: true },
  { name: "to", kind: "date" },
  { name: "message", kind: "text", required: true, maxLength: ALERT_MAX_LENGTH },
];

/** State of a message on a day; its last day is included. */
export function alertState(
  { from, to }: Pick<HousingAlert, "from" | "to">,
  today: IsoDate,
): AlertState {
  if (today < from) return "coming";
  return to !== null && to < today ? "past" : "current";
}

/** Messages in the order of the list: current, then future, then past; the latest first in each. */
export function listedAlerts(alerts: readonly HousingAlert[], today: IsoDate): HousingAlert[] {
  const rank = (alert: HousingAlert) => ALERT_STATES.indexOf(alertState(alert, today));
  return [...alerts].sort((left, right) =>
    rank(left) - rank(right) || Number(left.from < right.from) - Number(left.from > right.from)
  );
}

/** A message as its form shows it. */
export function typedAlert(
  { from, to, message }: Pick<HousingAlert, AlertField>,
): TypedValues<AlertField> {
  return { from, to: to ?? "", message };
}

/** A parsed message, or its errors. */
export type TypedAlert =
  | { readonly ok: true; readonly draft: Pick<HousingAlertDraft, AlertField> }
  | { readonly ok: false; readonly errors: FieldErrors<AlertField> };

/** Parses a message: it ends no earlier than it begins; without an end it remains until it is deleted. */
export function readAlert(values: TypedValues<AlertField>): TypedAlert {
  const errors = typedErrors(ALERT_RULES, values);
  const { from, to, message } = values;
  if (isBackwards(from, to)) errors.to ??= { code: "date-order" };
  if (hasErrors(errors)) return { ok: false, errors };
  return { ok: true, draft: { from, to: to || null, message: message.trim() } };
}
