import { AlertFields } from "@/components/housing/AlertFields.tsx";
import { ALERT_COLUMNS, MESSAGE_LIST } from "@/components/housing/dated_columns.ts";
import { alertState, listedAlerts } from "@/lib/housing/alert_state.ts";
import { HOUSING_CALLS } from "@/lib/housing/calls.ts";
import { ALERT_FORM } from "@/lib/housing/forms.ts";
import { readDwellings } from "@/lib/housing/pages.ts";
import { addresseesText, recipientChoices } from "@/lib/housing/text.ts";
import { opensScreen } from "@/lib/identity/effective_roles.ts";
import { residenceWith } from "@/lib/residences/place.ts";
import type { Project } from "@/lib/residences/schema.ts";
import { links } from "@/lib/ui/links.ts";
import { define, type PageContext, todayOf } from "@/lib/web/state.ts";
import { rowHandlers, RowListPage } from "./(_components)/RowList.tsx";

const list = ({ id }: Project) => ({
  ...MESSAGE_LIST,
  path: links.tenantAlerts(id),
  fileName: "messages-locataires.csv",
  section: "alerts",
  intro: "Ce que l’application des locataires leur signale, pendant les jours choisis.",
  parameter: "alert",
  columns: ALERT_COLUMNS,
  form: ALERT_FORM,
  says: {
    ...MESSAGE_LIST.says,
    loss: "Le message disparaîtra de l’application des locataires.",
  },
});

export const handler = define.handlers(rowHandlers({
  list,
  read: readAlerts,
  calls({ state, url }) {
    const { project } = residenceWith(state, SCREEN);
    const { id: projectId } = project;
    const { call, read, sender } = state.api;
    const alertId = url.searchParams.get(list(project).parameter);
    return {
      create: sender(HOUSING_CALLS.createHousingAlert, { projectId }),
      put: (alertId, body) => call(HOUSING_CALLS.putHousingAlert, { projectId, alertId, body }),
      remove: (alertId) => call(HOUSING_CALLS.deleteHousingAlert, { projectId, alertId }),
      named: async () => {
        const [houses, alerts] = await Promise.all([
          readDwellings(state),
          read(HOUSING_CALLS.listHousingAlerts, { projectId }),
        ]);
        const stored = alerts.find(({ id }) => id === alertId) ?? null;
        return { houseIds: recipientChoices(houses, stored) };
      },
    };
  },
}));

/** Messages to the tenants of a residence (B §7 "housing/alerts"). */
export default define.page<typeof handler>(({ data, state, url }) => (
  <RowListPage
    {...data}
    url={url}
    initial={{ from: todayOf(state) }}
    options={{ houseIds: recipientChoices(data.houses, data.chosen) }}
    content={AlertFields}
  />
));

const SCREEN = { screen: "tenant-alerts", feature: "housesAppAlarm" } as const;

/**
 * Reads the messages of the residence.
 *
 * @throws HttpError 403 without a role for them, 404 when the residence has none or not the requested one
 */
async function readAlerts({ state }: PageContext) {
  const { project: { id: projectId }, roles } = residenceWith(state, SCREEN);
  const { read } = state.api;
  const [alerts, houses] = await Promise.all([
    read(HOUSING_CALLS.listHousingAlerts, { projectId }),
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
