/** The thresholds of a residence's series: the data of their page, and its form action. @module */
import type { Context } from "fresh";
import { seriesLines } from "@/lib/domain/projects/series_list.ts";
import { readTableState, writeTableState } from "@/lib/domain/tables/table_state.ts";
import { thresholdForm } from "@/lib/forms/pilot/threshold_form.ts";
import { links } from "@/lib/links/links.ts";
import { namedRow } from "@/lib/web/forms/row_form.ts";
import { savedPath } from "@/lib/web/forms/submit.ts";
import { changes, type FormAction } from "@/lib/web/forms/submit_forms.ts";
import type { State } from "@/lib/web/state.ts";
import { pilotOf } from "./pilot_place.ts";

/** URL parameter: the series whose threshold is set. */
const SERIES = "series";

/** The series that may have a threshold, and the selected one. @spec pilot.thresholds */
export async function readThresholds({ state, url }: Context<State>) {
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
    seriesLines(series, equipments, (id) => readings.get(id) ?? null)
      .map((line) => [line.id, line]),
  );
  const all = thresholds.flatMap(({ dataSeriesId, ...threshold }) => {
    const line = lines.get(dataSeriesId);
    return line === undefined ? [] : [{ ...line, ...threshold }];
  });
  return { all, named: namedRow(all, url.searchParams.get(SERIES)), canWrite };
}

/** URL of the list as displayed, with the form of a series. */
export function thresholdPath({ state, url }: Pick<Context<State>, "state" | "url">, id?: string) {
  const kept = new URLSearchParams(id === undefined ? {} : { [SERIES]: id });
  return links.pilotThresholds(
    pilotOf(state).project.id,
    writeTableState(readTableState(url.searchParams), kept),
  );
}

/** Sets or removes the threshold of the series in the URL. */
export function thresholdForms(ctx: Context<State>): Record<string, FormAction> {
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
