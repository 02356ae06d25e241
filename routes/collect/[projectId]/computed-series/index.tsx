import { ComputedSeriesFields } from "@/components/facilities/ComputedSeriesFields.tsx";
import { nameColumn, textColumn } from "@/components/ui/columns.tsx";
import { FormSection } from "@/components/ui/FormBox.tsx";
import type { List } from "@/components/ui/list.ts";
import { ListTable } from "@/components/ui/ListTable.tsx";
import { PageTitle } from "@/components/ui/Page.tsx";
import { readList } from "@/components/web/read_list.ts";
import { FACILITIES_CALLS } from "@/lib/facilities/calls.ts";
import { computedChoices, computedText } from "@/lib/facilities/pages.ts";
import type { ComputedSeries } from "@/lib/facilities/schema.ts";
import { COMPUTED_SERIES_FORM } from "@/lib/facilities/forms.ts";
import { canWriteSeries, onlySeriesWriters } from "@/lib/ingest/series_pages.ts";
import { residenceOf } from "@/lib/residences/place.ts";
import type { Project } from "@/lib/residences/schema.ts";
import { links } from "@/lib/ui/links.ts";
import { formRoute, save } from "@/lib/web/form_handlers.ts";
import { define, type PageContext } from "@/lib/web/state.ts";

export const handler = define.handlers(formRoute(readPage, pageForms));

export default define.page<typeof handler>(({ data: { rows, page }, state }) => {
  const { project } = residenceOf(state);
  return (
    <>
      <PageTitle subtitle={project.name} />
      <ListTable {...rows} />
      {canWriteSeries(state, "facilities") && (
        <FormSection
          id="new-series"
          title="Ajouter une série calculée"
          intro="Elle se lit et s’exporte. Les bilans, les signatures et les alertes ne lisent que des compteurs et des sondes."
          form={COMPUTED_SERIES_FORM}
          page={page}
          options={computedChoices(project)}
          submit="Ajouter"
        >
          {(content) => <ComputedSeriesFields {...content} />}
        </FormSection>
      )}
    </>
  );
});

function pageForms(ctx: PageContext) {
  onlySeriesWriters(ctx.state, "facilities");
  const { projectId = "" } = ctx.params;
  return {
    computed: save(
      COMPUTED_SERIES_FORM,
      ctx.state.api.sender(FACILITIES_CALLS.createComputedSeries, { projectId }),
      { next: ({ id }) => links.computedRange(projectId, id) },
    ),
  };
}

async function readPage(ctx: PageContext) {
  const { project } = residenceOf(ctx.state);
  ctx.state.menuPath = links.seriesList(project.id);
  const all = await ctx.state.api.read(FACILITIES_CALLS.listComputedSeries, {
    projectId: project.id,
  });
  const { rows, file } = readList(ctx.url, all, listOf(project));
  return file ?? { rows };
}

function listOf(project: Project): List<ComputedSeries> {
  return {
    path: links.computedSeries(project.id),
    fileName: "series-calculees.csv",
    columns: [
      nameColumn("Série", (id) => links.computedRange(project.id, id)),
      textColumn("parts", "Calcul", (one) => computedText(one, project)),
    ],
    words: ({ name }) => [name],
    noun: "série",
    nothing: "Aucune série trouvée",
    empty: {
      title: "Aucune série calculée",
      text: "Une somme ou une différence de séries des équipements, comme ce qui n’est pas compté.",
      icon: "sensor",
    },
  };
}
