/** Rules of a deposit: values, bounds, compliance, faults, file name, limits. @module */

import { isIsoDate, type IsoDate } from "@/lib/base/civil_dates.ts";
import { MOST_DEPOSIT_VALUES } from "@/lib/base/errors.ts";
import { plainNumber } from "@/lib/base/rounding.ts";
import { firstCharacters } from "@/lib/base/strings.ts";
import { isTypedDate } from "@/lib/base/typed_dates.ts";
import { isBlank } from "@/lib/base/visible_text.ts";
import { readNumber } from "@/lib/ui/number_input.ts";
import type { DocumentInfo, DocumentValue, Typedoc, TypedocValue } from "./schema.ts";
import type { DocumentUpload } from "./upload_schema.ts";

/** Position of a value relative to the bounds of its type; `neutral` when there is nothing to compare. */
export type Compliance = "inside" | "outside" | "neutral";

/**
 * Compares a value with its bounds, both included.
 *
 * @spec contracting.compliance
 * @param value as sent: a number with a decimal point
 */
export function compliance(
  value: string,
  { type, min, max }: Pick<TypedocValue, "type" | "min" | "max">,
): Compliance {
  if (type !== "number" || !DECIMAL.test(value) || (min === null && max === null)) return "neutral";
  const number = Number(value);
  const isInside = (min === null || number >= min) && (max === null || number <= max);
  return isInside ? "inside" : "outside";
}

const DECIMAL = /^-?\d+(?:\.\d+)?$/;

/** Whether all the values of a document are within their bounds. @returns null when none has bounds */
export function documentCompliance(
  data: readonly Pick<DocumentValue, "typedocValueId" | "value">[],
  values: readonly TypedocValue[],
): boolean | null {
  const byId = new Map(values.map((value) => [value.id, value]));
  const all = data.map(({ typedocValueId, value }) => {
    const requested = byId.get(typedocValueId);
    return requested === undefined ? "neutral" : compliance(value, requested);
  });
  if (all.includes("outside")) return false;
  return all.includes("inside") ? true : null;
}

interface DepositFault {
  /** The value in error; null for the completion date. */
  readonly typedocValueId: string | null;
  readonly rank: number;
  readonly code: "required" | "not-a-number" | "not-a-date" | "unknown" | "twice" | "in-future";
}

/** Outcome of a waiting file that was deposited. */
export const DEPOSITED = "deposited";

export function valueField(rank: number, valueId: string): string {
  return `value.${rank}.${valueId}`;
}

/** A form's value in the format of a call; text that is not a number is left unchanged. */
export function writtenValue({ type }: Pick<TypedocValue, "type">, typed: string): string {
  const text = typed.trim();
  const number = type === "number" ? readNumber(text) : null;
  return number === null ? text : plainNumber(number);
}

/** Decimals of the smallest number that a spreadsheet writes with 15 digits. */
const TYPED_DECIMAL = /^-?\d{1,15}(?:\.\d{1,30})?$/;

/**
 * Errors in the values of a deposit: a number that does not parse, a required value missing from a set of values.
 * A value outside its bounds is not an error: it does not comply.
 *
 * @param today civil day; the completion date must not be later
 * @spec deposits.values
 */
export function depositFaults(
  { completionDate, data }: Pick<DocumentUpload, "completionDate" | "data">,
  { values, multiple }: Pick<Typedoc, "values" | "multiple">,
  today: IsoDate,
): DepositFault[] {
  const byId = new Map(values.map((value) => [value.id, value]));
  const seen = new Set<string>();
  const faults: DepositFault[] = completionDate > today
    ? [{ typedocValueId: null, rank: 0, code: "in-future" }]
    : [];
  for (const { typedocValueId, rank, value } of data) {
    const requested = byId.get(typedocValueId);
    const key = `${rank} ${typedocValueId}`;
    const code = requested === undefined || (rank > 0 && !multiple)
      ? "unknown"
      : seen.has(key)
      ? "twice"
      : valueFault(value, requested);
    if (code !== null) faults.push({ typedocValueId, rank, code });
    if (!isBlank(value)) seen.add(key);
  }
  const ranks = new Set([0, ...data.map(({ rank }) => rank)]);
  for (const rank of ranks) {
    for (const { id, required } of values) {
      if (required && !seen.has(`${rank} ${id}`)) {
        faults.push({ typedocValueId: id, rank, code: "required" });
      }
    }
  }
  return faults;
}

function valueFault(value: string, { type }: TypedocValue): DepositFault["code"] | null {
  if (isBlank(value)) return null;
  if (type === "number" && !TYPED_DECIMAL.test(value)) return "not-a-number";
  const isDay = isIsoDate(value) && isTypedDate(value);
  return type === "date" && !isDay ? "not-a-date" : null;
}

/** The types of files that a deposit accepts. */
export const DEPOSIT_TYPES = "application/pdf,.pdf,image/jpeg,image/png";

const NAME_LENGTH = 120;
/** Control characters, bidirectional marks, and characters with a meaning in a path or a header. */
const UNSAFE = /[\p{C}\u2028\u2029"%*:;<>?|\\/]+/gu;
const EXTENSION = /\.(?:pdf|jpe?g|png)\s*$/i;

/**
 * The name under which a deposited file is saved: the last part of its path, without unsafe characters; that of a
 * photograph becomes that of its PDF.
 *
 * @spec deposits.names
 */
export function safeFileName(name: string): string {
  const last = name.normalize("NFC").split(/[\\/]/).at(-1) ?? "";
  const stem = last.replace(UNSAFE, " ").replace(EXTENSION, "").replace(/\s+/g, " ")
    .replace(/^[\s.]+|[\s.]+$/g, "");
  const short = firstCharacters(stem, NAME_LENGTH).trim();
  return `${short === "" ? "document" : short}.pdf`;
}

/** A value of a document with its definition. */
export interface DepositedValue {
  readonly requested: TypedocValue;
  /** As sent; null when missing. */
  readonly value: string | null;
  readonly compliance: Compliance;
}

/**
 * The values of a document, one list for each rank, in the order of their definitions at the time of the deposit:
 * later changes to the document type do not apply.
 *
 * @spec contracting.viewer "grouped data values"
 */
export function valuesByRank(
  { document, typedoc, asked: requestedThen = typedoc.values }: Pick<
    DocumentInfo,
    "document" | "typedoc" | "asked"
  >,
): DepositedValue[][] {
  const ranks = [...new Set(document.data.map(({ rank }) => rank))].sort((a, b) => a - b);
  return ranks.map((rank) =>
    requestedThen.map((requested) => {
      const sent = document.data.find((one) =>
        one.rank === rank && one.typedocValueId === requested.id
      );
      const value = sent?.value ?? null;
      return {
        requested,
        value,
        compliance: value === null ? "neutral" : compliance(value, requested),
      };
    })
  );
}

export const MOST_WAITING_FILES = 40;

/** Maximum size of a person's waiting files in total, in bytes. */
export const MOST_WAITING_BYTES = 100 * 1_024 * 1_024;

/** Maximum number of sets of values in the form of a deposit. */
const MOST_SETS = 20;

/** The number of sets of values that the form of a deposit offers: together they are no more than a deposit takes. */
export function mostSets(valueCount: number): number {
  return Math.min(MOST_SETS, Math.floor(MOST_DEPOSIT_VALUES / Math.max(1, valueCount)));
}
