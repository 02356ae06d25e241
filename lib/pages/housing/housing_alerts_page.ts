/**
 * The page of the messages to the tenants of a residence: what it reads, and what its forms save.
 *
 * @module
 */
import { type Context, HttpError } from "fresh";
import { fieldNames, pickedValues, type TypedValues } from "@/lib/domain/forms/typed_fields.ts";
import {
  ALERT_RULES,
  type AlertField,
  type AlertState,
  alertState,
  listedAlerts,
  readAlert,
  typedAlert,
} from "@/lib/domain/housing/alerts.ts";
import type { HousingAlert } from "@/lib/domain/housing/types.ts";
import { opensScreen } from "@/lib/domain/roles/screens.ts";
import { residenceOf, type ResidencePlace } from "@/lib/pages/projects/residence_page.ts";
import { addresseesText } from "@/lib/text/housing/housing_alerts.ts";
import { answered } from "@/lib/web/answered.ts";
import { refusedBy, type RefusedValues, wrongFields } from "@/lib/web/forms/refused_values.ts";
import { readSubmission } from "@/lib/web/forms/submit.ts";
import { todayOf } from "@/lib/web/session/place.ts";
import type { State } from "@/lib/web/state.ts";

/** A message as its list shows it. */
export interface AlertLine extends HousingAlert {
  readonly state: AlertState;
  /** Whom it is for, in words. */
  readonly addressees: string;
}

/** What the page shows. */
export interface AlertsRead {
  readonly lines: readonly AlertLine[];
  /** Dwellings that may be chosen; none for a user who does not see which there are. */
  readonly houses: readonly { readonly value: string; readonly label: string }[];
  /** The one being changed; null for one to add. */
  readonly chosen: AlertLine | null;
  readonly values: TypedValues<AlertField>;
  readonly houseIds: readonly string[];
  readonly canWrite: boolean;
}

/** A message that was refused, with the dwellings that were chosen. */
export interface RefusedAlert extends RefusedValues<AlertField> {
  readonly houseIds: readonly string[];
}

/** The residence of the page, for a user who may read its messages. */
function alertsReader(state: State): ResidencePlace {
  const place = residenceOf(state);
  if (!opensScreen("tenant-alerts", place.roles)) throw new HttpError(403, "forbidden");
  if (!place.project.features.housesAppAlarm) throw new HttpError(404, "not-found");
  return place;
}

/**
 * Reads the messages of the residence.
 *
 * @throws HttpError 403 without a role for them, 404 where the residence has none or not the one that is asked
 */
export async function readAlerts({ state, url }: Context<State>): Promise<AlertsRead> {
  const { project: { id: projectId }, roles } = alertsReader(state);
  const { call } = state.api;
  const [alerts, listed] = await Promise.all([
    call("listHousingAlerts", { projectId }),
    call("listHouses", { projectId }),
  ]);
  const houses = listed.ok
    ? listed.answer.map(({ id, settings }) => ({ value: id, label: settings.name }))
    : [];
  const names = new Map(houses.map(({ value, label }) => [value, label]));
  const today = todayOf(state);
  const lines = listedAlerts(answered(alerts), today).map((alert) => ({
    ...alert,
    state: alertState(alert, today),
    addressees: addresseesText(alert, (id) => names.get(id)),
  }));
  const asked = url.searchParams.get("alert");
  const chosen = lines.find(({ id }) => id === asked) ?? null;
  if (asked !== null && chosen === null) throw new HttpError(404, "not-found");
  return {
    lines,
    houses,
    chosen,
    values: typedAlert(chosen ?? { from: today, to: null, message: "" }),
    houseIds: chosen?.houseIds ?? [],
    canWrite: opensScreen("tenant-alert-settings", roles),
  };
}

const FIELDS = ["intent", "version", ...fieldNames(ALERT_RULES)] as const;

/**
 * Adds the message that was sent, or changes or deletes the one that the address names.
 *
 * @returns the refusal, or null once done
 */
export async function saveAlert(ctx: Context<State>): Promise<RefusedAlert | null> {
  const sent = await readSubmission(ctx, FIELDS);
  const { project: { id: projectId } } = alertsReader(ctx.state);
  const { call } = ctx.state.api;
  const alertId = ctx.url.searchParams.get("alert");
  const typed = pickedValues(ALERT_RULES, sent.values);
  const houseIds = sent.all("houseIds").filter((id) => id !== "");
  if (alertId !== null && sent.values.intent === "remove") {
    const gone = await call("deleteHousingAlert", { projectId, alertId });
    return gone.ok || gone.code === "not-found" ? null : { ...refusedBy(typed, gone), houseIds };
  }
  const read = readAlert(typed);
  if (!read.ok) return { ...wrongFields(typed, read.errors), houseIds };
  const body = { ...read.draft, houseIds };
  const result = alertId === null
    ? await call("createHousingAlert", { projectId, body })
    : await call("putHousingAlert", {
      projectId,
      alertId,
      body: { ...body, version: sent.values.version || undefined },
    });
  return result.ok ? null : { ...refusedBy<AlertField>(typed, result), houseIds };
}
