import { firstCharacters } from "@/lib/domain/forms/characters.ts";
import { readNumber } from "@/lib/domain/forms/number_control.ts";
import { isTypedDate } from "@/lib/domain/forms/typed_dates.ts";
import { isBlank } from "@/lib/domain/forms/visible_text.ts";
import { plainNumber } from "@/lib/domain/numbers/decimal_text.ts";
import { isIsoDate, type IsoDate } from "@/lib/domain/periods/civil_dates.ts";
import type { DocumentUpload, Typedoc, TypedocValue } from "./types.ts";

/** An error in a value of a deposit, or in its date. */
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
const DECIMAL = /^-?\d{1,15}(?:\.\d{1,30})?$/;

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
    const asked = byId.get(typedocValueId);
    const key = `${rank} ${typedocValueId}`;
    const code = asked === undefined || (rank > 0 && !multiple)
      ? "unknown"
      : seen.has(key)
      ? "twice"
      : valueFault(value, asked);
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
  if (type === "number" && !DECIMAL.test(value)) return "not-a-number";
  const isDay = isIsoDate(value) && isTypedDate(value);
  return type === "date" && !isDay ? "not-a-date" : null;
}

const NAME_LENGTH = 120;
/** Control characters, bidirectional marks, and characters with a meaning in a path or a header. */
const UNSAFE = /[\p{C}\u2028\u2029"%*:;<>?|\\/]+/gu;

/**
 * The name under which a deposited file is saved: the last part of its path, without unsafe characters.
 *
 * @spec deposits.names
 */
export function safeFileName(name: string): string {
  const last = name.normalize("NFC").split(/[\\/]/).at(-1) ?? "";
  const stem = last.replace(UNSAFE, " ").replace(/\.pdf\s*$/i, "").replace(/\s+/g, " ")
    .replace(/^[\s.]+|[\s.]+$/g, "");
  const short = firstCharacters(stem, NAME_LENGTH).trim();
  return `${short === "" ? "document" : short}.pdf`;
}
