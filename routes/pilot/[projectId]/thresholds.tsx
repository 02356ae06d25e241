import { FormSection, hasForm, savedSection } from "@/components/forms/FormBox.tsx";
import { Section } from "@/components/page/Page.tsx";
import { ResidenceTitle } from "@/components/page/ResidenceTitle.tsx";
import { numberColumn, textColumn } from "@/components/tables/columns.tsx";
import type { List } from "@/components/tables/list.ts";
import { ListTable } from "@/components/tables/ListTable.tsx";
import UnsavedGuard from "@/islands/forms/UnsavedGuard.tsx";
import { FRESH_DATA_SECONDS } from "@/lib/contract/freshness.ts";
import { distinctEquipment } from "@/lib/domain/facilities/distinct_equipment.ts";
import { type SeriesLine, seriesLines } from "@/lib/domain/projects/series_list.ts";
import { readTableState, writeTableState } from "@/lib/domain/tables/table_state.ts";
import type { ShownForm } from "@/lib/forms/form.ts";
import { thresholdForm } from "@/lib/forms/pilot/pilot_forms.ts";
import { links, PAGE_NAMES, windowTitle } from "@/lib/links/links.ts";
import { pilotOf } from "@/lib/pages/pilot/pilot_place.ts";
import {
  NO_THRESHOLD_SERIES,
  THRESHOLD_DECIMALS,
  THRESHOLD_STATES,
} from "@/lib/text/pilot/pilot.ts";
import { lastValueText, seriesPlaceText } from "@/lib/text/series/series_settings.ts";
import { namedRow } from "@/lib/web/forms/row_form.ts";
import { savedPath } from "@/lib/web/forms/submit.ts";
import { changes, formHandlers } from "@/lib/web/forms/submit_forms.ts";
import { define, type PageContext, residenceOf } from "@/lib/web/state.ts";
import { PageRefresh } from "@/routes/(_components)/PageRefresh.tsx";
import { readList } from "@/routes/(_components)/read_list.ts";

export const handler = define.handlers(formHandlers(readPage, thresholdForms));

/** Alarm threshold of each series of the residence (B §3 "thresholds"). */
export default define.page<typeof handler>(({ data, state, url }) => {
  const { chosen, shown, ...rows } = data;
  const { project } = residenceOf(state);
  return (
    <>
      <ResidenceTitle title={PAGE_NAMES.pilotThresholds} of={project} under="pilot" />
      {chosen && (
        <FormSection
          title={`Seuil de ${chosen.name}, ${seriesPlaceText(chosen)}`}
          form={thresholdForm(chosen.unit)}
          stored={chosen}
          page={{ action: thresholdPath({ state, url }, chosen.id), shown, saved: null }}
          cancel={thresholdPath({ state, url })}
        />
      )}
      <Section
        id="thresholds"
        title="Séries"
        intro="Une alerte est levée dès que la dernière valeur d’une série atteint son seuil. Dans les logements, le seuil vaut pour chacun d’eux."
        saved={savedSection(shown, url) === "thresholds"}
      >
        <div data-live="thresholds">
          <ListTable {...rows} />
        </div>
      </Section>
      <UnsavedGuard />
      <PageRefresh everySeconds={FRESH_DATA_SECONDS} state={state} />
    </>
  );
});

async function readPage(ctx: PageContext, shown: ShownForm | null) {
  const { all, named, canWrite } = await readThresholds(ctx);
  const isShown = named !== null && hasForm(canWrite, shown, thresholdForm(named.unit).name);
  const chosen = isShown ? named : null;
  const { project } = residenceOf(ctx.state);
  ctx.state.title = windowTitle(PAGE_NAMES.pilotThresholds, project.name);
  const hrefOf = (id: string) => `${thresholdPath(ctx, id)}#threshold`;
  const list = thresholdList(project.id, canWrite ? hrefOf : null);
  const { rows, file } = readList(ctx.url, all, list);
  return file ?? { chosen, ...rows };
}

const SERIES = "series";

/** The series that may have a threshold, and the selected one. @spec pilot.thresholds */
async function readThresholds({ state, url }: PageContext) {
  const { project, canWrite } = pilotOf(state);
  const at = { projectId: project.id };
  const { read } = state.api;
  const [thresholds, equipments, last] = await Promise.all([
    read("listPilotThresholds", at),
    read("listEquipments", at),
    read("getLastSensorData", at),
  ]);
  const readings = new Map(last.map((value) => [value.seriesId, value]));
  const series = [...project.facilitiesDataseries, ...project.housesDataseries];
  const lines = new Map(
    seriesLines(series, distinctEquipment(equipments), (id) => readings.get(id) ?? null)
      .map((line) => [line.id, line]),
  );
  const all = thresholds.flatMap(({ dataSeriesId, ...threshold }) => {
    const line = lines.get(dataSeriesId);
    return line === undefined ? [] : [{ ...line, ...threshold }];
  });
  return { all, named: namedRow(all, url.searchParams.get(SERIES)), canWrite };
}

/** URL of the list as displayed, with the form of a series. */
function thresholdPath({ state, url }: Pick<PageContext, "state" | "url">, id?: string) {
  const kept = new URLSearchParams(id === undefined ? {} : { [SERIES]: id });
  return links.pilotThresholds(
    pilotOf(state).project.id,
    writeTableState(readTableState(url.searchParams), kept),
  );
}

function thresholdForms(ctx: PageContext) {
  const { project: { id: projectId } } = pilotOf(ctx.state);
  const dataSeriesId = ctx.url.searchParams.get(SERIES) ?? "";
  const { call } = ctx.state.api;
  return {
    threshold: changes(
      thresholdForm(""),
      (body) => call("putPilotThreshold", { projectId, dataSeriesId, body }),
      { next: () => savedPath(thresholdPath(ctx), "thresholds") },
    ),
  };
}

/** A series with its threshold, in its unit; null for none. */
interface ThresholdLine extends SeriesLine {
  readonly threshold: number | null;
  readonly version: string;
}

/**
 * The series of a residence that may have a threshold.
 *
 * @spec pilot.thresholds
 * @param hrefOf URL of the form of a series; null for a user who may only read
 */
function thresholdList(
  projectId: string,
  hrefOf: ((id: string) => string) | null,
): List<ThresholdLine> {
  return {
    title: PAGE_NAMES.pilotThresholds,
    path: links.pilotThresholds(projectId),
    fileName: "seuils.csv",
    columns: [
      textColumn("name", "Série", ({ name }) => name, {
        ...hrefOf && {
          cell: (line) => <a aria-current="false" href={hrefOf(line.id)}>{line.name}</a>,
        },
      }),
      textColumn("place", "Mesurée sur", seriesPlaceText),
      numberColumn(
        { field: "threshold", label: "Seuil" },
        ({ threshold }) => threshold,
        THRESHOLD_DECIMALS,
      ),
      {
        field: "last",
        label: "Dernière valeur",
        number: true,
        cell: lastValueText,
        value: ({ last }) => last?.value ?? null,
      },
      textColumn("unit", "Unité", ({ unit }) => unit),
    ],
    filters: [
      {
        field: "state",
        label: "Seuil",
        value: ({ threshold }) => threshold === null ? "none" : "set",
        options: Object.entries(THRESHOLD_STATES).map(([value, label]) => ({ value, label })),
      },
      { field: "place", label: "Mesurée sur", value: seriesPlaceText },
    ],
    words: (line) => [line.name, seriesPlaceText(line)],
    noun: "série",
    nothing: "Aucune série trouvée",
    empty: NO_THRESHOLD_SERIES,
  };
}
