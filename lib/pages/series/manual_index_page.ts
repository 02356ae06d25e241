import type { Context } from "fresh";
import { dwellingChoices } from "@/lib/domain/housing/named_dwelling.ts";
import { indexLines } from "@/lib/domain/projects/index_lines.ts";
import type { ProjectSeries } from "@/lib/domain/projects/types.ts";
import { MANUAL_INDEX_FORM } from "@/lib/forms/series/manual_index_form.ts";
import { links } from "@/lib/links/links.ts";
import { readDwellings } from "@/lib/pages/housing/dwelling_choices.ts";
import { residenceOf } from "@/lib/pages/projects/residence_page.ts";
import { NAMELESS, seriesChoices, seriesName } from "@/lib/text/facilities/facilities.ts";
import { answered } from "@/lib/web/answered.ts";
import { asks, type FormAction, saves } from "@/lib/web/forms/submit_forms.ts";
import type { State } from "@/lib/web/state.ts";

/** An option of a form. */
interface Choice {
  readonly value: string;
  readonly label: string;
}

export async function readIndexes(state: State) {
  const { project } = residenceOf(state);
  const at = { projectId: project.id };
  const all = [...project.facilitiesDataseries, ...project.housesDataseries];
  const isOfHouses = project.housesDataseries.some(({ manualIndex }) => manualIndex);
  const [indexes, houses] = await Promise.all([
    state.api.read("listManualIndexes", at),
    isOfHouses ? state.api.call("listHouses", at) : null,
  ]);
  const known = new Map(all.map((one) => [one.id, one]));
  const names = new Map(
    (houses?.ok ? houses.answer : []).map(({ id, settings }) => [id, settings.name]),
  );
  const lines = indexLines(indexes, {
    meterOf: (id) => meterText(known.get(id)),
    houseOf: (id) => names.get(id) ?? NAMELESS.house,
  });
  const series = seriesChoices(typedSeries(all));
  return { lines, series, houses: dwellingChoices(houses?.ok ? houses.answer : []) };
}

function meterText(series: ProjectSeries | undefined): { name: string; unit: string } {
  return series === undefined
    ? { name: NAMELESS.series, unit: "" }
    : { name: seriesName(series), unit: series.unit.unit };
}

function typedSeries(all: readonly ProjectSeries[]): ProjectSeries[] {
  return all.filter(({ manualIndex, unit }) => manualIndex && unit.kind === "index");
}

/** Actions of the form of the page: add or delete an index; a series of dwellings requires the dwelling. */
export function indexForms({ state }: Context<State>): Record<string, FormAction> {
  const { project } = residenceOf(state);
  const { call } = state.api;
  const at = { projectId: project.id };
  const path = links.manualIndexes(project.id);
  const isHousing = (seriesId: string) =>
    project.housesDataseries.some(({ id }) => id === seriesId);
  const remove = asks(async ({ text }) => {
    const gone = await call("deleteManualIndex", { ...at, indexId: text("indexId") });
    // It is idempotent.
    if (!gone.ok && gone.code !== "not-found") answered(gone);
    return { ok: true, answer: null };
  }, path);
  return {
    index: saves(
      MANUAL_INDEX_FORM,
      ({ houseId, ...index }) =>
        call("addManualIndex", {
          ...at,
          body: { ...index, houseId: isHousing(index.seriesId) ? houseId : null },
        }),
      {
        next: () => path,
        named: async () => ({ houseId: await readDwellings(state) }),
        intents: { remove },
        check: ({ seriesId, houseId }) =>
          isHousing(seriesId) && houseId === "" ? { houseId: { code: "required" } } : {},
      },
    ),
  };
}
