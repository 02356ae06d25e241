import { type Context, page } from "fresh";
import { FormSection, RemovalForm } from "@/components/forms/FormBox.tsx";
import { AlertFields } from "@/components/housing/AlertFields.tsx";
import { ALERT_COLUMNS, AlertTable } from "@/components/housing/AlertTable.tsx";
import { EmptyState } from "@/components/page/EmptyState.tsx";
import { PageTitle } from "@/components/page/PageTitle.tsx";
import { Section } from "@/components/page/Section.tsx";
import UnsavedGuard from "@/islands/forms/UnsavedGuard.tsx";
import type { ShownForm } from "@/lib/forms/form.ts";
import { ALERT_FORM } from "@/lib/forms/housing/alert_form.ts";
import { links } from "@/lib/links/links.ts";
import {
  alertForms,
  type AlertsRead,
  readAlerts,
} from "@/lib/pages/housing/housing_alerts_page.ts";
import { residenceOf } from "@/lib/pages/projects/residence_page.ts";
import { ALERT_LOSS_TEXT } from "@/lib/text/housing/housing_alerts.ts";
import { PAGE_NAMES, windowTitle } from "@/lib/text/pages.ts";
import { define } from "@/lib/web/define.ts";
import { tableFile } from "@/lib/web/files/table_file.ts";
import { formHandlers } from "@/lib/web/forms/submit_forms.ts";
import { todayOf } from "@/lib/web/session/place.ts";
import type { State } from "@/lib/web/state.ts";

export const handler = define.handlers(formHandlers(showPage, alertForms));

/** Messages to the tenants of a residence (B §7 "housing/alerts"). */
export default define.page<typeof handler>(({ data, state, url }) => {
  const { lines, chosen, canWrite, shown } = data;
  const { project } = residenceOf(state);
  const own = links.tenantAlerts(project.id);
  const saved = shown === null && url.searchParams.get("saved") === "alerts";
  return (
    <>
      <PageTitle
        title={PAGE_NAMES.tenantAlerts}
        subtitle={project.name}
        back={{ href: links.residence(project.id), label: project.name }}
      />
      <Section
        id="alerts"
        title="Messages"
        intro="Ce que l’application des locataires leur signale, pendant les jours choisis."
        saved={saved}
      >
        {lines.length === 0
          ? (
            <EmptyState title="Aucun message" icon="list">
              <p>Les messages ajoutés se trouveront ici&nbsp;: en cours, à venir, puis passés.</p>
            </EmptyState>
          )
          : (
            <AlertTable
              rows={lines}
              chosenId={chosen?.id ?? null}
              hrefOf={canWrite ? (id) => `${links.tenantAlerts(project.id, id)}#alert` : null}
              csv={{ page: own }}
            />
          )}
      </Section>
      {canWrite && <AlertSection {...data} projectId={project.id} today={todayOf(state)} />}
      <UnsavedGuard />
    </>
  );
});

interface AlertSectionProps extends AlertsRead {
  shown: ShownForm | null;
  projectId: string;
  today: string;
}

/** The message to change, or one to add. */
function AlertSection({ chosen, houses, shown, projectId, today }: AlertSectionProps) {
  const action = links.tenantAlerts(projectId, chosen?.id);
  return (
    <FormSection
      title={chosen ? "Modifier le message" : "Nouveau message"}
      form={ALERT_FORM}
      stored={chosen}
      page={{ action, shown, saved: null }}
      version={chosen?.version ?? ""}
      options={{ houseIds: houses }}
      {...chosen
        ? { cancel: links.tenantAlerts(projectId) }
        : { initial: { from: today }, submit: "Ajouter" }}
      after={chosen && (
        <RemovalForm
          form="alert"
          action={action}
          label="Supprimer le message"
          text={ALERT_LOSS_TEXT}
        />
      )}
    >
      {AlertFields}
    </FormSection>
  );
}

async function showPage(ctx: Context<State>, shown: ShownForm | null) {
  const read = await readAlerts(ctx);
  ctx.state.title = windowTitle(PAGE_NAMES.tenantAlerts, residenceOf(ctx.state).project.name);
  const file = { fileName: "messages-locataires.csv", columns: ALERT_COLUMNS, rows: read.lines };
  return tableFile(ctx.url, file) ?? page({ ...read, shown }, { status: shown?.status ?? 200 });
}
