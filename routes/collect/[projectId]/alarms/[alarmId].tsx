import type { ComponentChildren } from "preact";
import { childColumns } from "@/components/alarms/AlarmListPage.tsx";
import { TakeForm } from "@/components/portfolio/ToDoList.tsx";
import { plainSlotColumn, StateTable } from "@/components/series/slot_columns.tsx";
import { ChartFigure } from "@/components/ui/ChartSvg.tsx";
import { figureColumn, textColumn } from "@/components/ui/columns.tsx";
import { DataTable, type PageTable, PageTables, TableFoot } from "@/components/ui/DataTable.tsx";
import { FormBox, hasForm, RemovalForm } from "@/components/ui/FormBox.tsx";
import { Fact, PageTitle, Section, Status } from "@/components/ui/Page.tsx";
import { type AlarmCurve, type CurveHour, readAlarmCurve } from "@/lib/alarms/alarm_curve.ts";
import { ALARM_HANDLER_LABELS } from "@/lib/alarms/alarm_handlers.ts";
import { alarmDurationS, type AlarmLine, neighbours } from "@/lib/alarms/alarm_list.ts";
import { ALARMS_CALLS } from "@/lib/alarms/calls.ts";
import { COMMENT_FORM, mutePlace } from "@/lib/alarms/forms.ts";
import { readAlarmLines, readPlaceNames } from "@/lib/alarms/pages.ts";
import type { Alarm } from "@/lib/alarms/schema.ts";
import { alarmPeriodText, authorText, childrenText, mutedText } from "@/lib/alarms/text.ts";
import { type IsoDate, yearOf } from "@/lib/base/civil_dates.ts";
import { formatInstant } from "@/lib/base/date_format.ts";
import { formatNumber } from "@/lib/base/text_format.ts";
import { durationText } from "@/lib/base/text_periods.ts";
import { civilDateOf } from "@/lib/base/time_zones.ts";
import { opensScreen } from "@/lib/identity/effective_roles.ts";
import { FOLLOW_UP_CALLS } from "@/lib/portfolio/calls.ts";
import { NOBODY_IN_CHARGE, takenText } from "@/lib/portfolio/text_to_do.ts";
import { alarmSubject } from "@/lib/portfolio/to_do.ts";
import { readFollowUp } from "@/lib/portfolio/to_do_pages.ts";
import { residenceOf } from "@/lib/residences/place.ts";
import { rangeChart } from "@/lib/series/range_rows.ts";
import { seriesName } from "@/lib/series/series_names.ts";
import { slotAxis } from "@/lib/series/text.ts";
import { WIDE_CHART } from "@/lib/ui/chart_scale.ts";
import { links } from "@/lib/ui/links.ts";
import { PAGES } from "@/lib/ui/page_titles.ts";
import { PAGE_SIZE, paginated } from "@/lib/ui/pagination.ts";
import { readTableState } from "@/lib/ui/tables.ts";
import { tableFiles } from "@/lib/web/downloads.ts";
import { action, formRoute, save } from "@/lib/web/form_handlers.ts";
import { define, type PageContext } from "@/lib/web/state.ts";

export const handler = define.handlers(formRoute(readPage, alarmForms));

/** An alarm: its cause, place, duration and comments. */
export default define.page<typeof handler>(({ data, state, url }) => {
  const { alarm, parent, children, curve, canComment, canArchive, taken, page } = data;
  const { project } = residenceOf(state);
  const { timeZone } = project;
  const nowS = Date.parse(state.now) / 1_000;
  const own = links.alarm(project.id, alarm.id);
  return (
    <>
      <PageTitle title={alarm.message}>
        <BesideLinks {...data} />
      </PageTitle>
      <div class="card">
        <AlarmFacts alarm={alarm} parent={parent} timeZone={timeZone} nowS={nowS}>
          {(taken !== "" || alarm.end === null) && (
            <Fact label="Pris en charge">{taken || NOBODY_IN_CHARGE}</Fact>
          )}
        </AlarmFacts>
        {canComment && alarm.end === null && <TakeForm action={own} isTaken={taken !== ""} />}
        {alarm.handler === "energy-drift" && alarm.boilerRoomId !== null && (
          <a href={links.signature(project.id, alarm.boilerRoomId)}>{PAGES.signature.title}</a>
        )}
        {canArchive && alarm.end === null && (
          <a class="no-print" href={muteHref(project.id, alarm)}>
            Suspendre les alertes pendant des travaux
          </a>
        )}
      </div>
      {children.length > 0 && <ChildSection rows={children} nowS={nowS} path={own} url={url} />}
      {curve !== null && <AlarmCurveSection {...{ curve, alarm, timeZone, url }} />}
      <Section
        id={COMMENT_FORM.name}
        title="Commentaires"
        saved={page.saved === COMMENT_FORM.name}
      >
        <AlarmComments comments={alarm.alarmComments} timeZone={timeZone} />
        {hasForm(canComment, page.shown, COMMENT_FORM.name) && (
          <div class="no-print">
            <FormBox form={COMMENT_FORM} page={page} submit="Commenter" />
          </div>
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

function BesideLinks({ previous, next }: Pick<AlarmView, "previous" | "next">) {
  return (
    <>
      {previous !== null && <a class="button" href={previous}>Alerte précédente</a>}
      {next !== null && <a class="button" href={next} accesskey="n">Alerte suivante</a>}
    </>
  );
}

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
  ctx.state.title = [PAGES.alarm.title, view.alarm.projectName];
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
    ...curve?.kind === "hours"
      ? [hoursTable(curve, civilDateOf(Date.parse(alarm.start), alarm.timeZone))]
      : [],
  ]);
}

type AlarmView = Awaited<ReturnType<typeof readAlarm>>;

/** Reads an alarm of a residence. @spec alarms.pages */
async function readAlarm({ state, params }: PageContext) {
  const { project, roles } = residenceOf(state);
  const at = { projectId: project.id, alarmId: params.alarmId ?? "" };
  const [alarm, places] = await Promise.all([
    state.api.read(ALARMS_CALLS.getAlarm, at),
    readPlaceNames(state, project.id),
  ]);
  const [lines, curve, followUp] = await Promise.all([
    readAlarmLines(state, listedYear(alarm, project.timeZone)),
    readAlarmCurve(state, alarm),
    readFollowUp(state, project.orgId, alarmSubject(alarm)),
  ]);
  const { previous, next } = neighbours(lines, alarm);
  return {
    alarm: {
      ...alarm,
      projectName: project.name,
      timeZone: project.timeZone,
      placeName: places(alarm),
    },
    parent: lines.find(({ id }) => id === alarm.parentId) ?? null,
    children: lines.filter(({ parentId }) => parentId === alarm.id),
    previous: previous && links.alarm(project.id, previous.id),
    next: next && links.alarm(project.id, next.id),
    curve,
    taken: followUp === null ? "" : takenText(followUp, project.timeZone),
    canComment: opensScreen("alarm-comments", roles),
    canArchive: opensScreen("alarm-archive", roles) && !alarm.archived,
  };
}

/** The year of the list of closed alarms that contains it; undefined for the list of open ones. */
function listedYear({ start, end }: Alarm, timeZone: string): number | undefined {
  return end === null ? undefined : yearOf(civilDateOf(Date.parse(start), timeZone));
}

function alarmForms({ state, params }: PageContext) {
  const at = { projectId: residenceOf(state).project.id, alarmId: params.alarmId ?? "" };
  const { call, sender } = state.api;
  const follow = (taken: boolean) => async () => {
    const alarm = await state.api.read(ALARMS_CALLS.getAlarm, at);
    const { projectId, kind, id: subjectId } = alarmSubject(alarm);
    return await call(FOLLOW_UP_CALLS.putFollowUp, {
      ...{ projectId, kind, subjectId },
      body: { taken },
    });
  };
  return {
    take: action(follow(true)),
    release: action(follow(false)),
    comment: save(COMMENT_FORM, sender(ALARMS_CALLS.commentAlarm, at)),
    archive: action(() => call(ALARMS_CALLS.archiveAlarm, at), links.alarms(at.projectId)),
  };
}

/** Readings of an alarm's series from a day before its start to a day after. */
function AlarmCurveSection(
  { curve, alarm: { start, bounds }, timeZone, url }: {
    curve: AlarmCurve;
    alarm: Pick<Alarm, "start" | "bounds">;
    timeZone: string;
    url: URL;
  },
) {
  const { series, href } = curve;
  const name = seriesName(series);
  return (
    <Section
      id="curve"
      title="Autour du début de l’alerte"
      intro="Les relevés tels qu’ils sont aujourd’hui, corrections comprises&nbsp;; l’alerte dit ce qui a été lu quand elle a été levée."
    >
      {curve.kind === "intervals"
        ? <StateTable caption={name} intervals={curve.intervals} timeZone={timeZone} />
        : (
          <Hours
            curve={curve}
            bounds={bounds}
            table={hoursTable(curve, civilDateOf(Date.parse(start), timeZone))}
            url={url}
          />
        )}
      <a class="no-print" href={href}>Toute la série&nbsp;: {name}</a>
    </Section>
  );
}

const ALARM_START = "Début de l’alerte";

type HoursCurve = Extract<AlarmCurve, { readonly kind: "hours" }>;

interface HoursProps {
  curve: HoursCurve;
  bounds: Alarm["bounds"];
  table: PageTable<CurveHour>;
  url: URL;
}

function Hours({ curve: { hours, series: { unit } }, bounds, table, url }: HoursProps) {
  const model = rangeChart({
    size: WIDE_CHART,
    values: hours.map(({ value }) => value),
    before: [],
    ...slotAxis(hours.map(({ slot }) => slot)),
    names: { now: table.caption, before: "" },
    isSum: unit.sum,
    bounds: {
      name: "Borne",
      values: [bounds?.min, bounds?.max].filter((bound) => typeof bound === "number"),
    },
    marks: hours.flatMap(({ isStart }, categoryIndex) =>
      isStart ? [{ categoryIndex, text: ALARM_START }] : []
    ),
    formatValue: formatNumber,
  });
  if (model === null) return <p class="soft">Aucun relevé autour du début de l’alerte.</p>;
  return (
    <>
      <ChartFigure
        model={model}
        title={`${table.caption} (${unit.unit})`}
        label="Courbe autour du début de l’alerte&nbsp;; ses valeurs sont dans le tableau."
        unit={unit.unit}
      />
      <details>
        <summary>Voir les valeurs</summary>
        <PageTables tables={[table]} url={url} />
      </details>
    </>
  );
}

/** The hours around the start of an alarm. @param day of the start, in the residence's time zone */
function hoursTable({ hours, series }: HoursCurve, day: IsoDate): PageTable<CurveHour> {
  const name = seriesName(series);
  return {
    table: "valeurs",
    fileName: `${name} ${day}.csv`,
    caption: name,
    columns: [
      plainSlotColumn("Heure"),
      figureColumn(hours, "value", { label: "Moyenne", unit: series.unit.unit }),
      textColumn("note", "À savoir", ({ isStart }) => isStart ? ALARM_START : ""),
    ],
    rows: hours,
  };
}

interface AlarmFactsProps {
  alarm: AlarmLine;
  /** The parent alarm; null for none. */
  parent: AlarmLine | null;
  timeZone: string;
  /** Seconds since 1970. */
  nowS: number;
  /** Other facts. */
  children?: ComponentChildren;
}

/** Subject, place, start and duration of an alarm. @spec alarms.pages */
function AlarmFacts({ alarm, parent, timeZone, nowS, children }: AlarmFactsProps) {
  const { projectId, placeName } = alarm;
  return (
    <dl class="facts">
      <Fact label="État">
        <AlarmStatus alarm={alarm} timeZone={timeZone} />
      </Fact>
      <Fact label="Type">{ALARM_HANDLER_LABELS[alarm.handler]}</Fact>
      {placeName !== "" && (
        <Fact label="Lieu">
          <a href={alarmPlaceHref(alarm)}>{placeName}</a>
        </Fact>
      )}
      <Fact label="Période">{alarmPeriodText(alarm, timeZone)}</Fact>
      <Fact label="Durée">{durationText(alarmDurationS(alarm, nowS))}</Fact>
      {parent !== null && (
        <Fact label="Dépend de">
          <a href={links.alarm(projectId, parent.id)}>{parent.message}</a>
        </Fact>
      )}
      {children}
    </dl>
  );
}

function alarmPlaceHref(
  { projectId, houseId, boilerRoomId, buildingId, equipmentId }: AlarmLine,
): string {
  if (houseId !== null) return links.house(projectId, houseId);
  if (boilerRoomId !== null) return links.boilerRoom(projectId, boilerRoomId);
  if (buildingId !== null) return links.building(projectId, buildingId);
  return equipmentId === null
    ? links.residence(projectId)
    : links.equipment(projectId, equipmentId);
}

interface AlarmStatusProps {
  alarm: Pick<Alarm, "end" | "mutedUntil">;
  timeZone: string | undefined;
}

/** State of an alarm, open or closed, in a word with its colour; and whether planned work mutes it. */
function AlarmStatus({ alarm: { end, mutedUntil }, timeZone }: AlarmStatusProps) {
  if (end !== null) return <Status tone="info" label="Close" />;
  return mutedUntil === null
    ? <Status tone="very-bad" label="Ouverte" />
    : <Status tone="bad" label={mutedText(mutedUntil, timeZone)} />;
}

/** The comments on an alarm, oldest first. */
function AlarmComments(
  { comments, timeZone }: { comments: Alarm["alarmComments"]; timeZone: string },
) {
  if (comments.length === 0) return <p class="soft">Aucun commentaire.</p>;
  return (
    <ol class="alarm-comments">
      {comments.map(({ id, author, date, text }) => (
        <li key={id}>
          <p class="small soft">{authorText(author)}, le {formatInstant(date, timeZone)}</p>
          <p class="alarm-comment">{text}</p>
        </li>
      ))}
    </ol>
  );
}
