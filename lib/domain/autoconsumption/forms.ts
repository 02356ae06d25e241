import type { FieldErrors } from "@/lib/domain/forms/field_errors.ts";
import { controlText, readNumber } from "@/lib/domain/forms/number_control.ts";
import { type FieldRule, typedErrors, type TypedValues } from "@/lib/domain/forms/typed_fields.ts";
import { PRM_SHAPE } from "./prm.ts";
import {
  type AutoconsumptionInfo,
  CONSUMER_STATUSES,
  type ConsumerDraft,
  type ConsumerStatus,
  type ProducerDraft,
  SHARING_KINDS,
  type SharingKind,
} from "./types.ts";

/** A field of the operation. */
export type OperationField = "name" | "operationNumber" | "startDate" | "sharing";

/** A field of a generator. */
export type ProducerField = "name" | "prm" | "seriesId" | "powerKW";

/** A field of a consumer. */
export type ConsumerField = "name" | "prm" | "houseId" | "seriesId" | "sharePercent";

/** A field of a consumer's status form. */
export type StatusField = "status" | "date";

const NAME = { name: "name", kind: "text", required: true, maxLength: 100 } as const;
const PRM = { name: "prm", kind: "text", required: true, maxLength: 14 } as const;

/** The rules of the operation, as typed. @spec B §7 "Auto consumption collective: info" */
export const OPERATION_RULES: readonly FieldRule<OperationField>[] = [
  NAME,
  { name: "operationNumber", kind: "text", maxLength: 50 },
  { name: "startDate", kind: "date" },
  { name: "sharing", kind: "text", required: true },
];

/** The rules of a generator, as typed. @spec B §7 "producers" */
export const PRODUCER_RULES: readonly FieldRule<ProducerField>[] = [
  NAME,
  PRM,
  { name: "seriesId", kind: "text" },
  { name: "powerKW", kind: "number", min: 0, max: 100_000, step: 0.1 },
];

/** The rules of a consumer, as typed. @spec B §7 "consumers" */
export const CONSUMER_RULES: readonly FieldRule<ConsumerField>[] = [
  NAME,
  PRM,
  { name: "houseId", kind: "text" },
  { name: "seriesId", kind: "text" },
  { name: "sharePercent", kind: "number", min: 0, max: 100, step: 0.01 },
];

/** The rules of a consumer's status form. @spec B §7 "consumer status" */
export const STATUS_RULES: readonly FieldRule<StatusField>[] = [
  { name: "status", kind: "text", required: true },
  { name: "date", kind: "date", required: true },
];

/** The errors of a generator, as typed. */
export function producerErrors(values: TypedValues<ProducerField>): FieldErrors<ProducerField> {
  return { ...typedErrors(PRODUCER_RULES, values), ...prmErrors(values.prm) };
}

/** The errors of a consumer, as typed. */
export function consumerErrors(values: TypedValues<ConsumerField>): FieldErrors<ConsumerField> {
  return { ...typedErrors(CONSUMER_RULES, values), ...prmErrors(values.prm) };
}

/** A delivery point has fourteen digits. */
function prmErrors(prm: string): FieldErrors<"prm"> {
  if (prm.trim() === "") return { prm: { code: "required" } };
  return PRM_SHAPE.test(prm.trim()) ? {} : { prm: { code: "prm" } };
}

/** An operation as its form shows it. */
export function typedOperation(
  { name, operationNumber, startDate, sharing }: AutoconsumptionInfo,
): TypedValues<OperationField> {
  return { name, operationNumber, startDate: startDate ?? "", sharing };
}

/**
 * The operation that was typed.
 *
 * @returns null for a way of sharing that does not exist
 */
export function readOperation(typed: TypedValues<OperationField>): AutoconsumptionInfo | null {
  const { name, operationNumber, startDate, sharing } = typed;
  if (!isSharing(sharing)) return null;
  return {
    name: name.trim(),
    operationNumber: operationNumber.trim(),
    startDate: startDate || null,
    sharing,
  };
}

/** A generator as its form shows it; blank without one. */
export function typedProducer(producer: ProducerDraft | null): TypedValues<ProducerField> {
  return {
    name: producer?.name ?? "",
    prm: producer?.prm ?? "",
    seriesId: producer?.seriesId ?? "",
    powerKW: controlText(producer?.powerKW ?? null),
  };
}

/** The generator that was typed; an empty figure or series is none. */
export function readProducer(typed: TypedValues<ProducerField>): ProducerDraft {
  return {
    name: typed.name.trim(),
    prm: typed.prm.trim(),
    seriesId: typed.seriesId || null,
    powerKW: readNumber(typed.powerKW),
  };
}

/** A consumer as its form shows it; blank without one. */
export function typedConsumer(consumer: ConsumerDraft | null): TypedValues<ConsumerField> {
  return {
    name: consumer?.name ?? "",
    prm: consumer?.prm ?? "",
    houseId: consumer?.houseId ?? "",
    seriesId: consumer?.seriesId ?? "",
    sharePercent: controlText(consumer?.sharePercent ?? null),
  };
}

/** The consumer that was typed; an empty figure, dwelling or series is none. */
export function readConsumer(typed: TypedValues<ConsumerField>): ConsumerDraft {
  return {
    name: typed.name.trim(),
    prm: typed.prm.trim(),
    houseId: typed.houseId || null,
    seriesId: typed.seriesId || null,
    sharePercent: readNumber(typed.sharePercent),
  };
}

/** Whether a text is a way of sharing. */
function isSharing(text: string): text is SharingKind {
  return SHARING_KINDS.some((kind) => kind === text);
}

/** Whether a text is a consumer status. */
export function isConsumerStatus(text: string): text is ConsumerStatus {
  return CONSUMER_STATUSES.some((status) => status === text);
}
