import { childColumns } from "@/components/alarms/alarm_list.tsx";
import { AlarmComments, AlarmFacts } from "@/components/alarms/AlarmFacts.tsx";
import { FormBox, formPage, hasForm, RemovalForm } from "@/components/forms/FormBox.tsx";
import { Section } from "@/components/page/Page.tsx";
import { ResidenceTitle } from "@/components/page/ResidenceTitle.tsx";
import { DataTable } from "@/components/tables/DataTable.tsx";
import { TableFoot } from "@/components/tables/TableFoot.tsx";
import UnsavedGuard from "@/islands/forms/UnsavedGuard.tsx";
import { PAGE_SIZE, paginated } from "@/lib/domain/tables/paginate.ts";
import { readTableState } from "@/lib/domain/tables/table_state.ts";
import { COMMENT_FORM } from "@/lib/forms/alarms/comment_form.ts";
import { mutePlace } from "@/lib/forms/alarms/mute_form.ts";
import { links, PAGE_NAMES, windowTitle } from "@/lib/links/links.ts";
import { alarmForms, type AlarmView, readAlarm } from "@/lib/pages/alarms/alarm_page.ts";
import { childrenText } from "@/lib/text/alarms/alarm_lists.ts";
import { tableFiles } from "@/lib/web/files/table_file.ts";
import { formHandlers } from "@/lib/web/forms/submit_forms.ts";
import { define, type PageContext, residenceOf } from "@/lib/web/state.ts";
import {
  AlarmCurveSection,
  hoursTable,
} from "@/routes/collect/[projectId]/(_components)/AlarmCurveSection.tsx";

export const handler = define.handlers(formHandlers(readPage, alarmForms));

/** An alarm: its cause, place, duration and comments. */
export default define.page<typeof handler>(({ data, state, url }) => {
  const { alarm, parent, children, curve, canComment, canArchive, shown } = data;
  const { project } = residenceOf(state);
  const { timeZone } = project;
  const nowS = Date.parse(state.now) / 1_000;
  const own = links.alarm(project.id, alarm.id);
  const forms = formPage(own, shown, url);
  return (
    <>
      <ResidenceTitle title={alarm.message} of={project} under="alarms">
        <BesideLinks {...data} />
      </ResidenceTitle>
      <div class="card">
        <AlarmFacts alarm={alarm} parent={parent} timeZone={timeZone} nowS={nowS} />
        {canArchive && alarm.end === null && (
          <a class="no-print" href={muteHref(project.id, alarm)}>
            Suspendre les alertes pendant des travaux
          </a>
        )}
      </div>
      {children.length > 0 && <ChildSection rows={children} nowS={nowS} path={own} url={url} />}
      {curve !== null && <AlarmCurveSection {...{ curve, timeZone, url }} start={alarm.start} />}
      <Section
        id={COMMENT_FORM.name}
        title="Commentaires"
        saved={forms.saved === COMMENT_FORM.name}
      >
        <AlarmComments comments={alarm.alarmComments} timeZone={timeZone} />
        {hasForm(canComment, shown, COMMENT_FORM.name) && (
          <FormBox form={COMMENT_FORM} page={forms} submit="Commenter" />
        )}
      </Section>
      {canArchive && (
        <RemovalForm
          form="archive"
          action={own}
          label="Archiver l’alerte"
          confirm="Confirmer l’archivage"
          text="L’alerte se ferme et quitte les listes. Elle ne sera levée de nouveau qu’après un retour à la normale."
          isCard
        />
      )}
      <UnsavedGuard />
    </>
  );
});

/** URL of the planned works form for the place of an alarm; for a gateway, the place of all its sensors. */
function muteHref(
  projectId: string,
  { houseId, equipmentId, boilerRoomId, buildingId }: AlarmView["alarm"],
): string {
  const around = houseId === null ? boilerRoomId ?? buildingId : null;
  const place = mutePlace({ houseId, equipmentId: equipmentId ?? around });
  return `${links.alarmSettings(projectId, place === null ? {} : { place })}#mute`;
}

/** Links to the previous and next alarms of the list. */
function BesideLinks({ previous, next }: Pick<AlarmView, "previous" | "next">) {
  return (
    <>
      {previous !== null && <a class="button" href={previous}>Alerte précédente</a>}
      {next !== null && <a class="button" href={next} accesskey="n">Alerte suivante</a>}
    </>
  );
}

/** The children of an alarm, page by page. */
function ChildSection(
  { rows, nowS, path, url }: { rows: AlarmView["children"]; nowS: number; path: string; url: URL },
) {
  const table = readTableState(url.searchParams);
  const shown = paginated(rows, table.page, PAGE_SIZE);
  return (
    <section class="stack" aria-labelledby="children-title">
      <h2 id="children-title">{childrenText(rows.length)}</h2>
      <DataTable
        caption={childrenText(rows.length)}
        columns={childColumns(nowS)}
        rows={shown.rows}
      />
      <TableFoot path={path} state={table} page={shown} />
    </section>
  );
}

async function readPage(ctx: PageContext) {
  const view = await readAlarm(ctx);
  ctx.state.title = windowTitle(PAGE_NAMES.alarm, view.alarm.projectName);
  return alarmFile(ctx, view) ?? view;
}

function alarmFile({ url, state }: PageContext, { alarm, children, curve }: AlarmView) {
  const nested = {
    fileName: "alertes-dependantes.csv",
    columns: childColumns(Date.parse(state.now) / 1_000),
    rows: children,
  };
  return tableFiles(url, [
    nested,
    ...curve?.kind === "hours" ? [hoursTable(curve, alarm.start)] : [],
  ]);
}
