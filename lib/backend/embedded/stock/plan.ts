import type { Services } from "@/lib/backend/embedded/services.ts";
import type { StockRow } from "@/lib/backend/ingest/stock_file.ts";
import type { Caller } from "@/lib/contract/caller.ts";
import type { Backend } from "@/lib/contract/catalogue.ts";
import type { ErrorCode } from "@/lib/contract/errors.ts";
import type { StockAction } from "@/lib/domain/projects/stock.ts";
import type { StockLine } from "@/lib/domain/projects/types.ts";
import { errorText } from "@/lib/text/errors.ts";
import { STOCK_MESSAGES } from "@/lib/text/projects/stock.ts";

/** What lines are planned in. */
export interface StockWorld {
  readonly services: Services;
  readonly orgId: string;
  readonly caller: Caller;
  /** The calls that lines are written by: the same as a page's, one commit each. */
  backend(): Backend;
}

export interface PlannedLine {
  readonly report: StockLine;
  /** Does it, and says what it did; null when there is nothing to do. */
  readonly write: (() => Promise<StockLine>) | null;
}

/** Plans the lines of one kind, in the order of the file: a line may depend on those before it. */
export interface StockPlanner {
  plan(row: StockRow): Promise<PlannedLine>;
}

/** A line that changes nothing, because it is refused or because all is as it says. */
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
