import { meterEventForm } from "@/lib/forms/series/meter_event_form.ts";
import { SERIES_FORM } from "@/lib/forms/series/series_forms.ts";
import { links } from "@/lib/links/links.ts";
import { readDwellings } from "@/lib/pages/housing/dwelling_choices.ts";
import { savedPath } from "@/lib/web/forms/submit.ts";
import { asks, changes, type FormAction, saves } from "@/lib/web/forms/submit_forms.ts";
import type { PageContext } from "@/lib/web/state.ts";
import { savesAnnotation } from "./annotations.ts";
import { METER_SECTION } from "./meter_events.ts";
import type { SeriesRead } from "./series_list_page.ts";

export function seriesForms(
  { state, params: { projectId = "" } }: PageContext,
  series: SeriesRead,
): Record<string, FormAction> {
  const { id, scope } = series;
  const { call } = state.api;
  const at = { projectId, series: id };
  const path = links.seriesSettings(projectId, id);
  const meterSaved = savedPath(path, METER_SECTION);
  return {
    settings: saves(
      SERIES_FORM,
      (body, { version }) => call("putDataseries", { ...at, body: { ...body, scope, version } }),
    ),
    detach: asks(
      ({ text }) => call("detachSource", { ...at, source: text("source") }),
      savedPath(path, "sources"),
    ),
    event: changes(meterEventForm(series), (body) => call("addMeterEvent", { ...at, body }), {
      next: () => meterSaved,
      named: async () => ({ houseId: scope === "housing" ? await readDwellings(state) : [] }),
    }),
    "event-removal": asks(
      ({ text, version }) => call("deleteMeterEvent", { ...at, eventId: text("eventId"), version }),
      meterSaved,
    ),
    annotations: savesAnnotation(state.api, { projectId, annotatedId: id }),
    removal: asks(() => call("deleteDataseries", at), links.seriesList(projectId)),
  };
}
