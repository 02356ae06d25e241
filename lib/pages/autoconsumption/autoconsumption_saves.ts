import { type Context, HttpError } from "fresh";
import {
  CONSUMER_RULES,
  consumerErrors,
  type ConsumerField,
  isConsumerStatus,
  OPERATION_RULES,
  type OperationField,
  PRODUCER_RULES,
  producerErrors,
  type ProducerField,
  readConsumer,
  readOperation,
  readProducer,
  STATUS_RULES,
  type StatusField,
} from "@/lib/domain/autoconsumption/forms.ts";
import { hasErrors } from "@/lib/domain/forms/field_errors.ts";
import { fieldNames, pickedValues, typedErrors } from "@/lib/domain/forms/typed_fields.ts";
import { residenceOf } from "@/lib/pages/projects/residence_page.ts";
import { REFUSED_VALUE } from "@/lib/text/forms.ts";
import { answered } from "@/lib/web/answered.ts";
import { refusedBy, type RefusedValues, wrongFields } from "@/lib/web/forms/refused_values.ts";
import { readSubmission } from "@/lib/web/forms/submit.ts";
import type { State } from "@/lib/web/state.ts";
import { onlyOperationManagers } from "./autoconsumption_page.ts";

/** A form of the overview that was refused; `key` names a generator. */
export type RefusedOverview =
  | { form: "operation"; refused: RefusedValues<OperationField> }
  | { form: "producers"; key: string; refused: RefusedValues<ProducerField> };

/** A form of a consumer's page that was refused. */
export type RefusedConsumer =
  | { form: "consumer"; refused: RefusedValues<ConsumerField> }
  | { form: "status"; refused: RefusedValues<StatusField> };

/** What a form became: refused, or saved. */
type SaveResult<Refused> =
  | { kind: "refused"; end: Refused }
  | { kind: "saved"; form: string }
  | { kind: "removed" };

/** A value that no list offers. */
const NOT_OFFERED = { code: "message", message: REFUSED_VALUE } as const;

/** Saves the operation, or one of its generators. */
export async function saveOverview(ctx: Context<State>): Promise<SaveResult<RefusedOverview>> {
  onlyOperationManagers(ctx.state);
  const { values } = await readSubmission(ctx, [
    "form",
    "grid",
    "key",
    "intent",
    "version",
    ...fieldNames(OPERATION_RULES),
    ...fieldNames(PRODUCER_RULES),
  ]);
  if (values.form === "operation") return await saveOperation(ctx, values);
  if (values.grid === "producers") return await saveProducer(ctx, values);
  throw new HttpError(400, "bad-request");
}

type Sent = Readonly<Record<string, string>>;

async function saveOperation(
  { state }: Context<State>,
  sent: Sent,
): Promise<SaveResult<RefusedOverview>> {
  const typed = pickedValues(OPERATION_RULES, sent);
  const refusing = (refused: RefusedValues<OperationField>) =>
    ({ kind: "refused", end: { form: "operation", refused } }) as const;
  const errors = typedErrors(OPERATION_RULES, typed);
  if (hasErrors(errors)) return refusing(wrongFields(typed, errors));
  const info = readOperation(typed);
  if (info === null) return refusing(wrongFields(typed, { sharing: NOT_OFFERED }));
  const body = { ...info, version: sent.version };
  const result = await state.api.call("putAutoconsumptionInfo", { ...placeOf(state), body });
  return result.ok ? { kind: "saved", form: "operation" } : refusing(refusedBy(typed, result));
}

async function saveProducer(
  { state }: Context<State>,
  sent: Sent,
): Promise<SaveResult<RefusedOverview>> {
  const { key = "", intent, version } = sent;
  const typed = pickedValues(PRODUCER_RULES, sent);
  const errors = intent === "remove" ? {} : producerErrors(typed);
  const refusing = (refused: RefusedValues<ProducerField>) =>
    ({ kind: "refused", end: { form: "producers", key, refused } }) as const;
  if (hasErrors(errors)) return refusing(wrongFields(typed, errors));
  const { call } = state.api;
  const body = readProducer(typed);
  const own = { ...placeOf(state), producerId: key };
  const result = intent === "remove"
    ? await call("deleteProducer", own)
    : key === ""
    ? await call("createProducer", { ...placeOf(state), body })
    : await call("putProducer", { ...own, body: { ...body, version } });
  return result.ok ? { kind: "saved", form: "producers" } : refusing(refusedBy(typed, result));
}

/**
 * Adds the consumer that was sent.
 *
 * @returns its id, or why it was refused
 */
export async function addConsumer(
  ctx: Context<State>,
): Promise<{ id: string } | RefusedValues<ConsumerField>> {
  const { state } = ctx;
  onlyOperationManagers(state);
  const { values } = await readSubmission(ctx, fieldNames(CONSUMER_RULES));
  const errors = consumerErrors(values);
  if (hasErrors(errors)) return wrongFields(values, errors);
  const body = readConsumer(values);
  const result = await state.api.call("createConsumer", { ...placeOf(state), body });
  return result.ok ? result.answer : refusedBy(values, result);
}

/** Saves a consumer, erases who it is, deletes it, or says what it becomes. */
export async function saveConsumer(ctx: Context<State>): Promise<SaveResult<RefusedConsumer>> {
  onlyOperationManagers(ctx.state);
  const { values } = await readSubmission(ctx, [
    "form",
    "intent",
    "version",
    ...fieldNames(CONSUMER_RULES),
    ...fieldNames(STATUS_RULES),
  ]);
  if (values.form === "status") return await saveStatus(ctx, values);
  if (values.form === "consumer") return await saveFields(ctx, values);
  if (values.form === "erasure") return await erasePerson(ctx);
  throw new HttpError(400, "bad-request");
}

async function saveFields(
  { state, params }: Context<State>,
  sent: Sent,
): Promise<SaveResult<RefusedConsumer>> {
  const own = { ...placeOf(state), consumerId: params.consumerId ?? "" };
  const typed = pickedValues(CONSUMER_RULES, sent);
  const refusing = (refused: RefusedValues<ConsumerField>) =>
    ({ kind: "refused", end: { form: "consumer", refused } }) as const;
  const { call } = state.api;
  if (sent.intent === "remove") {
    const gone = await call("deleteConsumer", own);
    return gone.ok ? { kind: "removed" } : refusing(refusedBy(typed, gone));
  }
  const errors = consumerErrors(typed);
  if (hasErrors(errors)) return refusing(wrongFields(typed, errors));
  const body = { ...readConsumer(typed), version: sent.version };
  const result = await call("putConsumer", { ...own, body });
  return result.ok ? { kind: "saved", form: "consumer" } : refusing(refusedBy(typed, result));
}

async function erasePerson(
  { state, params }: Context<State>,
): Promise<SaveResult<RefusedConsumer>> {
  const own = { ...placeOf(state), consumerId: params.consumerId ?? "" };
  answered(await state.api.call("eraseConsumer", own));
  return { kind: "saved", form: "person" };
}

async function saveStatus(
  { state, params }: Context<State>,
  sent: Sent,
): Promise<SaveResult<RefusedConsumer>> {
  const own = { ...placeOf(state), consumerId: params.consumerId ?? "" };
  const typed = pickedValues(STATUS_RULES, sent);
  const refusing = (refused: RefusedValues<StatusField>) =>
    ({ kind: "refused", end: { form: "status", refused } }) as const;
  const errors = typedErrors(STATUS_RULES, typed);
  if (hasErrors(errors)) return refusing(wrongFields(typed, errors));
  const { status, date } = typed;
  if (!isConsumerStatus(status)) return refusing(wrongFields(typed, { status: NOT_OFFERED }));
  const body = { status, date, version: sent.version };
  const result = await state.api.call("putConsumerStatus", { ...own, body });
  return result.ok ? { kind: "saved", form: "participation" } : refusing(refusedBy(typed, result));
}

function placeOf(state: State): { projectId: string } {
  return { projectId: residenceOf(state).project.id };
}
