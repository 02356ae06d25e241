/** Pulls the new gas lines of every delivery point from GRDF. @module */

import { addAuditLine } from "@/lib/api/audit.ts";
import type { Services } from "@/lib/api/services.ts";
import type { IsoDate } from "@/lib/base/civil_dates.ts";
import { chunk } from "@/lib/base/concurrency.ts";
import { civilDateOf, DEFAULT_TIME_ZONE } from "@/lib/base/time_zones.ts";
import { retried } from "@/lib/store/commits.ts";
import { leasedRun, type RunFaults } from "@/lib/store/job_runs.ts";
import { keys } from "@/lib/store/keys.ts";
import type { Lease } from "@/lib/store/leases.ts";
import { getAll, readable } from "@/lib/store/store.ts";
import { everyGasPce, isOwnedHere, type QueriedPce } from "./delivery_points.ts";
import { type AdictService, gasSpan, isGasRequestDue } from "./grdf_client.ts";
import { type GasMerge, mergeGasLines } from "./line_store.ts";
import { FIRST_GAS_YEAR, GAS_TYPES, gasYear } from "./lines.ts";
import { bestConsent } from "./pce_rules.ts";
import { type GasPceRecord, gasPceRecord, NEW_GAS_PCE } from "./records.ts";
import type { GasConsent, GasFault, GasLine } from "./schema.ts";

interface PullOptions extends Pick<Services, "store" | "versions" | "now"> {
  adict: Pick<AdictService, "consents" | "lines">;
}

export interface PullRun {
  /** Delivery points whose lines arrived, or whose consent gives no access. */
  askedCount: number;
  changedCount: number;
  failedCount: number;
}

/** Delivery points whose consents are requested in one call. */
const CONSENTS_PER_CALL = 50;
/** Faults of the host, not of one delivery point: the others are left to the next run. */
const OF_THE_HOST: ReadonlySet<GasFault> = new Set(["unreachable", "too-many-requests"]);

interface Due extends QueriedPce {
  readonly record: GasPceRecord;
}

/**
 * Asks GRDF for the consents and the lines of the delivery points that are due: in one process at a time, each delivery
 * point in its own commits, so that an interrupted run loses nothing.
 *
 * @spec gas.grdf-requests
 * @returns null when another process runs the job
 * @throws AggregateError naming the delivery points that failed: the others were handled
 */
export function pullAdict(options: PullOptions): Promise<PullRun | null> {
  const job = { name: "pull adict", subjects: "delivery points" } as const;
  return leasedRun(options, job, async (lease, faults) => {
    const run: PullRun = { askedCount: 0, changedCount: 0, failedCount: 0 };
    const due = await faults.readInPart(() => duePces(options));
    for (const some of chunk(due, CONSENTS_PER_CALL)) {
      if (!await pullSome(options, { lease, some, run, faults })) break;
    }
    return run;
  });
}

async function duePces({ store, now }: PullOptions): Promise<Due[]> {
  const named = await everyGasPce(store);
  const entries = await getAll(store, named.map(({ orgId, pce }) => keys.gasPce(orgId, pce)));
  return entries.flatMap((entry, position) => {
    const one = named[position];
    if (one === undefined) return [];
    const records = entry.versionstamp === null
      ? [NEW_GAS_PCE]
      : readable([entry], gasPceRecord).map(({ value }) => value);
    return records.filter((record) => isGasRequestDue(record, now()))
      .map((record) => ({ ...one, record }));
  });
}

/** @returns false when the run stops: the host is down, or another process runs the job */
async function pullSome(
  options: PullOptions,
  { lease, some, run, faults }: {
    lease: Lease;
    some: readonly Due[];
    run: PullRun;
    faults: RunFaults;
  },
): Promise<boolean> {
  const own: Due[] = [];
  for (const one of some) {
    await faults.try(one.pce, async () => {
      if (await isOwnedHere(options.store, one)) own.push(one);
      else await settle(options, { one, pulled: { fault: "elsewhere" }, run });
    });
  }
  if (own.length === 0) return true;
  const consents = await consentsOf(options, own);
  for (const one of own) {
    if (!await lease.renew()) return false;
    let [isHeld, isHostDown] = [true, false];
    await faults.try(one.pce, async () => {
      const pulled = "fault" in consents
        ? consents
        : await linesOf(options, one, bestConsent(consents.byPce.get(one.pce) ?? []));
      // After a long wait another process may have asked already: its answer is newer.
      isHeld = await lease.renew();
      if (isHeld) await settle(options, { one, pulled, run });
      isHostDown = "fault" in pulled && OF_THE_HOST.has(pulled.fault);
    });
    if (!isHeld) return false;
    // When the consents are unreadable, each delivery point of the call reports it.
    if (isHostDown && !("fault" in consents)) return false;
  }
  return !("fault" in consents);
}

type Consents =
  | { readonly fault: GasFault }
  | { readonly byPce: ReadonlyMap<string, readonly GasConsent[]> };

async function consentsOf({ adict }: PullOptions, own: readonly Due[]): Promise<Consents> {
  const answer = await adict.consents(own.map(({ pce }) => pce));
  if (!answer.ok) return { fault: answer.fault };
  const byPce = new Map<string, GasConsent[]>();
  for (const line of answer.lines) {
    if (line.kind === "consent") byPce.set(line.pce, [...byPce.get(line.pce) ?? [], line.consent]);
  }
  return { byPce };
}

type PullResult =
  | { readonly fault: GasFault; readonly consent?: GasConsent }
  | {
    readonly consent: GasConsent;
    readonly lines: readonly GasLine[];
    readonly pulledTo: IsoDate | null;
  };

async function linesOf(
  { adict, now }: PullOptions,
  { pce, record }: Due,
  consent: GasConsent,
): Promise<PullResult> {
  if (!consent.isUsable) return { consent, lines: [], pulledTo: record.pulledTo };
  const today = civilDateOf(now(), DEFAULT_TIME_ZONE);
  const lines: GasLine[] = [];
  for (const type of GAS_TYPES) {
    const span = gasSpan(type, { pulledTo: record.pulledTo, today });
    const answer = await adict.lines(pce, type, span);
    if (!answer.ok) return { fault: answer.fault, consent };
    for (const one of answer.lines) {
      if (one.kind !== "reading" || one.pce !== pce || !isShown(one.line, today)) continue;
      // The type of a line depends on the query.
      lines.push({ ...one.line, informative: type === "informative" });
    }
  }
  return { consent, lines, pulledTo: today };
}

/** Whether a page has the year of a line, which ended: as of an imported file, no other line is stored. */
function isShown(line: GasLine, today: IsoDate): boolean {
  return line.toDate <= today && gasYear(line) >= FIRST_GAS_YEAR;
}

async function settle(
  options: PullOptions,
  { one, pulled, run }: { one: Due; pulled: PullResult; run: PullRun },
): Promise<void> {
  const { insertedCount, replacedCount, surplus } = await merged(options, one, pulled);
  if (surplus.length > 0) {
    return await settle(options, { one, pulled: { fault: "unreadable" }, run });
  }
  run.changedCount += insertedCount + replacedCount;
  if ("fault" in pulled) run.failedCount++;
  else run.askedCount++;
}

function recordChange(pulled: PullResult, { record }: Due, nowMs: number): Partial<GasPceRecord> {
  const askedAt = new Date(nowMs).toISOString();
  if (!("fault" in pulled)) {
    const { consent, pulledTo } = pulled;
    return { askedAt, fault: null, failureCount: 0, consent, pulledTo };
  }
  const { fault, consent } = pulled;
  const failureCount = record.failureCount + 1;
  return { askedAt, fault, failureCount, ...(consent && { consent }) };
}

function merged(options: PullOptions, one: Due, pulled: PullResult) {
  const { now } = options;
  const { orgId, pce, projectId } = one;
  const audit: GasMerge["audit"] = (atomic, { changedCount }) => {
    if (changedCount === 0) return;
    const subject = `${pce}, ${changedCount}`;
    const line = { caller: null, action: "importGasLines", orgId, projectId, subject } as const;
    addAuditLine(atomic, line, now());
  };
  const lines = "fault" in pulled ? [] : pulled.lines;
  const change = recordChange(pulled, one, now());
  return retried(() =>
    mergeGasLines(options, { orgId, pce }, { lines, change, audit, isWhole: true })
  );
}
