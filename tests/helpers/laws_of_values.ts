/** Laws: properties that hold for every input; those of numbers, texts and files. @module */

import { parse } from "csv-parse/sync";
import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import {
  BYTE_ORDER_MARK,
  CSV_DIALECTS,
  type CsvColumn,
  type CsvDialect,
  csvLines,
  guardedText,
} from "@/lib/base/csv.ts";
import { clamp, round } from "@/lib/base/rounding.ts";
import { formatNumber } from "@/lib/base/text_format.ts";
import { emailKey, isEmail } from "@/lib/base/typed_formats.ts";
import { addEmail, emailEntryErrors, emailListError, emailsOfText } from "@/lib/ui/email_list.ts";
import {
  allowedValue,
  committedValue,
  controlText,
  type NumberRules,
  readNumber,
  steppedDown,
  steppedUp,
  toStep,
} from "@/lib/ui/number_input.ts";
import { fc } from "@/tests/npm/fast_check.ts";

/** A property that holds for every input, with the sentence it proves. */
export interface Law {
  sentence: string;
  property: fc.IRawProperty<unknown>;
}

/** Cases of each law in a test; trials run the same laws with many more. */
const TEST_CASES = 200;

/** Names a property, for any generated values. */
export function law<Input>(sentence: string, property: fc.IRawProperty<Input>): Law {
  return { sentence, property };
}

/** Throws the smallest counter-example, when there is one. */
export function assertLaw(one: Law, caseCount: number): void {
  fc.assert(one.property, { numRuns: caseCount, seed: 20260101 });
}

/** Registers one test for each law. */
export function testLaws(laws: readonly Law[]): void {
  for (const one of laws) Deno.test(one.sentence, () => assertLaw(one, TEST_CASES));
}

const finite = fc.double({ noNaN: true, noDefaultInfinity: true });
const decimalCount = fc.integer({ min: 0, max: 9 });
/** Numbers whose decimal text often ends at a half: 1.005, 12.25… */
const shortDecimal = fc.tuple(fc.integer({ min: -10_000_000, max: 10_000_000 }), decimalCount)
  .map(([digits, decimals]) => Number(`${digits}e-${decimals}`));
const anyNumber = fc.oneof(finite, shortDecimal);
const anyStep = fc.tuple(fc.integer({ min: 1, max: 2000 }), fc.integer({ min: 0, max: 3 }))
  .map(([digits, decimals]) => Number(`${digits}e-${decimals}`));

export const ROUND_LAWS = [
  law(
    "round() agrees with the schoolbook rule on the decimal text",
    fc.property(anyNumber, decimalCount, (value, decimals) => {
      strictEqual(round(value, decimals), roundedByHand(withoutError(value, decimals), decimals));
    }),
  ),
  law(
    "round() is odd, and rounding again changes nothing",
    fc.property(anyNumber, decimalCount, (value, decimals) => {
      const rounded = round(value, decimals);
      strictEqual(round(-value, decimals), rounded === 0 ? 0 : -rounded);
      strictEqual(round(rounded, decimals), rounded);
    }),
  ),
  law(
    "toStep() gives a multiple of the step, at most half a step away, and keeps it",
    fc.property(fc.integer({ min: -10_000_000, max: 10_000_000 }), anyStep, (thousandths, step) => {
      const value = Number(`${thousandths}e-3`);
      const stepped = toStep(value, step);
      const steppedThousandths = Math.round(stepped * 1000);
      const stepThousandths = Math.round(step * 1000);
      strictEqual(Math.abs(steppedThousandths % stepThousandths), 0);
      ok(Math.abs(steppedThousandths - thousandths) * 2 <= stepThousandths);
      strictEqual(toStep(stepped, step), stepped);
    }),
  ),
  law(
    "clamp() stays within its bounds and leaves what is inside alone",
    fc.property(finite, finite, finite, (value, one, other) => {
      const [min, max] = one < other ? [one, other] : [other, one];
      const clamped = clamp(value, min, max);
      ok(clamped >= min && clamped <= max);
      if (value >= min && value <= max) ok(clamped === value);
    }),
  ),
];

/**
 * The half that a computed number stands for: 1966.5 for 1966.4999999999998, to the unit; others as
 * they are.
 */
function withoutError(value: number, decimals: number): number {
  const sure = Number(value.toPrecision(15));
  const isNear = Math.abs(value - sure) <= Math.abs(value) * 2 ** -50;
  return isNear && new RegExp(`\\.\\d{${decimals}}5$`).test(String(sure)) ? sure : value;
}

/**
 * Rounds by writing every digit, then adding one to the last retained one when the next is 5 or
 * more.
 */
function roundedByHand(value: number, decimals: number): number {
  const [mantissa = "", exponent = "0"] = String(Math.abs(value)).split("e");
  const [whole = "", fraction = ""] = mantissa.split(".");
  const shift = Number(exponent);
  const zeros = "0".repeat(Math.abs(shift) + decimals + 1);
  const digits = zeros + whole + fraction + zeros;
  const point = zeros.length + whole.length + shift;
  const kept = BigInt(digits.slice(0, point + decimals));
  const isUp = (digits[point + decimals] ?? "0") >= "5";
  const magnitude = Number(`${isUp ? kept + 1n : kept}e-${decimals}`);
  return value < 0 && magnitude !== 0 ? -magnitude : magnitude;
}

const fewDecimals = fc.nat(3);
const formatters = [0, 1, 2, 3].map((maximumFractionDigits) =>
  new Intl.NumberFormat("fr-FR", { maximumFractionDigits, signDisplay: "negative" })
);

export const NUMBER_TEXT_LAWS = [
  law(
    "formatNumber() agrees with the French of Intl",
    fc.property(
      fc.oneof(fc.integer(), fc.double({ min: -1e15, max: 1e15, noNaN: true })),
      fewDecimals,
      (value, decimals) => {
        strictEqual(
          formatNumber(value, decimals),
          formatters[decimals]?.format(withoutError(value, decimals)),
        );
      },
    ),
  ),
];

/** A whole CSV text, with its line breaks. */
export function csvText<Row>(
  columns: readonly CsvColumn<Row>[],
  rows: readonly Row[],
  dialect: CsvDialect,
): string {
  return [...csvLines(columns, rows, dialect)].join(dialect.lineBreak);
}

/** A whole CSV file. */
export function csvFile<Row>(...table: Parameters<typeof csvText<Row>>): string {
  return BYTE_ORDER_MARK + csvText(...table);
}

type Cell = string | number | null;

/** Texts full of characters that are special in CSV. */
const hardText = fc.array(
  fc.constantFrom(",", ";", '"', "\n", "\r", "\r\n", "=", "-", "é", " ", "a", "1", "\t", "\uFEFF"),
).map((parts) => parts.join(""));
const cell: fc.Arbitrary<Cell> = fc.oneof(
  hardText,
  fc.string({ unit: "grapheme" }),
  fc.double(),
  fc.integer(),
  fc.constant(null),
);
const table = fc.integer({ min: 1, max: 5 }).chain((width) =>
  fc.record({
    headers: fc.array(hardText, { minLength: width, maxLength: width }),
    rows: fc.array(fc.array(cell, { minLength: width, maxLength: width }), { maxLength: 6 }),
  })
);

export const CSV_LAWS = [roundTrip("comma", "\n"), roundTrip("semicolon", "\r\n")];

function roundTrip(name: keyof typeof CSV_DIALECTS, recordDelimiter: string) {
  const dialect = CSV_DIALECTS[name];
  return law(
    `csvFile() in the ${name} dialect is read back cell for cell by another reader`,
    fc.property(table, ({ headers, rows }) => {
      const columns = headers.map((header, index) => ({
        header,
        value: (row: readonly Cell[]) => row[index] ?? null,
      }));
      const file = csvFile(columns, rows, dialect);
      const read = parse(new TextEncoder().encode(file), {
        bom: true,
        delimiter: dialect.separator,
        record_delimiter: recordDelimiter,
      });
      deepStrictEqual(read, [headers.map(guardedText), ...rows.map((row) => texts(row, dialect))]);
    }),
  );
}

function texts(row: readonly Cell[], dialect: CsvDialect): string[] {
  return row.map((value) => {
    if (value === null || (typeof value === "number" && !Number.isFinite(value))) return "";
    if (typeof value === "string") return guardedText(value);
    return `${value}`.replace(".", dialect.decimal);
  });
}

const someone = fc.constantFrom("a", "b", "claire", "Claire", "CLAIRE", "oph.nancy");
const somewhere = fc.constantFrom("c.fr", "C.fr", "oph-nancy.fr");
const anAddress = fc.oneof(
  fc.tuple(someone, somewhere).map(([name, domain]) => `${name}@${domain}`),
  fc.emailAddress().filter((text) => !/[;,]/.test(text)),
);
const anEntry = fc.oneof({ weight: 4, arbitrary: anAddress }, {
  weight: 1,
  arbitrary: fc.string(),
});
/** Texts similar to addresses: their pieces, in any order. */
const nearAddress = fc.oneof(
  fc.array(fc.constantFrom("a", "@", ".", "-", " ", "\n", "é", "c.fr", ",", '"')).map((pieces) =>
    pieces.join("")
  ),
  fc.string({ unit: "binary" }),
);

export const EMAIL_LIST_LAWS = [
  law(
    "isEmail() takes every address a generator of addresses makes",
    fc.property(fc.emailAddress(), (text) => ok(isEmail(text) || text.length > 254)),
  ),
  law(
    "isEmail() takes nothing with a blank, or without one @ and a dot after it",
    fc.property(nearAddress, (text) => {
      if (isEmail(text)) ok(/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text));
    }),
  ),
  law(
    "addEmail(), called entry after entry, builds a list without error and without twins",
    fc.property(fc.array(anEntry), (entries) => {
      const emails = entries.reduce<readonly string[]>((list, entry) => {
        const addition = addEmail(list, entry);
        return addition.ok ? addition.emails : list;
      }, []);
      strictEqual(new Set(emails.map(emailKey)).size, emails.length);
      ok(emailEntryErrors(emails).every((error) => error === null));
      strictEqual(emailListError(emails)?.code ?? null, emails.length === 0 ? "required" : null);
    }),
  ),
  law(
    "addEmail() refuses an address already there, in any case and with blanks around",
    fc.property(anAddress, (text) => {
      const again = addEmail([text.toUpperCase()], ` ${text.toLowerCase()} `);
      deepStrictEqual(again, { ok: false, error: { code: "unique" } });
    }),
  ),
  law(
    "emailsOfText() finds again the entries of a list written with commas, semicolons or lines",
    fc.property(fc.array(anAddress), fc.constantFrom(",", "; ", "\n"), (emails, separator) => {
      deepStrictEqual(emailsOfText(emails.join(separator)), emails);
    }),
  ),
];

const number = fc.tuple(fc.integer({ min: -10_000_000, max: 10_000_000 }), fc.nat(4))
  .map(([digits, decimals]) => Number(`${digits}e-${decimals}`));
const step = fc.constantFrom(undefined, 0.01, 0.1, 0.5, 1, 5, 25);
const rules = fc.tuple(number, number, step, fc.boolean(), fc.boolean(), fc.boolean()).map(
  ([one, other, step, hasMin, hasMax, isNullable]): NumberRules => ({
    ...(hasMin ? { min: Math.min(one, other) } : {}),
    ...(hasMax ? { max: Math.max(one, other) } : {}),
    ...(step === undefined ? {} : { step }),
    isNullable,
  }),
);
const previous = fc.option(number);

export const NUMBER_CONTROL_LAWS = [
  law(
    "controlText() is read back by readNumber(), with a comma or a point",
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
      strictEqual(readNumber(controlText(value)), value + 0);
      strictEqual(readNumber(controlText(value).replace(",", ".")), value + 0);
    }),
  ),
  law(
    "committedValue() is within the bounds, and on a step unless at a bound",
    fc.property(number, previous, rules, (typed, before, rules) => {
      const value = committedValue(controlText(typed), before, rules);
      ok(value !== null);
      const { min = -Infinity, max = Infinity, step } = rules;
      ok(value >= min && value <= max);
      if (step === undefined || value === min || value === max) return;
      strictEqual(Math.abs(Math.round(value * 1e4) % Math.round(step * 1e4)), 0);
      ok(Math.abs(value - clamp(typed, min, max)) <= step / 2 + 1e-6);
    }),
  ),
  law(
    "committedValue() of what it committed is the same",
    fc.property(number, previous, rules, (typed, before, rules) => {
      const once = committedValue(controlText(typed), before, rules);
      strictEqual(committedValue(controlText(once), once, rules), once);
    }),
  ),
  law(
    "committedValue() restores the previous value on any text that holds no digit",
    fc.property(
      fc.string().filter((text) => !/\d/.test(text)),
      previous,
      rules,
      (text, before, rules) => {
        const isEmpty = text.trim() === "";
        strictEqual(
          committedValue(text, before, rules),
          isEmpty && rules.isNullable ? null : before,
        );
      },
    ),
  ),
  law(
    "steppedUp() and steppedDown() move by at most a step, and never past a bound",
    fc.property(number, rules, (typed, rules) => {
      const value = allowedValue(typed, rules);
      const { min = -Infinity, max = Infinity, step = 1 } = rules;
      const [up, down] = [steppedUp(value, rules), steppedDown(value, rules)];
      ok(up > value || value + step > max, `${up} is not above ${value}`);
      ok(down < value || value - step < min, `${down} is not below ${value}`);
      ok(up <= max && down >= min);
      ok(up - value <= step + 1e-6 && value - down <= step + 1e-6);
    }),
  ),
];
