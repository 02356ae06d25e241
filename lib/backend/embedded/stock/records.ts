import * as z from "zod";
import { groupsOf } from "@/lib/backend/core/groups.ts";
import type { Services } from "@/lib/backend/embedded/services.ts";
import type { StockRow } from "@/lib/backend/ingest/stock_file.ts";
import { commitEach } from "@/lib/backend/kv/commit_each.ts";
import { keys } from "@/lib/backend/kv/keys.ts";
import { type MaybeEntry, readEntry } from "@/lib/backend/kv/store.ts";
import { stockImport, stockLine } from "@/lib/domain/projects/schema.ts";
import { LINES_PER_PART } from "@/lib/domain/projects/stock.ts";
import type { StockLine } from "@/lib/domain/projects/types.ts";

/** How long an import is stored, confirmed or not, ms. */
export const KEPT_MS = 7 * 24 * 3_600_000;
const PARTS_PER_COMMIT = 10;

export const partRecord = z.object({
  rows: z.array(z.object({ line: z.number(), cells: z.record(z.string(), z.string()) })),
  /** Planned, then actual effect of each row. */
  lines: z.array(stockLine),
});

/** Twenty lines of an import, as stored. */
type PartRecord = z.output<typeof partRecord>;

export type ImportRecord = z.output<typeof importRecord>;
export const importRecord = z.object(stockImport.shape)
  .omit({ page: true, pageCount: true, lines: true })
  .extend({ expiresAtMs: z.number() });

export function writeParts(
  { store }: Services,
  importId: string,
  { rows, lines }: { rows: readonly StockRow[]; lines: readonly StockLine[] },
): Promise<void> {
  const linesOf = groupsOf(lines, LINES_PER_PART);
  const parts = groupsOf(rows, LINES_PER_PART)
    .map((some, index): PartRecord => ({ rows: some, lines: linesOf[index] ?? [] }));
  return commitEach(store, [...parts.entries()], {
    perCommit: PARTS_PER_COMMIT,
    fill: (atomic, [index, part]) =>
      atomic.set(keys.stockLines(importId, index), part, { expireIn: KEPT_MS }),
  });
}

/** An import; null when it does not exist or has expired. */
export async function readImport(
  services: Services,
  { orgId, importId }: { readonly orgId: string; readonly importId: string },
): Promise<MaybeEntry<ImportRecord>> {
  const entry = await readEntry(services.store, keys.stockImport(orgId, importId), importRecord);
  const isOver = entry.value !== null && entry.value.expiresAtMs <= services.now();
  return isOver ? { key: entry.key, value: null, versionstamp: null } : entry;
}

/** Some lines of an import; empty past its end. */
export async function readPart(
  services: Services,
  importId: string,
  index: number,
): Promise<PartRecord> {
  const { value } = await readEntry(services.store, keys.stockLines(importId, index), partRecord);
  return value ?? { rows: [], lines: [] };
}
