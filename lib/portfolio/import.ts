/** Tries, confirms and runs the import of a stock file, and stores its progress. @module */

import * as z from "zod";
import type { Services } from "@/lib/api/services.ts";
import { saveWith } from "@/lib/api/writes.ts";
import { chunk } from "@/lib/base/concurrency.ts";
import { CallError } from "@/lib/base/errors.ts";
import { newId } from "@/lib/base/secrets.ts";
import type { Caller } from "@/lib/identity/caller.ts";
import { commitEach } from "@/lib/store/commits.ts";
import { keys } from "@/lib/store/keys.ts";
import { takeLease } from "@/lib/store/leases.ts";
import { type MaybeEntry, readEntry, unchanged } from "@/lib/store/store.ts";
import type { Handler } from "./calls.ts";
import { dwellingPlanner } from "./import_dwellings.ts";
import { equipmentPlanner } from "./import_equipment.ts";
import { houseTypePlanner, namedTypes } from "./import_house_types.ts";
import {
  chosenHeadings,
  inOrder,
  readStock,
  type StockPlanner,
  type StockRow,
  type StockWorld,
  triedStock,
  UNKNOWN_CONTENT,
  type WritingCalls,
} from "./import_plan.ts";
import { residencePlanner, tagGroups } from "./import_residences.ts";
import { seriesPlanner } from "./import_series.ts";
import { settingsPlanner } from "./import_settings.ts";
import {
  LINE_KINDS,
  type LineKind,
  stockImport,
  type StockImportRead,
  type StockLine,
  stockLine,
} from "./schema.ts";
import { STOCK_MESSAGES } from "./text_import.ts";

/** How long an import is stored, confirmed or not, ms. */
const KEPT_MS = 7 * 24 * 3_600_000;
/** Lines stored, shown and processed together. */
const LINES_PER_PART = 20;
const PARTS_PER_COMMIT = 10;
/** Maximum number of refused lines listed with the import. */
const REFUSED_SHOWN = 50;

export const partRecord = z.object({
  rows: z.array(z.object({
    line: z.number(),
    kind: z.enum(LINE_KINDS),
    cells: z.record(z.string(), z.string()),
  })),
  /** Planned, then actual effect of each row. */
  lines: z.array(stockLine),
});

/** Twenty lines of an import, as stored. */
type PartRecord = z.output<typeof partRecord>;

type ImportRecord = z.output<typeof importRecord>;
export const importRecord = z.object(stockImport.shape)
  .omit({ page: true, pageCount: true, lines: true })
  .extend({ expiresAtMs: z.number() });

function writeParts(
  { store }: Services,
  importId: string,
  { rows, lines }: { rows: readonly StockRow[]; lines: readonly StockLine[] },
): Promise<void> {
  const linesOf = chunk(lines, LINES_PER_PART);
  const parts = chunk(rows, LINES_PER_PART)
    .map((some, index): PartRecord => ({ rows: some, lines: linesOf[index] ?? [] }));
  return commitEach(store, [...parts.entries()], {
    perCommit: PARTS_PER_COMMIT,
    fill: (atomic, [index, part]) =>
      atomic.set(keys.stockLines(importId, index), part, { expireIn: KEPT_MS }),
  });
}

/** An import; null when it does not exist or has expired. */
async function readImport(
  services: Services,
  { orgId, importId }: { readonly orgId: string; readonly importId: string },
): Promise<MaybeEntry<ImportRecord>> {
  const entry = await readEntry(services.store, keys.stockImport(orgId, importId), importRecord);
  const isOver = entry.value !== null && entry.value.expiresAtMs <= services.now();
  return isOver ? { key: entry.key, value: null, versionstamp: null } : entry;
}

/** Some lines of an import; empty past its end. */
async function readPart(
  services: Services,
  importId: string,
  index: number,
): Promise<PartRecord> {
  const { value } = await readEntry(services.store, keys.stockLines(importId, index), partRecord);
  return value ?? { rows: [], lines: [] };
}

const NO_COUNTS = { create: 0, change: 0, same: 0, refused: 0 } as const;

/** Adds the counts of more lines. */
function withLines(
  counts: StockImportRead["counts"],
  lines: readonly StockLine[],
): StockImportRead["counts"] {
  const sum = { ...counts };
  for (const { action } of lines) sum[action]++;
  return sum;
}

/** Approximate duration of one call, ms. */
const BUSY_MS = 1_500;

/** Services of an import, and the calls that write its lines. */
interface ImportTools {
  readonly services: Services;
  backend(): WritingCalls;
}

const PLANNERS: Readonly<Record<LineKind, (world: StockWorld) => Promise<StockPlanner>>> = {
  residences: residencePlanner,
  equipments: equipmentPlanner,
  houseTypes: houseTypePlanner,
  dwellings: dwellingPlanner,
  series: seriesPlanner,
  settings: settingsPlanner,
};

/**
 * Planner of rows of every kind, those of a kind together: it reads what their lines refer to once the lines of the kinds
 * before are planned, and written.
 *
 * @spec stock.workbook
 */
function stockPlanner(world: StockWorld): StockPlanner {
  let current: { kind: LineKind; plan: StockPlanner } | null = null;
  return async (row) => {
    const label = row.cells[UNKNOWN_CONTENT];
    if (label !== undefined) {
      const report = {
        line: row.line,
        label,
        action: "refused" as const,
        messages: [STOCK_MESSAGES.unknownContent(label)],
      };
      return { report, write: null };
    }
    if (current?.kind !== row.kind) {
      current = { kind: row.kind, plan: await PLANNERS[row.kind](world) };
    }
    return await current.plan(row);
  };
}

/** Plans an import: returns the effect of each line, and stores it for a week. */
export const createStockImport: Handler<"createStockImport", ImportTools> = async (
  tools,
  { orgId, kind, fileName = "", types = "made", columns = "", body },
  caller,
) => {
  const world = { ...worldOf(tools, { orgId, kind, caller }), tried: triedStock() };
  const groups = await tagGroups(world);
  const file = await readStock(body, { kind, groups, chosen: chosenHeadings(columns) });
  if (file === null) return { ok: false, code: "bad-file" };
  const made = new Set(types === "made" ? namedTypes(file.rows) : []);
  const ordered = inOrder([...file.rows, ...made]);
  const plan = stockPlanner(world);
  const rows: StockRow[] = [];
  const lines: StockLine[] = [];
  for (const row of ordered) {
    const { report } = await plan(row);
    // A named type that exists needs no line, and one that cannot be made is said by the line that names it.
    if (made.has(row) && report.action !== "create") continue;
    rows.push(row);
    lines.push(report);
  }
  const { services } = tools;
  const importId = newId();
  const nowMs = services.now();
  const record: ImportRecord = {
    id: importId,
    kind,
    fileName,
    state: "tried",
    createdAt: new Date(nowMs).toISOString(),
    lineCount: rows.length,
    doneCount: 0,
    counts: withLines(NO_COUNTS, lines),
    missingColumns: file.missingColumns,
    ignoredColumns: file.ignoredColumns,
    ...file.ignoredSheets.length > 0 && { ignoredSheets: file.ignoredSheets },
    refused: lines.filter(({ action }) => action === "refused").slice(0, REFUSED_SHOWN),
    retryAt: null,
    expiresAtMs: nowMs + KEPT_MS,
  };
  await writeParts(services, importId, { rows, lines });
  // Written last: without it the parts are unreferenced.
  await services.store.atomic()
    .set(keys.stockImport(orgId, importId), record, { expireIn: KEPT_MS }).commit();
  return { ok: true, answer: { id: importId } };
};

export const getStockImport: Handler<"getStockImport", ImportTools> = async (
  { services },
  { orgId, importId, page = "1" },
) => {
  const { value } = await readImport(services, { orgId, importId });
  if (value === null) return { ok: false, code: "not-found" };
  return { ok: true, answer: await withPage(services, value, Number(page)) };
};

/** How long the lease of a run lasts without renewal, ms: after a dead process, the next run waits for it. */
const RUN_MS = 15_000;

/**
 * Handles the next lines of an import, one commit each; repeating a line has no further effect. One call at a time
 * handles them: another one is refused, and finds the progress.
 *
 * @spec stock.imports, stock.runs
 */
export const runStockImport: Handler<"runStockImport", ImportTools> = async (tools, at, caller) => {
  const { store, now } = tools.services;
  const lease = await takeLease(store, `stock import ${at.importId}`, { now, holdMs: RUN_MS });
  if (lease === null) return { ok: false, code: "conflict" };
  try {
    return await runNext(tools, at, caller);
  } finally {
    await lease.release();
  }
};

const runNext: typeof runStockImport = async (tools, { orgId, importId }, caller) => {
  const { services } = tools;
  let entry = await readImport(services, { orgId, importId });
  if (entry.value === null) return { ok: false, code: "not-found" };
  const { kind } = entry.value;
  const plan = stockPlanner(worldOf(tools, { orgId, kind, caller }));
  const untilMs = services.now() + BUSY_MS;
  let record = entry.value;
  while (record.state !== "done") {
    const next = await runPart(services, record, plan);
    if (!await savePart(services, { orgId, caller, entry, next })) {
      return { ok: false, code: "conflict" };
    }
    entry = await readImport(services, { orgId, importId });
    record = next.record;
    if (record.retryAt !== null || next.lookedUp || services.now() >= untilMs) break;
  }
  return { ok: true, answer: await withPage(services, record, 1) };
};

type PartDone = Awaited<ReturnType<typeof runPart>>;

/** Handles the remaining lines of the next part. */
async function runPart(services: Services, record: ImportRecord, plan: StockPlanner) {
  const partIndex = Math.floor(record.doneCount / LINES_PER_PART);
  const part = await readPart(services, record.id, partIndex);
  const first = record.doneCount % LINES_PER_PART;
  const done: StockLine[] = [];
  let retryAt: string | null = null;
  for (let at = first; retryAt === null; at++) {
    const [row, tried] = [part.rows[at], part.lines[at]];
    if (row === undefined || tried === undefined) break;
    const end = await handled(plan, row, tried);
    if (typeof end === "number") retryAt = new Date(end).toISOString();
    else done.push(end);
  }
  const lines = part.lines.toSpliced(first, done.length, ...done);
  const before = record.state === "tried" ? { counts: NO_COUNTS, refused: [] } : record;
  const doneCount = record.doneCount + done.length;
  const refused = done.filter(({ action }) => action === "refused");
  return {
    partIndex,
    part: part.rows.length === 0 ? null : { ...part, lines },
    // True when the address service was called: the next lookup is left to a later call.
    lookedUp: done.some(({ action, messages }) => action !== "refused" && messages.length > 0),
    record: {
      ...record,
      state: doneCount >= record.lineCount ? "done" : "running",
      doneCount,
      counts: withLines(before.counts, done),
      refused: [...before.refused, ...refused].slice(0, REFUSED_SHOWN),
      retryAt,
    } satisfies ImportRecord,
  };
}

/** Result of a row; or, when the address service asks to wait, until when (epoch ms). */
async function handled(plan: StockPlanner, row: StockRow, tried: StockLine) {
  if (tried.action === "refused") return tried;
  try {
    const { report, write } = await plan(row);
    return await write?.() ?? report;
  } catch (fault) {
    const isBusy = fault instanceof CallError && fault.code === "too-many-requests";
    if (isBusy && fault.retryAt !== null) return fault.retryAt;
    throw fault;
  }
}

interface Saving {
  readonly orgId: string;
  readonly caller: Caller;
  readonly entry: MaybeEntry<ImportRecord>;
  readonly next: PartDone;
}

async function savePart(
  services: Services,
  { orgId, caller, entry, next: { record, partIndex, part } }: Saving,
): Promise<boolean> {
  const isBeginning = entry.value?.state === "tried";
  const expireIn = Math.max(1, record.expiresAtMs - services.now());
  const atomic = services.store.atomic()
    .check(unchanged(entry)).set(entry.key, record, { expireIn });
  if (part !== null) atomic.set(keys.stockLines(record.id, partIndex), part, { expireIn });
  if (!isBeginning) return (await atomic.commit()).ok;
  const subject = `${record.fileName || record.kind} (${record.lineCount})`;
  const change = { caller, action: "runStockImport", orgId, projectId: null, subject } as const;
  return await saveWith(services, change, atomic) !== null;
}

async function withPage(
  services: Services,
  { expiresAtMs: _, ...record }: ImportRecord,
  wantedPage: number,
): Promise<StockImportRead> {
  const pageCount = Math.max(1, Math.ceil(record.lineCount / LINES_PER_PART));
  const page = Math.min(wantedPage, pageCount);
  const { lines } = await readPart(services, record.id, page - 1);
  return { ...record, page, pageCount, lines };
}

function worldOf(
  { services, backend }: ImportTools,
  of: Pick<StockWorld, "orgId" | "kind" | "caller">,
): StockWorld {
  return { services, backend, ...of, tried: null };
}
