import { LinesReport } from "@/components/ingest/LinesReport.tsx";
import { PageTables } from "@/components/ui/DataTable.tsx";
import { FormSection, RemovalForm } from "@/components/ui/FormBox.tsx";
import { Section } from "@/components/ui/Page.tsx";
import { Refusal } from "@/components/ui/PostForm.tsx";
import { djuDayTable, djuTable } from "@/components/weather/dju_tables.tsx";
import { DayFileForm, PublicStationNotice } from "@/components/weather/OutdoorSourceParts.tsx";
import { RangeTitle } from "@/components/web/RangeTitle.tsx";
import { type IsoMonth, yearOf } from "@/lib/base/civil_dates.ts";
import { rangeSegment, readRangeSegment } from "@/lib/base/period_paths.ts";
import { daysOfMonth, type PeriodRange } from "@/lib/base/periods.ts";
import { monthsOf } from "@/lib/base/slots.ts";
import { rangeLabel, yearLabel } from "@/lib/base/text_periods.ts";
import { residenceOf } from "@/lib/residences/place.ts";
import { badPeriodOfQuery, MONTH_ONLY, YEAR_ONLY } from "@/lib/series/pages.ts";
import type { FormPage, ShownForm } from "@/lib/ui/form.ts";
import { links } from "@/lib/ui/links.ts";
import { PAGES } from "@/lib/ui/page_titles.ts";
import { DEGREE_DAYS_CALLS } from "@/lib/weather/calls.ts";
import { changedMonths, shownMonths, shownText } from "@/lib/weather/degree_days.ts";
import { DAY_FILE_FORM, monthsForm, OUTDOOR_FORM } from "@/lib/weather/forms.ts";
import { canWriteOutdoor, onlyOutdoorWriters, outdoorSeries } from "@/lib/weather/pages.ts";
import type { DjuSlot, ImportReport, MonthlyDjuDraft } from "@/lib/weather/schema.ts";
import { stationChoices } from "@/lib/weather/text.ts";
import { tableFile } from "@/lib/web/downloads.ts";
import { action, formRoute, save } from "@/lib/web/form_handlers.ts";
import { define, oneOf, type PageContext, todayOf } from "@/lib/web/state.ts";
import { type FileReport, takesFile } from "@/lib/web/uploads.ts";

/** Maximum size of a department's daily file, compressed or not, bytes. */
const MAX_FILE_BYTES = 16 * 1_048_576;

type Shown = ShownForm<FileReport<ImportReport>>;

export const handler = define.handlers(formRoute(
  readPage,
  (ctx) => outdoorForms(ctx, monthsOf(shownRange(ctx))),
  {
    guard(ctx) {
      onlyOutdoorWriters(ctx.state);
      if (isOfDays(shownRange(ctx))) throw badPeriodOfQuery(ctx, { choices: YEAR_ONLY });
    },
    path(ctx) {
      const { projectId = "", sourceId = "" } = ctx.params;
      return links.outdoorSource(projectId, sourceId, rangeSegment(shownRange(ctx)));
    },
    maxBytes: MAX_FILE_BYTES,
  },
));

export default define.page<typeof handler>(({ data, state, url }) => {
  const { source, table, range, page } = data;
  const { project } = residenceOf(state);
  const pathOf = (to: PeriodRange) => links.outdoorSource(project.id, source.id, rangeSegment(to));
  const action = pathOf(range);
  return (
    <>
      <RangeTitle
        title={source.name}
        subtitle={project.name}
        back={isOfDays(range)
          ? { href: pathOf({ type: "monthly", year: range.year }), label: `DJU, ${range.year}` }
          : { href: links.outdoorSources(project.id), label: PAGES.outdoorSources.title }}
        hrefOf={pathOf}
        choices={isOfDays(range) ? MONTH_ONLY : YEAR_ONLY}
        {...{ range, state, url }}
      />
      <PageTables tables={[table]} url={url} />
      {source.seriesId !== null && table.rows.some(({ completeness }) => completeness < 1) && (
        <p class="soft">
          Un jour est connu quand ses relevés en couvrent les trois quarts, ou quand il en a quatre,
          un toutes les six heures. Avec moins, la nuit ou l’après-midi manquerait. Un seul relevé
          par jour suffit à une série réglée sur un relevé par jour.
        </p>
      )}
      {!isOfDays(range) && canWriteOutdoor(state) && (
        <>
          {source.publicStation && (
            <PublicStationNotice
              {...data.station}
              isLocated={project.location.latitude !== null}
              today={todayOf(state)}
            />
          )}
          <FileSection shown={page.shown} action={action} />
          <MonthsSection page={page} range={range} slots={table.rows} />
          <FormSection
            title="Source"
            form={OUTDOOR_FORM}
            stored={source}
            page={page}
            options={{
              seriesId: outdoorSeries(project),
              publicStation: stationChoices(data.station, source.publicStation),
            }}
            after={
              <RemovalForm
                form="source"
                action={`${action}#source`}
                label="Supprimer la source"
                text="Ses températures et ses DJU saisis seront perdus. Une source qui sert à un bilan ne peut pas être supprimée."
              />
            }
          />
        </>
      )}
    </>
  );
});

function FileSection({ shown, action }: { shown: Shown | null; action: string }) {
  const mine = shown?.form === "file" ? shown : null;
  return (
    <Section
      id="import"
      title="Importer des températures"
      intro="Les jours du fichier remplacent ceux déjà connus&nbsp;; les autres restent."
    >
      {mine?.report && <LinesReport {...mine.report} />}
      {mine && <Refusal {...mine} />}
      <DayFileForm action={`${action}#import`} error={mine?.errors.file} isAgain={mine !== null} />
    </Section>
  );
}

function MonthsSection(
  { page, range, slots }: { page: FormPage; range: PeriodRange; slots: readonly DjuSlot[] },
) {
  const months = monthsOf(range);
  const stored = shownMonths(slots);
  return (
    <FormSection
      title="Saisir des DJU mensuels"
      intro="Une valeur saisie passe avant celle des jours. Un mois vidé revient à ses jours."
      form={monthsForm(months)}
      page={page}
      initial={{ ...stored, shown: shownText(months, stored) }}
      columns="month-fields"
      buttons={
        <button type="submit" class="button button-danger" name="intent" value="clear">
          {`Effacer les valeurs saisies de ${yearLabel(range)}`}
        </button>
      }
    />
  );
}

async function readPage(ctx: PageContext) {
  const { projectId = "", sourceId = "" } = ctx.params;
  const range = shownRange(ctx);
  const [sources, station, dju] = await Promise.all([
    ctx.state.api.read(DEGREE_DAYS_CALLS.listOutdoorSources, { projectId }),
    ctx.state.api.read(DEGREE_DAYS_CALLS.getPublicStation, {
      projectId,
      outdoorSourceId: sourceId,
    }),
    ctx.state.api.readUnless("forbidden", DEGREE_DAYS_CALLS.getDju, {
      projectId,
      outdoorSourceId: sourceId,
      segment: rangeSegment(range),
    }),
  ]);
  const source = oneOf(sources, sourceId);
  ctx.state.title = [PAGES.outdoorSources.title, source.name];
  // An administrator without a role on the residence may write a source whose figures are not theirs to read.
  const slots = dju?.slots ?? [];
  const daysHref = (month: IsoMonth) =>
    links.outdoorSource(projectId, sourceId, rangeSegment(daysOfMonth(month)));
  const named = {
    caption: `DJU, ${rangeLabel(range)}`,
    fileName: `${source.name} DJU ${rangeSegment(range)}.csv`,
  };
  const table = isOfDays(range)
    ? djuDayTable(slots, named)
    : djuTable(slots, { ...named, today: todayOf(ctx.state), daysHref });
  return tableFile(ctx.url, table) ?? { source, station, table, range };
}

/** The year, the season or the days of a month in the URL; the current year by default. */
function shownRange(ctx: PageContext): PeriodRange {
  const { url, state } = ctx;
  const segment = url.searchParams.get("period");
  if (segment === null) return { type: "monthly", year: yearOf(todayOf(state)) };
  const range = readRangeSegment(segment);
  if (range !== null && SHOWN_TYPES.includes(range.type)) return range;
  throw badPeriodOfQuery(ctx, { choices: YEAR_ONLY });
}

const SHOWN_TYPES: readonly string[] = ["daily", "monthly", "monthly-shifted"];

function isOfDays({ type }: PeriodRange): boolean {
  return type === "daily";
}

/**
 * Actions of the forms of an outdoor source's page.
 *
 * @param months months of the period shown, which are in the form of entered DJU
 */
function outdoorForms(ctx: PageContext, months: readonly IsoMonth[]) {
  const { projectId = "", sourceId = "" } = ctx.params;
  const at = { projectId, outdoorSourceId: sourceId };
  const { call, sender } = ctx.state.api;
  const putMonths = async (typed: MonthlyDjuDraft["months"]) =>
    typed.length === 0
      ? { ok: true, answer: null } as const
      : await call(DEGREE_DAYS_CALLS.putMonthlyDju, { ...at, body: { months: typed } });
  return {
    source: save(OUTDOOR_FORM, sender(DEGREE_DAYS_CALLS.putOutdoorSource, at), {
      remove: () => call(DEGREE_DAYS_CALLS.deleteOutdoorSource, at),
      removed: links.outdoorSources(projectId),
    }),
    months: save(
      monthsForm(months),
      (_, { values }) => putMonths(changedMonths(months, { values, shown: values.shown ?? "" })),
      {
        intents: { clear: action(() => putMonths(months.map((month) => ({ month, dju: null })))) },
      },
    ),
    file: takesFile(
      DAY_FILE_FORM,
      ctx,
      ({ text, dryRun }) =>
        call(DEGREE_DAYS_CALLS.importOutdoorDays, { ...at, dryRun, body: text }),
    ),
  };
}
