import { numberColumn, textColumn } from "@/components/ui/columns.tsx";
import { FormSection, hasForm } from "@/components/ui/FormBox.tsx";
import type { List } from "@/components/ui/list.ts";
import { ListTable } from "@/components/ui/ListTable.tsx";
import { PageTitle, Section } from "@/components/ui/Page.tsx";
import { PageRefresh } from "@/components/web/PageRefresh.tsx";
import { readList } from "@/components/web/read_list.ts";
import { FRESH_DATA_SECONDS } from "@/lib/api/call.ts";
import { FACILITIES_CALLS } from "@/lib/facilities/calls.ts";
import { distinctEquipment } from "@/lib/facilities/equipment_rules.ts";
import { HEATING_CONTROL_CALLS } from "@/lib/heating_control/calls.ts";
import { thresholdForm } from "@/lib/heating_control/forms.ts";
import { pilotOf } from "@/lib/heating_control/pages.ts";
import {
  NO_THRESHOLD_SERIES,
  THRESHOLD_DECIMALS,
  THRESHOLD_STATES,
} from "@/lib/heating_control/text.ts";
import { lastValueText, seriesPlaceText } from "@/lib/ingest/text.ts";
import { residenceOf } from "@/lib/residences/place.ts";
import { type SeriesLine, seriesLines } from "@/lib/series/series_names.ts";
import type { ShownForm } from "@/lib/ui/form.ts";
import { links } from "@/lib/ui/links.ts";
import { PAGES } from "@/lib/ui/page_titles.ts";
import { readTableState, writeTableState } from "@/lib/ui/tables.ts";
import { formRoute, save } from "@/lib/web/form_handlers.ts";
import { savedPath } from "@/lib/web/form_submission.ts";
import { define, oneOf, type PageContext } from "@/lib/web/state.ts";

export const handler = define.handlers(formRoute(readPage, thresholdForms));

/** Alarm threshold of each series of the residence (B §3 "thresholds"). */
export default define.page<typeof handler>(({ data, state, url }) => {
  const { chosen, page, ...rows } = data;
  return (
    <>
      <PageTitle />
      {chosen && (
        <FormSection
          title={`Seuil de ${chosen.name}, ${seriesPlaceText(chosen)}`}
          form={thresholdForm(chosen.unit)}
          stored={chosen}
          page={{ ...page, action: thresholdPath({ state, url }, chosen.id) }}
          cancel={thresholdPath({ state, url })}
        />
      )}
      <Section
        id="thresholds"
        title="Séries"
        intro="Une alerte est levée dès que la dernière valeur d’une série atteint son seuil. Dans les logements, le seuil vaut pour chacun d’eux."
        saved={page.saved === "thresholds"}
      >
        <div data-live="thresholds">
          <ListTable {...rows} />
        </div>
      </Section>
      <PageRefresh everySeconds={FRESH_DATA_SECONDS} state={state} />
    </>
  );
});

async function readPage(ctx: PageContext, shown: ShownForm | null) {
  const { all, named, canWrite } = await readThresholds(ctx);
  const isShown = named !== null && hasForm(canWrite, shown, thresholdForm(named.unit).name);
  const chosen = isShown ? named : null;
  const { project } = residenceOf(ctx.state);
  const hrefOf = (id: string) => `${thresholdPath(ctx, id)}#threshold`;
  const list = thresholdList(project.id, canWrite ? hrefOf : null);
  ctx.state.title = PAGES.pilotThresholds.title;
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
    read(HEATING_CONTROL_CALLS.listPilotThresholds, at),
    read(FACILITIES_CALLS.listEquipments, at),
    read(FACILITIES_CALLS.getLastSensorData, at),
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
  const id = url.searchParams.get(SERIES);
  return { all, named: id === null ? null : oneOf(all, id), canWrite };
}

/** URL of the list as displayed, with the form of a series. */
function thresholdPath({ state, url }: Pick<PageContext, "state" | "url">, id?: string) {
  const stored = new URLSearchParams(id === undefined ? {} : { [SERIES]: id });
  return links.pilotThresholds(
    pilotOf(state).project.id,
    writeTableState(readTableState(url.searchParams), stored),
  );
}

function thresholdForms(ctx: PageContext) {
  const { project: { id: projectId } } = pilotOf(ctx.state);
  const dataSeriesId = ctx.url.searchParams.get(SERIES) ?? "";
  const { sender } = ctx.state.api;
  return {
    threshold: save(
      thresholdForm(""),
      sender(HEATING_CONTROL_CALLS.putPilotThreshold, { projectId, dataSeriesId }),
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
    path: links.pilotThresholds(projectId),
    fileName: "seuils.csv",
    columns: [
      textColumn("name", "Série", ({ name }) => name, {
        ...hrefOf && {
          cell: (line) => <a aria-current="false" href={hrefOf(line.id)}>{line.name}</a>,
        },
      }),
      textColumn("place", "Mesurée sur", seriesPlaceText),
      numberColumn("threshold", "Seuil", ({ threshold }) => threshold, {
        most: THRESHOLD_DECIMALS,
      }),
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
