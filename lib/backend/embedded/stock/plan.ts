import type { Services } from "@/lib/backend/embedded/services.ts";
import type { StockRow } from "@/lib/backend/ingest/stock_file.ts";
import type { Caller } from "@/lib/contract/caller.ts";
import type { Backend } from "@/lib/contract/catalogue.ts";
import type { ErrorCode } from "@/lib/contract/errors.ts";
import { refusedText } from "@/lib/domain/forms/visible_text.ts";
import type { StockAction, StockKind } from "@/lib/domain/projects/stock.ts";
import type { StockLine } from "@/lib/domain/projects/types.ts";
import { errorText } from "@/lib/text/errors.ts";
import { refusedCharacterText } from "@/lib/text/forms.ts";
import { STOCK_MESSAGES, stockHeading } from "@/lib/text/projects/stock.ts";

/** Context of planned lines. */
export interface StockWorld {
  readonly services: Services;
  readonly orgId: string;
  readonly caller: Caller;
  /** The calls that write the lines: those of pages, one commit each. */
  backend(): Backend;
}

export interface PlannedLine {
  readonly report: StockLine;
  /** Writes the line and returns its report; null when there is nothing to write. */
  readonly write: (() => Promise<StockLine>) | null;
}

/** Plans the lines of one kind, in file order: a line may depend on earlier ones. */
export interface StockPlanner {
  /** Reads what rows that are planned next are about, together. */
  prepare(rows: readonly StockRow[]): Promise<void>;
  plan(row: StockRow): Promise<PlannedLine>;
}

/** The messages of texts that no call accepts: they are blank, or they contain a character that nobody sees. */
export function characterFaults(
  kind: StockKind,
  texts: Readonly<Record<string, string>>,
): string[] {
  return Object.entries(texts).flatMap(([field, text]) => {
    const refused = refusedText(text);
    if (refused === null) return [];
    return STOCK_MESSAGES.character(stockHeading(kind, field), refusedCharacterText(refused));
  });
}

/** A line without effect: refused, or identical to the stored record. */
export function idle(
  action: Extract<StockAction, "same" | "refused">,
  row: StockRow,
  { label, messages }: { label: string; messages: readonly string[] },
): PlannedLine {
  return { report: { line: row.line, label, action, messages: [...messages] }, write: null };
}

export function refusedLine(report: StockLine, code: ErrorCode): StockLine {
  const message = code === "conflict" ? STOCK_MESSAGES.raced : errorText(code);
  return { ...report, action: "refused", messages: [message] };
}
