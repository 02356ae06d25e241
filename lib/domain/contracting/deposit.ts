import { readNumber } from "@/lib/domain/forms/number_control.ts";
import { isBlank } from "@/lib/domain/forms/visible_text.ts";
import { plainNumber } from "@/lib/domain/numbers/decimal_text.ts";
import { isIsoDate, type IsoDate } from "@/lib/domain/periods/civil_dates.ts";
import type { DocumentUpload, Typedoc, TypedocValue } from "./types.ts";

/** What is wrong with a value of a deposit, or with its date. */
export interface DepositFault {
  /** The value it is about; null for the day of the work. */
  readonly typedocValueId: string | null;
  readonly rank: number;
  readonly code: "required" | "not-a-number" | "not-a-date" | "unknown" | "twice" | "in-future";
}

/** What became of a waiting file that was deposited. */
export const DEPOSITED = "deposited";

export function valueField(rank: number, valueId: string): string {
  return `value.${rank}.${valueId}`;
}

/** A value of a form as a call takes it; what is no number is left as it was typed. */
export function writtenValue({ type }: Pick<TypedocValue, "type">, typed: string): string {
  const text = typed.trim();
  const number = type === "number" ? readNumber(text) : null;
  return number === null ? text : plainNumber(number);
}

/** Decimals of the least number that 15 digits of a spreadsheet write. */
const DECIMAL = /^-?\d{1,15}(?:\.\d{1,30})?$/;

/**
 * What is wrong with the values of a deposit: a number is a number, what is required is there in every set of values.
 * A value outside its bounds is no fault: it does not comply.
 *
 * @param today a civil day: the work is done by then
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
  return type === "date" && !isIsoDate(value) ? "not-a-date" : null;
}

const NAME_LENGTH = 120;
/** Controls, marks that turn the direction of writing, and what means something in a path or a header. */
const UNSAFE = /[\p{C}\u2028\u2029"%*:;<>?|\\/]+/gu;

/**
 * The name a deposited file is saved under: the last part of its path, without what means something to a system.
 *
 * @spec deposits.names
 */
export function safeFileName(name: string): string {
  const last = name.normalize("NFC").split(/[\\/]/).at(-1) ?? "";
  const stem = last.replace(UNSAFE, " ").replace(/\.pdf\s*$/i, "").replace(/\s+/g, " ")
    .replace(/^[\s.]+|[\s.]+$/g, "");
  const short = [...stem].slice(0, NAME_LENGTH).join("").trim();
  return `${short === "" ? "document" : short}.pdf`;
}
