import { type Context, page } from "fresh";
import { PostForm } from "@/components/forms/PostForm.tsx";
import { Refusal } from "@/components/forms/Refusal.tsx";
import { Removal } from "@/components/forms/Removal.tsx";
import { conflictLines } from "@/components/forms/grid_rows.ts";
import { AlertForm } from "@/components/housing/AlertForm.tsx";
import { ALERT_COLUMNS, AlertTable } from "@/components/housing/AlertTable.tsx";
import { EmptyState } from "@/components/page/EmptyState.tsx";
import { PageTitle } from "@/components/page/PageTitle.tsx";
import { Section } from "@/components/page/Section.tsx";
import UnsavedGuard from "@/islands/forms/UnsavedGuard.tsx";
import { ALERT_RULES, typedAlert } from "@/lib/domain/housing/alerts.ts";
import { links } from "@/lib/links/links.ts";
import {
  type AlertLine,
  type AlertsRead,
  readAlerts,
  type RefusedAlert,
  saveAlert,
} from "@/lib/pages/housing/housing_alerts_page.ts";
import { residenceOf } from "@/lib/pages/projects/residence_page.ts";
import { ALERT_LABELS, ALERT_LOSS_TEXT } from "@/lib/text/housing/housing_alerts.ts";
import { PAGE_NAMES, windowTitle } from "@/lib/text/pages.ts";
import { define } from "@/lib/web/define.ts";
import { tableFile } from "@/lib/web/files/table_file.ts";
import { savedPath, seeOther } from "@/lib/web/forms/submit.ts";
import type { State } from "@/lib/web/state.ts";

export const handler = define.handlers({
  GET: (ctx) => showPage(ctx, null),

  async POST(ctx) {
    const refused = await saveAlert(ctx);
    if (refused !== null) return await showPage(ctx, refused);
    return seeOther(ctx, savedPath(links.tenantAlerts(ctx.params.projectId ?? ""), "alerts"));
  },
});

/** Messages to the tenants of a residence (B §7 "housing/alerts"). */
export default define.page<typeof handler>(({ data, state, url }) => {
  const { lines, chosen, canWrite, refused } = data;
  const { project } = residenceOf(state);
  const own = links.tenantAlerts(project.id);
  const saved = refused === null && url.searchParams.get("saved") === "alerts";
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
      {canWrite && <AlertSection {...{ data, projectId: project.id }} />}
      <UnsavedGuard />
    </>
  );
});

/** The message to change, or one to add. */
function AlertSection(
  { data, projectId }: { data: AlertsRead & { refused: RefusedAlert | null }; projectId: string },
) {
  const { chosen, refused, houses } = data;
  const action = links.tenantAlerts(projectId, chosen?.id);
  return (
    <Section id="alert" title={chosen ? "Modifier le message" : "Nouveau message"}>
      {refused && <Refusal {...refused} lines={refusedLines(refused, chosen)} />}
      <AlertForm
        action={`${action}#alert`}
        values={refused?.values ?? data.values}
        houseIds={refused?.houseIds ?? data.houseIds}
        errors={refused?.errors ?? {}}
        houses={houses}
        version={chosen?.version ?? ""}
        submit={chosen ? "Enregistrer" : "Ajouter"}
        cancel={chosen ? links.tenantAlerts(projectId) : undefined}
        unsaved={refused !== null}
      />
      {chosen && (
        <PostForm action={action}>
          <Removal label="Supprimer le message" text={ALERT_LOSS_TEXT} />
        </PostForm>
      )}
    </Section>
  );
}

function refusedLines({ values }: RefusedAlert, chosen: AlertLine | null) {
  const fields = ALERT_RULES.map(({ name }) => ({ name, label: ALERT_LABELS[name] }));
  return conflictLines(fields, values, chosen ? typedAlert(chosen) : undefined);
}

async function showPage(ctx: Context<State>, refused: RefusedAlert | null) {
  const read = await readAlerts(ctx);
  ctx.state.title = windowTitle(PAGE_NAMES.tenantAlerts, residenceOf(ctx.state).project.name);
  const file = { fileName: "messages-locataires.csv", columns: ALERT_COLUMNS, rows: read.lines };
  return tableFile(ctx.url, file) ?? page({ ...read, refused }, { status: refused?.status ?? 200 });
}
