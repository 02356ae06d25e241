/**
 * The page of a boiler room's settings: what it reads, and where each of its forms goes.
 *
 * @module
 */
import { type Context, HttpError } from "fresh";
import type { Answer } from "@/lib/contract/catalogue.ts";
import {
  FACTORS_RULES,
  SETTINGS_RULES,
} from "@/lib/domain/energy_balance/settings/settings_form.ts";
import {
  hotWaterField,
  type SeriesChoice,
} from "@/lib/domain/energy_balance/settings/sources_form.ts";
import { BOILER_ROOM_RULES } from "@/lib/domain/facilities/boiler_room_form.ts";
import { SEASON_RULES } from "@/lib/domain/facilities/season_form.ts";
import { ANNOTATION_RULES, type Annotations } from "@/lib/domain/series/annotation.ts";
import { residenceOf } from "@/lib/pages/projects/residence_page.ts";
import { readAnnotations, saveAnnotation } from "@/lib/pages/series/annotations.ts";
import { answered } from "@/lib/web/answered.ts";
import { readSubmission } from "@/lib/web/forms/submit.ts";
import type { State } from "@/lib/web/state.ts";
import { saveIdentity, saveSources } from "./boiler_room_saves.ts";
import { saveFactors, saveSeasons, saveSettings } from "./dated_saves.ts";
import type { RefusedForm, Save, SentForm, SettingsFormName } from "./settings_sent.ts";

/** What the page reads. */
export interface SettingsRead {
  boilerRoom: Answer<"getBoilerRoom">;
  efficiency: Answer<"getEfficiency">;
  seasons: Answer<"getHeatingSeasons">;
  outdoorSources: Answer<"listOutdoorSources">;
  annotations: Annotations;
}

/** Reads all the settings of a boiler room. */
export async function readBoilerRoomSettings(
  { state, params }: Context<State>,
): Promise<SettingsRead> {
  const { projectId = "", boilerRoomId = "" } = params;
  const { call } = state.api;
  const [boilerRoom, efficiency, seasons, outdoorSources, annotations] = await Promise.all([
    call("getBoilerRoom", { projectId, boilerRoomId }),
    call("getEfficiency", { projectId, boilerRoomId }),
    call("getHeatingSeasons", { projectId, boilerRoomId }),
    call("listOutdoorSources", { projectId }),
    readAnnotations(state.api, { projectId, annotatedId: boilerRoomId }),
  ]);
  return {
    boilerRoom: answered(boilerRoom),
    efficiency: answered(efficiency),
    seasons: answered(seasons),
    outdoorSources: answered(outdoorSources),
    annotations,
  };
}

/** The facility series of the residence, as the sources' form chooses among them. */
function seriesChoices(state: State): SeriesChoice[] {
  return residenceOf(state).project.facilitiesDataseries
    .map(({ id, dataUnitId, unit }) => ({ id, dataUnitId, unit: unit.unit }));
}

/**
 * Saves the form that was sent.
 *
 * @returns which form it was, with why it was refused; null once it is done
 * @throws HttpError 400 when it is none of the page's forms
 */
export async function saveSentForm(
  ctx: Context<State>,
): Promise<{ form: SettingsFormName; refused: RefusedForm | null }> {
  const series = seriesChoices(ctx.state);
  const saves: Record<SettingsFormName, Save> = {
    identity: saveIdentity,
    sources: (sent) => saveSources(sent, series),
    settings: saveSettings,
    factors: saveFactors,
    seasons: saveSeasons,
    annotations: saveRoomAnnotation,
  };
  const { values, all } = await readSubmission(ctx, [
    ...FIELDS,
    ...series.map(({ id }) => hotWaterField(id)),
  ]);
  const { grid = "", key = "", intent, version = "" } = values;
  if (!isFormName(grid, saves)) throw new HttpError(400);
  const { projectId = "", boilerRoomId = "" } = ctx.params;
  const refused = await saves[grid]({
    form: grid,
    key,
    isRemoval: intent === "remove",
    version,
    values,
    solarTypes: all("solarTypes"),
    api: ctx.state.api,
    at: { projectId, boilerRoomId },
  });
  return { form: grid, refused };
}

const FIELDS: readonly string[] = [
  ...["grid", "key", "intent", "version", "sourceKind", "sourceType", "gazPce"],
  ...[
    ...BOILER_ROOM_RULES,
    ...SETTINGS_RULES,
    ...FACTORS_RULES,
    ...SEASON_RULES,
    ...ANNOTATION_RULES,
  ].map(({ name }) => name),
];

/** Adds, changes or deletes an annotation of the boiler room. */
async function saveRoomAnnotation(sent: SentForm): Promise<RefusedForm | null> {
  const { form, key, api, at: { projectId, boilerRoomId } } = sent;
  const refused = await saveAnnotation(api, { projectId, annotatedId: boilerRoomId }, sent);
  return refused && { form, key, sources: null, ...refused };
}

function isFormName(
  text: string,
  saves: Record<SettingsFormName, Save>,
): text is SettingsFormName {
  return Object.hasOwn(saves, text);
}
