import { unchanged } from "@/lib/backend/embedded/saving.ts";
import type { Services } from "@/lib/backend/embedded/services.ts";
import { retried } from "@/lib/backend/kv/atomic.ts";
import { keys } from "@/lib/backend/kv/keys.ts";
import { LINES_PER_PART, withOtherRun } from "@/lib/domain/projects/stock.ts";
import type { StockLine } from "@/lib/domain/projects/types.ts";
import { type ImportRecord, readImport, readPart } from "./records.ts";

/** The lines of a part that a run has handled. */
interface HandledPart {
  readonly orgId: string;
  readonly importId: string;
  readonly partIndex: number;
  /** Rank of the first one in the part. */
  readonly first: number;
  readonly done: readonly StockLine[];
}

/**
 * Adds the lines that a run has written to the progress that another run of the same import has saved, which found them
 * written or refused them.
 *
 * @spec stock.runs
 */
export async function addWritten(
  services: Services,
  { orgId, importId, partIndex, first, done }: HandledPart,
): Promise<void> {
  await retried(async () => {
    const entry = await readImport(services, { orgId, importId });
    const { value } = entry;
    if (value === null || value.state === "tried") return true;
    const part = await readPart(services, importId, partIndex);
    const reached = Math.max(first, value.doneCount - partIndex * LINES_PER_PART);
    const recorded = part.lines.slice(first, reached);
    const run = { first: partIndex * LINES_PER_PART + first, done };
    const { lines, ...progress } = withOtherRun(value, recorded, run);
    const state = progress.doneCount >= value.lineCount ? "done" : "running";
    const record: ImportRecord = { ...value, ...progress, refused: [...progress.refused], state };
    const expireIn = Math.max(1, value.expiresAtMs - services.now());
    const both = { ...part, lines: part.lines.toSpliced(first, lines.length, ...lines) };
    const committed = await services.store.atomic().check(unchanged(entry))
      .set(entry.key, record, { expireIn })
      .set(keys.stockLines(importId, partIndex), both, { expireIn }).commit();
    return committed.ok ? true : null;
  });
}
