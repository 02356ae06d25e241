import { type Context, HttpError } from "fresh";
import type { Answer } from "../contract/catalogue.ts";
import type { ErrorCode } from "../contract/errors.ts";
import { type FieldErrors, hasErrors } from "../domain/forms/field_errors.ts";
import { type FieldRule, pickedValues, typedErrors } from "../domain/forms/typed_fields.ts";
import { readSeriesForm, SERIES_RULES, seriesErrors } from "../domain/series/series_form.ts";
import { errorText } from "../text/errors.ts";
import { answered } from "./answered.ts";
import type { State } from "./state.ts";
import { issuesByField, readSubmission } from "./submit.ts";

/** What the page reads. */
export interface SensorsRead {
  tokens: Answer<"listIngestTokens">;
  unknown: Answer<"listUnknownSources">;
  series: Answer<"listDataseries">;
  equipments: Answer<"listEquipments">;
  /** The last value of each series; null for an administrator without a role that reads them. */
  values: Answer<"getLastSensorData"> | null;
}

/** The forms of the page, as their hidden field `form` names them. */
export type SensorsFormName = "token" | "revoke" | "attach" | "detach" | "forget" | "series";

/** The parts of the page, by their id. */
export type SensorsSection = "sources" | "series" | "tokens";

/** The part of the page that each form is in. */
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

/** What is saved: where to go next, or what to show. */
export type SensorsSaved = { kind: "saved"; form: SensorsFormName } | {
  kind: "shown";
  end: SensorsEnd;
};

const TOKEN_RULES: readonly FieldRule[] = [{ name: "name", kind: "text", required: true }];

const FIELDS: readonly string[] = [
  ...["form", "id", "source", "series", "name"],
  ...SERIES_RULES.map(({ name }) => name),
];

/** Reads the tokens, the unknown sources and the series of a residence. */
export async function readSensors({ state, params }: Context<State>): Promise<SensorsRead> {
  const { projectId = "" } = params;
  const { call } = state.api;
  const [tokens, unknown, series, equipments, values] = await Promise.all([
    call("listIngestTokens", { projectId }),
    call("listUnknownSources", { projectId }),
    call("listDataseries", { projectId }),
    call("listEquipments", { projectId }),
    call("getLastSensorData", { projectId }),
  ]);
  return {
    tokens: answered(tokens),
    unknown: answered(unknown),
    series: answered(series).filter(({ scope }) => scope === "facilities"),
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
  return shown({ ...refusedFields("token", { ...values, name: "" }, {}), token, status: 200 });
}

async function createSeries(
  { state, params }: Pick<Context<State>, "state" | "params">,
  values: Record<string, string>,
): Promise<SensorsSaved> {
  const { projectId = "" } = params;
  const picked = pickedValues(SERIES_RULES, values);
  const errors = seriesErrors(picked);
  const series = readSeriesForm(picked);
  if (series === null || hasErrors(errors)) return refused("series", values, errors);
  const facility = { scope: "facilities", manualIndex: false, dataSourceOptions: {} } as const;
  const body = { ...series, ...facility };
  const result = await state.api.call("createDataseries", { projectId, body });
  if (!result.ok || values.source === "") return ended("series", values, result);
  return await attach({ state, params }, { form: "series", values, series: result.answer.id });
}

/** Makes the source of a form feed a series. */
async function attach(
  { state, params }: Pick<Context<State>, "state" | "params">,
  { form, values, series }: {
    form: SensorsFormName;
    values: Record<string, string>;
    series: string;
  },
): Promise<SensorsSaved> {
  const { projectId = "" } = params;
  const body = { source: values.source ?? "", houseId: null };
  const result = await state.api.call("attachSource", { projectId, series, body });
  return ended(form, values, result);
}

function refused(
  form: SensorsFormName,
  values: Record<string, string>,
  errors: FieldErrors,
): SensorsSaved {
  return shown(refusedFields(form, values, errors));
}

function refusedFields(
  form: SensorsFormName,
  values: Record<string, string>,
  errors: FieldErrors,
): SensorsEnd {
  return { form, values, errors, failure: null, token: null, status: 400 };
}

function shown(end: SensorsEnd): SensorsSaved {
  return { kind: "shown", end };
}

function ended(
  form: SensorsFormName,
  values: Record<string, string>,
  result: CallEnd,
): SensorsSaved {
  if (result.ok) return { kind: "saved", form };
  const errors = issuesByField(result.issues, Object.keys(values));
  const failure = hasErrors(errors) ? null : errorText(result.code);
  return shown({ ...refusedFields(form, values, errors), failure, status: result.status });
}

type CallEnd = { readonly ok: true } | {
  readonly ok: false;
  readonly code: ErrorCode;
  readonly status: number;
  readonly issues?: readonly { readonly path: string; readonly message: string }[];
};
