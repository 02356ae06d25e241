import { PageTitle } from "@/components/ui/Page.tsx";
import { nameColumn, textColumn } from "@/components/ui/columns.tsx";
import type { TableColumn } from "@/components/ui/DataTable.tsx";
import { FormSection } from "@/components/ui/FormBox.tsx";
import type { List } from "@/components/ui/list.ts";
import { ListTable } from "@/components/ui/ListTable.tsx";
import { readList } from "@/components/web/read_list.ts";
import type { OutdoorSource } from "@/lib/facilities/schema.ts";
import { residenceOf } from "@/lib/residences/place.ts";
import { links } from "@/lib/ui/links.ts";
import { DEGREE_DAYS_CALLS } from "@/lib/weather/calls.ts";
import { DJU_METHOD_LABELS, OUTDOOR_FORM } from "@/lib/weather/forms.ts";
import { canWriteOutdoor, onlyOutdoorWriters, outdoorSeries } from "@/lib/weather/pages.ts";
import { stationChoices } from "@/lib/weather/text.ts";
import { formRoute, save } from "@/lib/web/form_handlers.ts";
import { define, type PageContext } from "@/lib/web/state.ts";

export const handler = define.handlers(formRoute(readPage, pageForms));

export default define.page<typeof handler>(({ data: { rows, page }, state }) => {
  const { project } = residenceOf(state);
  return (
    <>
      <PageTitle />
      <ListTable {...rows} />
      {canWriteOutdoor(state) && (
        <FormSection
          id="new-source"
          title="Ajouter une source"
          form={OUTDOOR_FORM}
          page={page}
          options={{
            seriesId: outdoorSeries(project),
            publicStation: stationChoices({ nearby: [], station: null }),
          }}
          submit="Ajouter"
        />
      )}
    </>
  );
});

function pageForms(ctx: PageContext) {
  onlyOutdoorWriters(ctx.state);
  const { projectId = "" } = ctx.params;
  const { sender } = ctx.state.api;
  return {
    source: save(OUTDOOR_FORM, sender(DEGREE_DAYS_CALLS.createOutdoorSource, { projectId }), {
      next: ({ id }) => links.outdoorSource(projectId, id),
    }),
  };
}

async function readPage(ctx: PageContext) {
  const { projectId = "" } = ctx.params;
  const sources = await ctx.state.api.read(DEGREE_DAYS_CALLS.listOutdoorSources, { projectId });
  const { rows, file } = readList(ctx.url, sources, listOf(projectId));
  return file ?? { rows };
}

function listOf(projectId: string): List<OutdoorSource> {
  return {
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
      ({ seriesId, publicStation }) =>
        seriesId === null
          ? publicStation ? "Fichiers publics de Météo-France" : "Fichiers et saisie"
          : "Capteur de la résidence",
    ),
  ];
}
