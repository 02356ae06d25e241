/** Imports gas lines from a call or a file, and counts what was added or refused. @module */

import { addAuditLine } from "@/lib/api/audit.ts";
import type { Services } from "@/lib/api/services.ts";
import type { IsoDate } from "@/lib/base/civil_dates.ts";
import { CallError } from "@/lib/base/errors.ts";
import { civilDateOf, DEFAULT_TIME_ZONE } from "@/lib/base/time_zones.ts";
import type { Caller } from "@/lib/identity/caller.ts";
import { noHeadingText } from "@/lib/ingest/import_text.ts";
import { ERRORS_SHOWN } from "@/lib/ingest/readings_file_options.ts";
import type { Atomic } from "@/lib/store/store.ts";
import type { Handler, Outcome } from "./calls.ts";
import { gasPcesOf } from "./delivery_points.ts";
import { type GasFileLine, readGasFile } from "./import_file.ts";
import { type GasCounts, mergeGasLines, publishedIndexOn } from "./line_store.ts";
import { completedLine, gasLineKey, gasYear } from "./lines.ts";
import type { GasImport, GasImportError } from "./schema.ts";
import { GAS_HEADINGS } from "./text.ts";

/** Maximum delivery points of a file, each written in its own commit: more than one landlord has. */
const MOST_PCES = 2_000;

/**
 * Imports a file of lines, or returns what an import would do.
 *
 * A line is imported if its delivery point belongs to a boiler room whose settings the caller may write, and whose
 * residence held it when the line ended; an administrator may also import lines of a delivery point
 * without a boiler room, which is then declared.
 */
export const importGasLines: Handler<"importGasLines"> = async (services, input, caller) => {
  const { orgId, dryRun, pce = "", body } = input;
  const [open, isAdmin] = await Promise.all([
    gasPcesOf(services, { orgId, caller, role: "collect:boilerroom:write" }),
    services.callerRoles.of(caller).isAdminOf(orgId),
  ]);
  const own = new Map(open.map((one) => [one.named.pce, one]));
  const known = new Set(own.keys());
  const mayWrite = ({ pce, line }: GasFileLine) => own.get(pce)?.holds(line.toDate) ?? false;
  const importer = { orgId, caller, known, mayWrite, mayDeclare: isAdmin };
  return await importGasFile(services, importer, { body, pce, isDry: dryRun === "true" });
};

interface GasImporter {
  readonly orgId: string;
  readonly caller: Caller;
  /** Delivery points of boiler rooms. */
  readonly known: ReadonlySet<string>;
  readonly mayWrite: (line: GasFileLine) => boolean;
  /** True when the first line of another delivery point declares it. */
  readonly mayDeclare: boolean;
}

/** A file, the delivery point of lines without one, and whether it is a dry run. */
interface GasFileToImport {
  readonly body: string;
  readonly pce: string;
  readonly isDry: boolean;
}

/** Imports a file for a user whose rights were already checked. */
export async function importGasFile(
  services: Services,
  importer: GasImporter,
  { body, pce, isDry }: GasFileToImport,
): Promise<Outcome<"importGasLines">> {
  const today = civilDateOf(services.now(), DEFAULT_TIME_ZONE);
  const knownIndex = (pce: string, date: IsoDate) =>
    publishedIndexOn(services.store, { orgId: importer.orgId, pce }, date);
  const file = await readGasFile(body, { pce, today, knownIndex });
  if (file === null) {
    const issues = [{ path: "body", message: noHeadingText(body, GAS_HEADINGS) }];
    return { ok: false, code: "bad-file", issues };
  }
  const isOpen = (line: GasFileLine) => importer.mayDeclare || importer.mayWrite(line);
  const { byPce, openCount, closed, repeated } = sortedOut(file.lines, isOpen);
  const done = await imported(services, { ...importer, isDry }, byPce);
  if (done === null) return { ok: false, code: "conflict" };
  const { surplus, ...counts } = done;
  const unknown = closed.map(({ lineNumber }): GasImportError => {
    return { line: lineNumber, fault: "pce-unknown" };
  });
  const withoutRoom = surplus.map(({ lineNumber, line }): GasImportError => {
    return { line: lineNumber, fault: "year-full", year: gasYear(line) };
  });
  const refused = [...file.errors, ...unknown, ...withoutRoom];
  const errors = [...refused, ...repeated].sort((a, b) => a.line - b.line);
  const writtenCount = counts.insertedCount + counts.replacedCount;
  const answer: GasImport = {
    lineCount: file.lineCount,
    ...counts,
    unchangedCount: openCount - writtenCount - surplus.length,
    // Also the first indexes of a file, which begin the line of the next one.
    ignoredCount: file.lineCount - file.lines.length - file.errors.length + repeated.length,
    refusedCount: refused.length,
    errors: errors.slice(0, ERRORS_SHOWN),
  };
  return { ok: true, answer };
}

interface ImportPlace extends GasImporter {
  readonly isDry: boolean;
}

async function imported(
  services: Services,
  { orgId, caller, known, isDry }: ImportPlace,
  byPce: ReadonlyMap<string, readonly GasFileLine[]>,
): Promise<GasCounts & { readonly surplus: readonly GasFileLine[] } | null> {
  const total = { insertedCount: 0, replacedCount: 0 };
  const surplus: GasFileLine[] = [];
  for (const [pce, own] of byPce) {
    const addAudit = (atomic: Atomic, { lineCount }: { readonly lineCount: number }) => {
      const subject = `${pce}, ${lineCount}`;
      const change = { caller, action: "importGasLines", orgId, projectId: null, subject } as const;
      addAuditLine(atomic, change, services.now());
    };
    const merged = await mergeGasLines(services, { orgId, pce }, {
      lines: own.map(({ line }) => line),
      change: known.has(pce) ? {} : { isDeclared: true },
      audit: isDry ? null : addAudit,
    });
    if (merged === null) return null;
    total.insertedCount += merged.insertedCount;
    total.replacedCount += merged.replacedCount;
    const left = new Set(merged.surplus);
    surplus.push(...own.filter(({ line }) => left.has(line)));
  }
  return { ...total, surplus };
}

/**
 * The permitted lines of each delivery point, the last one in the file for each period, completed by those before it; and
 * the others.
 */
function sortedOut(lines: readonly GasFileLine[], isOpen: (line: GasFileLine) => boolean) {
  const last = new Map<string, GasFileLine>();
  const closed: GasFileLine[] = [];
  const repeated: GasImportError[] = [];
  for (const one of lines) {
    const key = `${one.pce} ${gasLineKey(one.line)}`;
    const before = last.get(key);
    if (!isOpen(one)) closed.push(one);
    else last.set(key, { ...one, line: completedLine(one.line, before?.line) });
    if (before !== undefined) {
      repeated.push({ line: before.lineNumber, fault: "repeated", repeatedAt: one.lineNumber });
    }
  }
  const byPce = Map.groupBy(last.values(), ({ pce }) => pce);
  if (byPce.size > MOST_PCES) throw new CallError("too-many-names");
  return { byPce, openCount: last.size, closed, repeated };
}
