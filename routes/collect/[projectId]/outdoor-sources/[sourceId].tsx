import { type Context, HttpError, page } from "fresh";
import { DayFileForm } from "@/components/facilities/DayFileForm.tsx";
import { djuDayColumns, DjuDayTable } from "@/components/facilities/DjuDayTable.tsx";
import { djuColumns, DjuTable } from "@/components/facilities/DjuTable.tsx";
import { ImportReportNotice } from "@/components/facilities/ImportReportNotice.tsx";
import { MonthlyDjuForm } from "@/components/facilities/MonthlyDjuForm.tsx";
import { OUTDOOR_LABELS, OutdoorSourceForm } from "@/components/facilities/OutdoorSourceForm.tsx";
import { PostForm } from "@/components/forms/PostForm.tsx";
import { Refusal } from "@/components/forms/Refusal.tsx";
import { Removal } from "@/components/forms/Removal.tsx";
import { conflictLines } from "@/components/forms/grid_rows.ts";
import { PageTitle } from "@/components/page/PageTitle.tsx";
import { Section } from "@/components/page/Section.tsx";
import { PeriodNavigator } from "@/components/periods/PeriodNavigator.tsx";
import UnsavedGuard from "@/islands/forms/UnsavedGuard.tsx";
import TooltipEscape from "@/islands/page/TooltipEscape.tsx";
import type { Answer } from "@/lib/contract/catalogue.ts";
import {
  OUTDOOR_RULES,
  shownMonths,
  shownText,
  typedOutdoor,
} from "@/lib/domain/facilities/outdoor_source_form.ts";
import type { DjuSlot } from "@/lib/domain/facilities/types.ts";
import { pickedValues } from "@/lib/domain/forms/typed_fields.ts";
import { type IsoMonth, monthParts, yearOf } from "@/lib/domain/periods/civil_dates.ts";
import type { PeriodRange } from "@/lib/domain/periods/period.ts";
import { rangeSegment, readRangeSegment } from "@/lib/domain/periods/segments.ts";
import { monthsOf } from "@/lib/domain/periods/slots.ts";
import { links } from "@/lib/links/links.ts";
import {
  canWriteOutdoor,
  onlyOutdoorWriters,
  outdoorSeries,
} from "@/lib/pages/degree_days/outdoor_page.ts";
import { type OutdoorEnd, saveOutdoorForm } from "@/lib/pages/degree_days/outdoor_source_saves.ts";
import { residenceOf } from "@/lib/pages/projects/residence_page.ts";
import { badPeriodOfQuery } from "@/lib/pages/series/bad_period.ts";
import { YEAR_ONLY } from "@/lib/pages/series/series_page.ts";
import { PAGE_NAMES, windowTitle } from "@/lib/text/pages.ts";
import { rangeLabel, yearLabel } from "@/lib/text/periods.ts";
import { answered } from "@/lib/web/answered.ts";
import { define } from "@/lib/web/define.ts";
import { tableFile } from "@/lib/web/files/table_file.ts";
import { savedPath, seeOther } from "@/lib/web/forms/submit.ts";
import { todayOf } from "@/lib/web/session/place.ts";
import type { State } from "@/lib/web/state.ts";

type OutdoorSource = Answer<"listOutdoorSources">[number];

export const handler = define.handlers({
  GET: (ctx) => showPage(ctx, null),

  async POST(ctx) {
    onlyOutdoorWriters(ctx.state);
    const range = shownRange(ctx);
    if (isOfDays(range)) throw badPeriodOfQuery(ctx, { choices: YEAR_ONLY });
    const { projectId = "", sourceId = "" } = ctx.params;
    const saved = await saveOutdoorForm(ctx, monthsOf(range));
    if (saved.kind === "shown") return await showPage(ctx, saved.end);
    return saved.kind === "removed" ? seeOther(ctx, links.outdoorSources(projectId)) : seeOther(
      ctx,
      savedPath(links.outdoorSource(projectId, sourceId, rangeSegment(range)), saved.form),
    );
  },
});

export default define.page<typeof handler>(({ data, state, url }) => {
  const { source, slots, range, end } = data;
  const { project } = residenceOf(state);
  const pathOf = (to: PeriodRange) => links.outdoorSource(project.id, source.id, rangeSegment(to));
  const action = pathOf(range);
  const parts = { end, action, saved: end === null ? url.searchParams.get("saved") : null };
  const caption = `DJU, ${rangeLabel(range)}`;
  const csv = { page: url };
  return (
    <>
      <PageTitle
        title={source.name}
        subtitle={project.name}
        back={isOfDays(range)
          ? { href: pathOf(yearAround(range)), label: `DJU, ${range.year}` }
          : { href: links.outdoorSources(project.id), label: PAGE_NAMES.outdoorSources }}
        navigator={
          <PeriodNavigator range={range} path={action} hrefOf={pathOf} today={todayOf(state)} />
        }
      />
      {slots !== null &&
        (isOfDays(range) ? <DjuDayTable caption={caption} slots={slots} csv={csv} /> : (
          <DjuTable
            caption={caption}
            slots={slots}
            daysHref={(month) => pathOf(daysOf(month))}
            csv={csv}
          />
        ))}
      {!isOfDays(range) && canWriteOutdoor(state) && (
        <>
          <FileSection {...parts} />
          <MonthsSection {...parts} range={range} slots={slots ?? []} />
          <SourceSection {...parts} source={source} state={state} />
          <UnsavedGuard />
          <TooltipEscape />
        </>
      )}
    </>
  );
});

interface SectionProps {
  end: OutdoorEnd | null;
  action: string;
  /** The form that has just been saved. */
  saved: string | null;
}

function FileSection({ end, action }: SectionProps) {
  const mine = end?.form === "file" ? end : null;
  return (
    <Section
      id="import"
      title="Importer des températures"
      intro="Les jours du fichier remplacent ceux déjà connus ; les autres restent."
    >
      {mine?.report && <ImportReportNotice report={mine.report} isDry={mine.isDry} />}
      {mine && <Refusal {...mine} lines={[]} />}
      <DayFileForm action={`${action}#import`} error={mine?.errors.file} />
    </Section>
  );
}

function MonthsSection(
  { end, action, saved, range, slots }: SectionProps & {
    range: PeriodRange;
    slots: readonly DjuSlot[];
  },
) {
  const mine = end?.form === "months" ? end : null;
  const months = monthsOf(range);
  const shown = shownMonths(slots);
  return (
    <Section
      id="months"
      title="Saisir des DJU mensuels"
      intro="Une valeur saisie passe avant celle des jours. Un mois vidé revient à ses jours."
      saved={saved === "months"}
    >
      {mine && <Refusal {...mine} lines={[]} />}
      <MonthlyDjuForm
        action={`${action}#months`}
        months={months}
        period={yearLabel(range)}
        values={mine?.values ?? shown}
        shown={mine?.values.shown ?? shownText(months, shown)}
        errors={mine?.errors ?? {}}
        unsaved={mine !== null}
      />
    </Section>
  );
}

function SourceSection(
  { end, action, saved, source, state }: SectionProps & { source: OutdoorSource; state: State },
) {
  const mine = end?.form === "source" ? end : null;
  const stored = typedOutdoor(source);
  const typed = mine === null ? stored : pickedValues(OUTDOOR_RULES, mine.values);
  const fields = OUTDOOR_RULES.map((rule) => ({ ...rule, label: OUTDOOR_LABELS[rule.name] }));
  return (
    <Section id="source" title="Source" saved={saved === "source"}>
      {mine && <Refusal {...mine} lines={conflictLines(fields, typed, stored)} />}
      <OutdoorSourceForm
        action={`${action}#source`}
        values={typed}
        errors={mine?.errors ?? {}}
        series={outdoorSeries(residenceOf(state).project)}
        version={source.version}
        submit="Enregistrer"
        unsaved={mine !== null}
      />
      <PostForm action={`${action}#source`}>
        <input type="hidden" name="form" value="source" />
        <Removal
          label="Supprimer la source"
          text="Ses températures et ses DJU saisis seront perdus. Une source qui sert à un bilan ne peut pas être supprimée."
        />
      </PostForm>
    </Section>
  );
}

async function showPage(ctx: Context<State>, end: OutdoorEnd | null) {
  const { projectId = "", sourceId = "" } = ctx.params;
  const range = shownRange(ctx);
  const [sources, dju] = await Promise.all([
    ctx.state.api.call("listOutdoorSources", { projectId }),
    ctx.state.api.call("getDju", {
      projectId,
      outdoorSourceId: sourceId,
      segment: rangeSegment(range),
    }),
  ]);
  const source = answered(sources).find(({ id }) => id === sourceId);
  if (source === undefined) throw new HttpError(404, "not-found");
  ctx.state.title = windowTitle(PAGE_NAMES.outdoorSources, source.name);
  // An administrator without a role on the residence may write a source whose figures are not theirs to read.
  const slots = !dju.ok && dju.code === "forbidden" ? null : answered(dju).slots;
  const rows = slots ?? [];
  const daysHref = (month: IsoMonth) =>
    links.outdoorSource(projectId, sourceId, rangeSegment(daysOf(month)));
  const columns = isOfDays(range) ? djuDayColumns(rows) : djuColumns(rows, daysHref);
  const fileName = `${source.name} DJU ${rangeSegment(range)}.csv`;
  return tableFile(ctx.url, { fileName, columns, rows }) ??
    page({ source, slots, range, end }, { status: end?.status ?? 200 });
}

/** The year, the season or the days of a month of the address; the current year without it. */
function shownRange(ctx: Context<State>): PeriodRange {
  const { url, state } = ctx;
  const segment = url.searchParams.get("period");
  if (segment === null) return { type: "monthly", year: yearOf(todayOf(state)) };
  const range = readRangeSegment(segment);
  if (range !== null && (isOfDays(range) || isOfMonths(range))) return range;
  throw badPeriodOfQuery(ctx, { choices: YEAR_ONLY });
}

function isOfMonths({ type }: PeriodRange): boolean {
  return type === "monthly" || type === "monthly-shifted";
}

function isOfDays({ type }: PeriodRange): boolean {
  return type === "daily";
}

function daysOf(month: IsoMonth): PeriodRange {
  return { type: "daily", ...monthParts(month) };
}

function yearAround({ year }: PeriodRange): PeriodRange {
  return { type: "monthly", year };
}
