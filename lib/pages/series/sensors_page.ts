import { type Context, HttpError } from "fresh";
import type { Answer } from "@/lib/contract/catalogue.ts";
import { type FieldErrors, hasErrors } from "@/lib/domain/forms/field_errors.ts";
import {
  fieldNames,
  type FieldRule,
  pickedValues,
  typedErrors,
} from "@/lib/domain/forms/typed_fields.ts";
import { dwellingNamed, dwellingNames } from "@/lib/domain/housing/named_dwelling.ts";
import type { SeriesScope } from "@/lib/domain/projects/types.ts";
import {
  EVERY_DWELLING,
  readSeriesForm,
  SERIES_RULES,
  seriesErrors,
} from "@/lib/domain/series/series_form.ts";
import { isMeasureKey } from "@/lib/domain/series/sources.ts";
import { residenceOf } from "@/lib/pages/projects/residence_page.ts";
import { errorText } from "@/lib/text/errors.ts";
import { SOURCE_MISTAKES } from "@/lib/text/series/series_settings.ts";
import { answered } from "@/lib/web/answered.ts";
import type { Refusing } from "@/lib/web/forms/refused_values.ts";
import { issuesByField, readSubmission } from "@/lib/web/forms/submit.ts";
import type { State } from "@/lib/web/state.ts";
import { writtenScopes } from "./series_list_page.ts";

export interface SensorsRead {
  tokens: Answer<"listIngestTokens">;
  unknown: Answer<"listUnknownSources">;
  /** Nothing on a host that does not count refusals. */
  refused: Answer<"listRefusedSources">;
  /** Registers that fell without a reason; nothing on a host that does not look for them. */
  falls: Answer<"listRegisterFalls">;
  /** Those the reader may change. */
  series: Answer<"listDataseries">;
  /** Where the reader may create series. */
  scopes: readonly SeriesScope[];
  /** Dwellings a source may be of; none for a user who may not attach them. */
  houses: Answer<"listHouses">;
  equipments: Answer<"listEquipments">;
  /** The last value of each series; null for an administrator without a role that reads them. */
  values: Answer<"getLastSensorData"> | null;
}

/** Where the collectors of a residence write: here, or to the host whose residence it is. @spec collectors.host */
export async function collectorsOrigin({ state, url }: Context<State>): Promise<string> {
  const answerer = await state.platform.responderFor(state.caller);
  if (answerer.kind === "other-host") return answerer.origin;
  // A proxy in front speaks https for this server.
  return state.https ? `https://${url.host}` : url.origin;
}

/** The forms of the page, as their hidden field `form` names them. */
export type SensorsFormName = "token" | "revoke" | "attach" | "detach" | "forget" | "series";

/** The parts of the page, by their id. */
export type SensorsSection = "sources" | "series" | "tokens";

export const SENSORS_SECTIONS: Readonly<Record<SensorsFormName, SensorsSection>> = {
  token: "tokens",
  revoke: "tokens",
  attach: "sources",
  forget: "sources",
  detach: "series",
  series: "series",
};

/** What a form of the page became, when there is something to show. */
export interface SensorsEnd {
  form: SensorsFormName;
  values: Record<string, string>;
  errors: FieldErrors;
  failure: string | null;
  /** The secret of a token just created, shown this once. */
  token: string | null;
  status: number;
}

export type SensorsSaved = { kind: "saved"; form: SensorsFormName } | {
  kind: "shown";
  end: SensorsEnd;
};

const TOKEN_RULES: readonly FieldRule[] = [{ name: "name", kind: "text", required: true }];

const FIELDS: readonly string[] = [
  ...["form", "id", "source", "series", "house", "name"],
  ...fieldNames(SERIES_RULES),
];

/** Reads the tokens, the unknown sources and the series of a residence. */
export async function readSensors({ state, params }: Context<State>): Promise<SensorsRead> {
  const { projectId = "" } = params;
  const { call } = state.api;
  const scopes = writtenScopes(state);
  const [tokens, unknown, refused, falls, series, equipments, values, houses] = await Promise.all([
    call("listIngestTokens", { projectId }),
    call("listUnknownSources", { projectId }),
    call("listRefusedSources", { projectId }),
    call("listRegisterFalls", { projectId }),
    call("listDataseries", { projectId }),
    call("listEquipments", { projectId }),
    call("getLastSensorData", { projectId }),
    scopes.includes("housing") ? call("listHouses", { projectId }) : null,
  ]);
  return {
    tokens: answered(tokens),
    unknown: answered(unknown),
    refused: refused.ok ? refused.answer : [],
    falls: falls.ok ? falls.answer : [],
    series: answered(series).filter(({ scope }) => scopes.includes(scope)),
    scopes,
    houses: houses === null ? [] : answered(houses),
    equipments: answered(equipments),
    values: !values.ok && values.code === "forbidden" ? null : answered(values),
  };
}

/**
 * Does what one of the page's forms asks.
 *
 * @throws HttpError 400 when it is none of the page's forms
 */
export async function saveSensorsForm(ctx: Context<State>): Promise<SensorsSaved> {
  const { projectId = "" } = ctx.params;
  const { values } = await readSubmission(ctx, FIELDS);
  const { call } = ctx.state.api;
  const { form, id = "", source = "", series = "" } = values;
  switch (form) {
    case "token":
      return await createToken(ctx, values);
    case "series":
      return await createSeries(ctx, values);
    case "revoke":
      return ended(form, values, await call("revokeIngestToken", { projectId, tokenId: id }));
    case "forget":
      return ended(form, values, await call("forgetUnknownSource", { projectId, source }));
    case "detach":
      return ended(form, values, await call("detachSource", { projectId, series, source }));
    case "attach":
      if (series === "") return refused(form, values, { series: { code: "required" } });
      return await attach(ctx, { form, values, series });
  }
  throw new HttpError(400, "bad-request");
}

async function createToken(
  { state, params }: Context<State>,
  values: Record<string, string>,
): Promise<SensorsSaved> {
  const { projectId = "" } = params;
  const errors = typedErrors(TOKEN_RULES, values);
  if (hasErrors(errors)) return refused("token", values, errors);
  const body = { name: (values.name ?? "").trim() };
  const result = await state.api.call("createIngestToken", { projectId, body });
  if (!result.ok) return ended("token", values, result);
  const { token } = result.answer;
  return shownEnd({ ...refusedFields("token", { ...values, name: "" }, {}), token, status: 200 });
}

async function createSeries(
  { state, params }: Pick<Context<State>, "state" | "params">,
  values: Record<string, string>,
): Promise<SensorsSaved> {
  const { projectId = "" } = params;
  const picked = pickedValues(SERIES_RULES, values);
  const scope = values.equipmentId === EVERY_DWELLING ? "housing" : "facilities";
  const errors = { ...sourceErrors(values.source ?? "", scope), ...seriesErrors(picked) };
  const series = readSeriesForm(picked);
  if (series === null || hasErrors(errors)) return refused("series", values, errors);
  const body = { ...series, scope, manualIndex: false, dataSourceOptions: {} } as const;
  const result = await state.api.call("createDataseries", { projectId, body });
  if (!result.ok || values.source === "") return ended("series", values, result);
  return await attach({ state, params }, { form: "series", values, series: result.answer.id });
}

/** A series of dwellings is fed at once by a measure of them all; another, by one source. */
function sourceErrors(source: string, scope: SeriesScope): FieldErrors {
  if (source === "" || isMeasureKey(source) === (scope === "housing")) return {};
  const message = scope === "housing" ? SOURCE_MISTAKES.dwelling : SOURCE_MISTAKES.measure;
  return { source: { code: "message", message } };
}

/** Makes the source of a form feed a series; a series of dwellings asks of which one the source is. */
async function attach(
  { state, params }: Pick<Context<State>, "state" | "params">,
  { form, values, series }: {
    form: SensorsFormName;
    values: Record<string, string>;
    series: string;
  },
): Promise<SensorsSaved> {
  const at = { projectId: params.projectId ?? "" };
  const { source = "", house = "" } = values;
  const listed = answered(await state.api.call("listDataseries", at));
  const isOfDwelling = listed.find(({ id }) => id === series)?.scope === "housing" &&
    !isMeasureKey(source);
  const houseId = isOfDwelling ? await houseNamed(state, house) : null;
  if (isOfDwelling && houseId === null) {
    return refused(form, values, { house: { code: "required" } });
  }
  const result = await state.api.call("attachSource", { ...at, series, body: { source, houseId } });
  return ended(form, values, result);
}

/** The dwelling that a person names, by its name or its serial. */
async function houseNamed(state: State, words: string): Promise<string | null> {
  const { project } = residenceOf(state);
  const houses = answered(await state.api.call("listHouses", { projectId: project.id }));
  const named = houses.map(({ id, serial, settings }) => ({ id, serial, name: settings.name }));
  return dwellingNamed([words], dwellingNames(named));
}

function refused(
  form: SensorsFormName,
  values: Record<string, string>,
  errors: FieldErrors,
): SensorsSaved {
  return shownEnd(refusedFields(form, values, errors));
}

function refusedFields(
  form: SensorsFormName,
  values: Record<string, string>,
  errors: FieldErrors,
): SensorsEnd {
  return { form, values, errors, failure: null, token: null, status: 400 };
}

function shownEnd(end: SensorsEnd): SensorsSaved {
  return { kind: "shown", end };
}

function ended(
  form: SensorsFormName,
  values: Record<string, string>,
  result: { readonly ok: true } | Refusing,
): SensorsSaved {
  if (result.ok) return { kind: "saved", form };
  const errors = issuesByField(result.issues, Object.keys(values));
  const failure = hasErrors(errors) ? null : errorText(result.code);
  return shownEnd({ ...refusedFields(form, values, errors), failure, status: result.status });
}
