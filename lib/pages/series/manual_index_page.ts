import { HttpError } from "fresh";
import { fieldNames } from "@/lib/domain/forms/typed_fields.ts";
import { type IndexLine, indexLines } from "@/lib/domain/projects/index_lines.ts";
import type { ProjectSeries } from "@/lib/domain/projects/types.ts";
import {
  MANUAL_INDEX_RULES,
  type ManualIndexField,
  readManualIndex,
} from "@/lib/domain/series/manual_index.ts";
import { residenceOf } from "@/lib/pages/projects/residence_page.ts";
import { NAMELESS, seriesChoices, seriesName } from "@/lib/text/facilities/facilities.ts";
import { answered } from "@/lib/web/answered.ts";
import { refusedBy, type RefusedValues, wrongFields } from "@/lib/web/forms/refused_values.ts";
import { todayOf } from "@/lib/web/session/place.ts";
import type { State } from "@/lib/web/state.ts";

/** The fields of the form. */
export const TYPED_FIELDS: readonly ManualIndexField[] = fieldNames(MANUAL_INDEX_RULES);

/** What a form offers to choose among. */
interface Choice {
  readonly value: string;
  readonly label: string;
}

/** The indexes of a residence, and what another may be typed of. */
export interface TypedIndexes {
  readonly lines: readonly IndexLine[];
  readonly series: readonly Choice[];
  /** Dwellings, where a series of theirs is typed and the reader may see which there are. */
  readonly houses: readonly Choice[];
}

/** Reads the indexes typed in the residence; for a user who may type them. */
export async function readIndexes(state: State): Promise<TypedIndexes> {
  const { project } = residenceOf(state);
  const at = { projectId: project.id };
  const all = [...project.facilitiesDataseries, ...project.housesDataseries];
  const isOfHouses = project.housesDataseries.some(({ manualIndex }) => manualIndex);
  const [indexes, houses] = await Promise.all([
    state.api.call("listManualIndexes", at),
    isOfHouses ? state.api.call("listHouses", at) : null,
  ]);
  const known = new Map(all.map((one) => [one.id, one]));
  const names = new Map(
    (houses?.ok ? houses.answer : []).map(({ id, settings }) => [id, settings.name]),
  );
  const lines = indexLines(answered(indexes), {
    meterOf: (id) => meterText(known.get(id)),
    houseOf: (id) => names.get(id) ?? NAMELESS.house,
  });
  const series = seriesChoices(typedSeries(all));
  return { lines, series, houses: [...names].map(([value, label]) => ({ value, label })) };
}

function meterText(series: ProjectSeries | undefined): { name: string; unit: string } {
  return series === undefined
    ? { name: NAMELESS.series, unit: "" }
    : { name: seriesName(series), unit: series.unit.unit };
}

function typedSeries(all: readonly ProjectSeries[]): ProjectSeries[] {
  return all.filter(({ manualIndex, unit }) => manualIndex && unit.kind === "index");
}

/** The form before anything is typed: an index read today. */
export function untypedIndex(state: State): Record<ManualIndexField, string> {
  return { seriesId: "", houseId: "", date: todayOf(state), value: "" };
}

/** Adds a manual index; the errors, or null. */
export async function saveTypedIndex(
  { api, place }: State,
  sent: Readonly<Record<ManualIndexField | "acceptOld", string>>,
): Promise<RefusedValues<ManualIndexField> | null> {
  const project = place?.project;
  if (!project) throw new HttpError(404, "not-found");
  const { seriesId, houseId, date, value } = sent;
  const values = { seriesId, houseId, date, value };
  const all = [...project.facilitiesDataseries, ...project.housesDataseries];
  const typed = readManualIndex(values, all);
  if (!typed.ok) return wrongFields(values, typed.errors);
  const result = await api.call("addManualIndex", {
    projectId: project.id,
    body: { ...typed.draft, acceptOld: sent.acceptOld === "on" },
  });
  return result.ok ? null : refusedBy<ManualIndexField>(values, result);
}

/** Deletes an index; idempotent. */
export async function removeTypedIndex(state: State, indexId: string): Promise<void> {
  const { project } = residenceOf(state);
  const result = await state.api.call("deleteManualIndex", { projectId: project.id, indexId });
  if (!result.ok && result.code !== "not-found") answered(result);
}
