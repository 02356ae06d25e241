/** The page of the messages to the tenants of a residence: its data, and its form actions. @module */
import { type Context, HttpError } from "fresh";
import type { Input } from "@/lib/contract/catalogue.ts";
import { type AlertState, alertState, listedAlerts } from "@/lib/domain/housing/alerts.ts";
import type { HousingAlert } from "@/lib/domain/housing/types.ts";
import { opensScreen } from "@/lib/domain/roles/screens.ts";
import { residenceOf, type ResidencePlace } from "@/lib/pages/projects/residence_page.ts";
import { readDwellings } from "./dwelling_choices.ts";
import { addresseesText } from "@/lib/text/housing/housing_alerts.ts";
import type { RowCalls, RowsRead } from "@/lib/web/forms/row_form.ts";
import { todayOf } from "@/lib/web/session/place.ts";
import type { State } from "@/lib/web/state.ts";

export interface AlertLine extends HousingAlert {
  readonly state: AlertState;
  /** Its recipients, in words. */
  readonly addressees: string;
}

interface AlertsRead extends RowsRead<AlertLine> {
  /** Selectable dwellings; empty for a user who may not list them. */
  readonly houses: readonly { readonly value: string; readonly label: string }[];
}

function alertsReader(state: State): ResidencePlace {
  const place = residenceOf(state);
  if (!opensScreen("tenant-alerts", place.roles)) throw new HttpError(403, "forbidden");
  if (!place.project.features.housesAppAlarm) throw new HttpError(404, "not-found");
  return place;
}

/**
 * Reads the messages of the residence.
 *
 * @throws HttpError 403 without a role for them, 404 when the residence has none or not the requested one
 */
export async function readAlerts({ state }: Context<State>): Promise<AlertsRead> {
  const { project: { id: projectId }, roles } = alertsReader(state);
  const { read } = state.api;
  const [alerts, houses] = await Promise.all([
    read("listHousingAlerts", { projectId }),
    readDwellings(state),
  ]);
  const names = new Map(houses.map(({ value, label }) => [value, label]));
  const today = todayOf(state);
  const lines = listedAlerts(alerts, today).map((alert) => ({
    ...alert,
    state: alertState(alert, today),
    addressees: addresseesText(alert, (id) => names.get(id)),
  }));
  return { all: lines, houses, canWrite: opensScreen("tenant-alert-settings", roles) };
}

export function alertCalls(
  { state }: Context<State>,
): RowCalls<Omit<Input<"createHousingAlert">["body"], "version">> {
  const { project: { id: projectId } } = alertsReader(state);
  const { call } = state.api;
  return {
    create: (body) => call("createHousingAlert", { projectId, body }),
    put: (alertId, body) => call("putHousingAlert", { projectId, alertId, body }),
    remove: (alertId) => call("deleteHousingAlert", { projectId, alertId }),
    named: async () => ({ houseIds: await readDwellings(state) }),
  };
}
