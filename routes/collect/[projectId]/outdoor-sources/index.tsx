import { FormSection } from "@/components/forms/FormBox.tsx";
import { ResidenceTitle } from "@/components/page/ResidenceTitle.tsx";
import { nameColumn, textColumn } from "@/components/tables/columns.tsx";
import type { TableColumn } from "@/components/tables/DataTable.tsx";
import type { List } from "@/components/tables/list.ts";
import { ListTable } from "@/components/tables/ListTable.tsx";
import UnsavedGuard from "@/islands/forms/UnsavedGuard.tsx";
import TooltipEscape from "@/islands/page/TooltipEscape.tsx";
import type { OutdoorSource } from "@/lib/domain/facilities/types.ts";
import { OUTDOOR_FORM } from "@/lib/forms/facilities/outdoor_forms.ts";
import { links, PAGE_NAMES, windowTitle } from "@/lib/links/links.ts";
import {
  canWriteOutdoor,
  onlyOutdoorWriters,
  outdoorSeries,
} from "@/lib/pages/degree_days/outdoor_page.ts";
import { DJU_METHOD_LABELS } from "@/lib/text/facilities/facilities.ts";
import { formHandlers, saves } from "@/lib/web/forms/submit_forms.ts";
import { define, type PageContext, residenceOf } from "@/lib/web/state.ts";
import { readList } from "@/routes/(_components)/read_list.ts";

export const handler = define.handlers(formHandlers(readPage, pageForms));

export default define.page<typeof handler>(({ data: { rows, shown }, state }) => {
  const { project } = residenceOf(state);
  return (
    <>
      <ResidenceTitle title={PAGE_NAMES.outdoorSources} of={project} />
      <ListTable {...rows} />
      {canWriteOutdoor(state) && (
        <>
          <FormSection
            id="new-source"
            title="Ajouter une source"
            form={OUTDOOR_FORM}
            page={{ action: links.outdoorSources(project.id), shown, saved: null }}
            options={{ seriesId: outdoorSeries(project) }}
            submit="Ajouter"
          />
          <UnsavedGuard />
          <TooltipEscape />
        </>
      )}
    </>
  );
});

function pageForms(ctx: PageContext) {
  onlyOutdoorWriters(ctx.state);
  const { projectId = "" } = ctx.params;
  const { call } = ctx.state.api;
  return {
    source: saves(
      OUTDOOR_FORM,
      (body) => call("createOutdoorSource", { projectId, body }),
      { next: ({ id }) => links.outdoorSource(projectId, id) },
    ),
  };
}

async function readPage(ctx: PageContext) {
  const { project } = residenceOf(ctx.state);
  ctx.state.title = windowTitle(PAGE_NAMES.outdoorSources, project.name);
  const sources = await ctx.state.api.read("listOutdoorSources", { projectId: project.id });
  const { rows, file } = readList(ctx.url, sources, listOf(project.id));
  return file ?? { rows };
}

function listOf(projectId: string): List<OutdoorSource> {
  return {
    title: PAGE_NAMES.outdoorSources,
    path: links.outdoorSources(projectId),
    fileName: "sources-exterieures.csv",
    columns: columnsOf(projectId),
    words: ({ name, station }) => [name, station],
    noun: "source",
    nothing: "Aucune source trouvée",
    empty: {
      title: "Aucune source extérieure",
      text: "Le bilan énergétique a besoin des DJU d’une station ou d’un capteur.",
      icon: "outdoor",
    },
  };
}

function columnsOf(projectId: string): TableColumn<OutdoorSource>[] {
  return [
    nameColumn("Source", (id) => links.outdoorSource(projectId, id)),
    textColumn("method", "Calcul des DJU", ({ method }) => DJU_METHOD_LABELS[method]),
    textColumn("station", "Station", ({ station }) => station),
    textColumn(
      "series",
      "Données",
      ({ seriesId }) => seriesId === null ? "Fichiers et saisie" : "Capteur de la résidence",
    ),
  ];
}
