import { ComputedSeriesFields } from "@/components/facilities/ComputedSeriesFields.tsx";
import { FormSection, RemovalForm } from "@/components/ui/FormBox.tsx";
import { RangeTitle } from "@/components/web/RangeTitle.tsx";
import { periodPath } from "@/lib/base/period_paths.ts";
import type { PeriodRange } from "@/lib/base/periods.ts";
import { FACILITIES_CALLS } from "@/lib/facilities/calls.ts";
import { computedChoices, computedText } from "@/lib/facilities/pages.ts";
import { COMPUTED_SERIES_FORM } from "@/lib/facilities/forms.ts";
import { canWriteSeries, onlySeriesWriters } from "@/lib/ingest/series_pages.ts";
import { residenceOf } from "@/lib/residences/place.ts";
import { HOURLY, openedRange, rangeFile, rangeOfPage, readTwoYears } from "@/lib/series/pages.ts";
import { dataUnit } from "@/lib/timeseries/units.ts";
import { links } from "@/lib/ui/links.ts";
import { PAGES } from "@/lib/ui/page_titles.ts";
import { formRoute, save } from "@/lib/web/form_handlers.ts";
import { define, oneOf, type PageContext } from "@/lib/web/state.ts";
import { SeriesReadings } from "@/routes/collect/[projectId]/(_components)/RangeParts.tsx";

export const handler = define.handlers(formRoute(readPage, pageForms, {
  guard: (ctx) => onlySeriesWriters(ctx.state, "facilities"),
  path: (ctx) => {
    const { projectId = "", computedSeriesId = "" } = ctx.params;
    return links.computedRange(projectId, computedSeriesId, periodPath(rangeOfPage(ctx, HOURLY)));
  },
}));

export default define.page<typeof handler>(({ data, state, url }) => {
  const { one, range, readings, page } = data;
  const { project, today } = residenceOf(state);
  const hrefOf = (to: PeriodRange) => links.computedRange(project.id, one.id, periodPath(to));
  const path = hrefOf(range);
  const unit = dataUnit(one.dataUnitId);
  return (
    <>
      <RangeTitle
        title={one.name}
        subtitle={project.name}
        back={{ href: links.computedSeries(project.id), label: PAGES.computedSeries.title }}
        choices={HOURLY}
        {...{ range, state, url }}
      />
      <p class="soft">
        {`${
          computedText(one, project)
        }. Un jour ou une heure est connu quand toutes ses séries le couvrent en entier.`}
      </p>
      <SeriesReadings
        {...{ range, today, readings, path, hrefOf, url }}
        series={{ renamed: one.name, unit, dataUnitId: one.dataUnitId }}
        choices={HOURLY}
        timeZone={project.timeZone}
      />
      {canWriteSeries(state, "facilities") && (
        <FormSection
          title="Calcul"
          form={COMPUTED_SERIES_FORM}
          stored={one}
          page={page}
          options={computedChoices(project)}
          after={
            <RemovalForm
              form="computed"
              action={`${path}#computed`}
              label="Supprimer la série calculée"
              text="Les séries dont elle est calculée restent, avec leurs relevés."
            />
          }
        >
          {(content) => <ComputedSeriesFields {...content} />}
        </FormSection>
      )}
    </>
  );
});

async function readPage(ctx: PageContext) {
  const { projectId = "", computedSeriesId = "" } = ctx.params;
  const range = openedRange(ctx, HOURLY);
  if (range instanceof Response) return range;
  const { read } = ctx.state.api;
  const one = oneOf(
    await read(FACILITIES_CALLS.listComputedSeries, { projectId }),
    computedSeriesId,
  );
  ctx.state.title = [PAGES.computedSeries.title, one.name];
  ctx.state.menuPath = links.seriesList(projectId);
  const years = await readTwoYears(
    ctx.state,
    range,
    (segment) =>
      read(FACILITIES_CALLS.getComputedRangeData, { projectId, computedSeriesId, segment }),
  );
  const readings = { kind: "figures", years } as const;
  const file = rangeFile(ctx, { name: one.name, range, isSum: true, readings, annotations: [] });
  return file ?? { one, range, readings };
}

function pageForms(ctx: PageContext) {
  const { projectId = "", computedSeriesId = "" } = ctx.params;
  const at = { projectId, computedSeriesId };
  const { call, sender } = ctx.state.api;
  return {
    computed: save(COMPUTED_SERIES_FORM, sender(FACILITIES_CALLS.putComputedSeries, at), {
      remove: () => call(FACILITIES_CALLS.deleteComputedSeries, at),
      removed: links.computedSeries(projectId),
    }),
  };
}
