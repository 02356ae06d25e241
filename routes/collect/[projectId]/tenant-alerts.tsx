import { AlertFields } from "@/components/housing/AlertFields.tsx";
import { ALERT_COLUMNS, MESSAGE_REGISTER } from "@/components/housing/dated_columns.tsx";
import type { Project } from "@/lib/domain/projects/types.ts";
import { ALERT_FORM } from "@/lib/forms/housing/alert_form.ts";
import { links } from "@/lib/links/links.ts";
import { alertCalls, readAlerts } from "@/lib/pages/housing/housing_alerts_page.ts";
import { PAGE_NAMES } from "@/lib/text/pages.ts";
import { define } from "@/lib/web/state.ts";
import { todayOf } from "@/lib/web/session/place.ts";
import {
  rowHandlers,
  RowRegisterPage,
} from "@/routes/collect/[projectId]/(_components)/RowRegister.tsx";

const register = ({ id }: Project) => ({
  ...MESSAGE_REGISTER,
  title: PAGE_NAMES.tenantAlerts,
  path: links.tenantAlerts(id),
  fileName: "messages-locataires.csv",
  section: "alerts",
  intro: "Ce que l’application des locataires leur signale, pendant les jours choisis.",
  parameter: "alert",
  columns: ALERT_COLUMNS,
  form: ALERT_FORM,
  says: {
    ...MESSAGE_REGISTER.says,
    loss: "Le message disparaîtra de l’application des locataires.",
  },
});

export const handler = define.handlers(
  rowHandlers({ register, read: readAlerts, calls: alertCalls }),
);

/** Messages to the tenants of a residence (B §7 "housing/alerts"). */
export default define.page<typeof handler>(({ data, state, url }) => (
  <RowRegisterPage
    {...data}
    state={state}
    url={url}
    initial={{ from: todayOf(state) }}
    options={{ houseIds: data.houses }}
    content={AlertFields}
  />
));
