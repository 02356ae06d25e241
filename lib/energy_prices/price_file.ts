/** Reads a file of prices of energy: that of their list, or one with its headings. @module */

import { namesOf } from "@/lib/base/records.ts";
import { plainHeading, plainName, separatorOf } from "@/lib/files/csv_headings.ts";
import { type CsvRow, readCsv } from "@/lib/files/csv_reader.ts";
import type { FileError } from "@/lib/ingest/csv_file.ts";
import { IMPORT_MESSAGES, noHeadingText } from "@/lib/ingest/import_text.ts";
import { typedDecimal } from "@/lib/ui/number_input.ts";
import { type EnergyPriceRecord, energyPriceRecord } from "./records.ts";
import { energyPriceDraft, FUELS } from "./schema.ts";
import {
  FUEL_LABELS,
  NEEDED_COLUMNS,
  PRICE_FILE_MESSAGES,
  PRICE_LABELS,
  REPEATED_PRICE,
} from "./prices_text.ts";
import { typedAmount } from "./forms.ts";

type Column = keyof typeof PRICE_LABELS;

interface NamedRoom {
  readonly id: string;
  readonly name: string;
  readonly code: string;
}

type PriceFile =
  | {
    readonly ok: true;
    readonly lineCount: number;
    readonly prices: readonly EnergyPriceRecord[];
    readonly errors: FileError[];
  }
  | { readonly ok: false; readonly message: string };

/** Maximum number of lines of a file. */
const MOST_LINES = 2_000;

/** Columns without which a file is none of prices. */
const REQUIRED = ["fuel", "from", "price", "unit", "vatPercent"] as const;

const COLUMNS = namesOf(PRICE_LABELS);

/**
 * Reads a file of prices, line by line: a faulty line is named, the others are read.
 *
 * @spec prices.import
 * @param rooms boiler rooms of the residence, named in the file by their name or code
 * @returns why it is no file of prices
 * @throws CallError when it is beyond a limit
 */
export async function readPriceFile(
  text: string,
  rooms: readonly NamedRoom[],
): Promise<PriceFile> {
  const prices = new Map<string, { readonly line: number; readonly price: EnergyPriceRecord }>();
  const errors: FileError[] = [];
  let head: Partial<Record<Column, number>> | null = null;
  let lineCount = 0;
  const cut = { delimiter: separatorOf(text), maxLines: MOST_LINES };
  const fault = await readCsv(text, cut, (row) => {
    if (head === null) {
      head = headingOf(row);
      return;
    }
    lineCount++;
    const read = priceOf(row, head, rooms);
    if ("message" in read) {
      errors.push(read);
      return;
    }
    const key = `${read.fuel} ${read.boilerRoomId} ${read.from}`;
    const first = prices.get(key);
    if (first === undefined) prices.set(key, { line: row.line, price: read });
    else errors.push({ line: row.line, column: null, message: REPEATED_PRICE(first.line) });
  });
  if (!hasRequired(head)) return { ok: false, message: noHeadingText(text, NEEDED_COLUMNS) };
  if (fault !== null) {
    errors.push({ line: fault.line, column: null, message: IMPORT_MESSAGES.badCsv });
  }
  return { ok: true, lineCount, prices: [...prices.values()].map(({ price }) => price), errors };
}

function headingOf({ cells }: CsvRow): Partial<Record<Column, number>> {
  const names = cells.map(plainHeading);
  const places = COLUMNS.map((column) =>
    [column, names.indexOf(plainHeading(PRICE_LABELS[column]))] as const
  );
  return Object.fromEntries(places.filter(([, at]) => at >= 0));
}

function hasRequired(head: Partial<Record<Column, number>> | null): boolean {
  return head !== null && REQUIRED.every((column) => head[column] !== undefined);
}

function priceOf(
  { line, cells }: CsvRow,
  head: Partial<Record<Column, number>>,
  rooms: readonly NamedRoom[],
): EnergyPriceRecord | FileError {
  const cell = (column: Column) => cells[head[column] ?? -1]?.trim() ?? "";
  const number = (column: Column) => cell(column) === "" ? "0" : typedDecimal(cell(column));
  const error = (column: Column) => ({
    line,
    column: PRICE_LABELS[column],
    message: PRICE_FILE_MESSAGES[column],
  });
  const annualFixed = typedAmount(cell("annualFixed") || "0") ?? "";
  const room = roomOf(cell("boilerRoomId"), rooms);
  if (room === undefined) return error("boilerRoomId");
  const read = energyPriceDraft.safeParse({
    fuel: FUELS.find((fuel) => plainName(FUEL_LABELS[fuel]) === plainName(cell("fuel"))),
    boilerRoomId: room,
    from: cell("from").replace(/^(\d\d)\/(\d\d)\/(\d{4})$/, "$3-$2-$1"),
    price: typedDecimal(cell("price")),
    unit: cell("unit"),
    vatPercent: typedDecimal(cell("vatPercent")),
    annualFixed,
    // A subscription needs its rate; without one there is none to apply.
    fixedVatPercent: Number(annualFixed) > 0
      ? typedDecimal(cell("fixedVatPercent"))
      : number("fixedVatPercent"),
    supplier: cell("supplier"),
    origin: cell("origin"),
  });
  if (read.success) return energyPriceRecord.parse(read.data);
  const wrong = COLUMNS.find((column) => read.error.issues.some(({ path }) => path[0] === column));
  return error(wrong ?? "price");
}

/** null for the whole residence; undefined for an unknown name. */
function roomOf(name: string, rooms: readonly NamedRoom[]): string | null | undefined {
  if (name === "") return null;
  const plain = plainName(name);
  return rooms.find((room) => plainName(room.name) === plain || plainName(room.code) === plain)?.id;
}
