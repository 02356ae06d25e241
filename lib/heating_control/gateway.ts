/** Answers gateways: the setpoint requests of their modules, and their reports, which it stores with their polls. @module */

import type { Context } from "fresh";
import * as z from "zod";
import { commitVersioned } from "@/lib/api/writes.ts";
import { boundedJson, type JsonBounds } from "@/lib/base/bounded_parsing.ts";
import {
  EVENT,
  headerToken,
  PLAIN_ANSWERS,
  receivedText,
  withSender,
} from "@/lib/ingest/http_senders.ts";
import { takeReadings } from "@/lib/ingest/receive.ts";
import type { Scope } from "@/lib/store/cache.ts";
import { retried } from "@/lib/store/commits.ts";
import { keys } from "@/lib/store/keys.ts";
import { listStored, readEntry, type Store, unchanged } from "@/lib/store/store.ts";
import { ignoreStoreFailure } from "@/lib/store/store_errors.ts";
import { FUTURE_S, type Point, type SeriesBatch } from "@/lib/timeseries/readings.ts";
import type { SourceReading } from "@/lib/timeseries/source_names.ts";
import { isKnown, NEVER_KEPT } from "@/lib/web/headers.ts";
import type { Collector, State } from "@/lib/web/state.ts";
import { type PilotModule, readModules, readPilotResidence } from "./module_requests.ts";
import { pilotPollRecord, pilotReportRecord } from "./records.ts";
import type { HouseStatus, PilotConfig } from "./schema.ts";
import { setpointRequestState } from "./setpoints.ts";
import {
  heardOf,
  type KnownReport,
  mergedReport,
  type ModuleReport,
  NO_REPORT,
  type ReportedStatus,
  reportSeriesId,
} from "./telemetry.ts";

/** A gateway polls each minute; the time of its polls is written at this interval, s. */
const POLL_NOTED_EVERY_S = 600;

/** When a gateway of a residence last fetched its setpoint requests, seconds since 1970; null for never. */
export async function lastPollS(store: Store, projectId: string): Promise<number | null> {
  return (await readEntry(store, keys.pilotPoll(projectId), pilotPollRecord)).value;
}

/**
 * Records that a gateway polled, when the store can be written: it is online, even without reports.
 *
 * @spec pilot.connectivity
 */
export async function notePoll(
  { store, projectId, now }: Pick<Collector, "store" | "projectId" | "now">,
): Promise<void> {
  const nowS = Math.floor(now() / 1_000);
  const before = await lastPollS(store, projectId);
  // The clock may have been set back.
  if (before !== null && Math.abs(nowS - before) < POLL_NOTED_EVERY_S) return;
  await ignoreStoreFailure(store.atomic().set(keys.pilotPoll(projectId), nowS).commit());
}

/** Times of the last reports about the modules of a residence, as readings of {@link reportSeriesId}. */
export async function lastReports(store: Store, projectId: string): Promise<Map<string, Point>> {
  const prefix = keys.pilotReport.under(projectId);
  const reports = await listStored(store, prefix, pilotReportRecord);
  return new Map(
    reports.flatMap(({ id, record }) =>
      heardReadings(record).map((reading) => [reportSeriesId(id), reading] as const)
    ),
  );
}

/** New reports as readings, for alarms. */
function reportBatches(reports: ReadonlyMap<string, KnownReport>): SeriesBatch[] {
  return [...reports].map(([id, report]) => ({
    seriesId: reportSeriesId(id),
    kind: "instant",
    readings: heardReadings(report),
  }));
}

/** The last report of a module as a reading, whose value means nothing; empty without a report. */
function heardReadings(report: KnownReport): Point[] {
  const epochS = heardOf(report);
  return epochS === null ? [] : [{ epochS, value: 0 }];
}

/** Maximum number of setpoint requests in one answer. */
const WISHES_AT_ONCE = 500;

/** In every time zone, days start at a quarter of an hour. */
const QUARTER_MS = 900_000;

/** The settings of a module, as sent to its gateway. */
interface SentSetpointRequest {
  readonly serial: string;
  readonly revision: number;
  readonly config: Partial<PilotConfig> | null;
  readonly house_status: HouseStatus | null;
}

interface SetpointRequestsQuery {
  /** Serials after this one, in order; "" for all. */
  readonly after: string;
  /** True to include applied setpoint requests: the gateway has lost them. */
  readonly isAll: boolean;
}

/**
 * The setpoint requests that the modules of a residence have not applied, one per module, by serial.
 *
 * @spec pilot.gateway
 * @returns null in a residence without pilot; `next` is the start of the next page, null for none
 */
export async function setpointRequestsFor(
  collector: Collector,
  { after, isAll }: SetpointRequestsQuery,
): Promise<
  { readonly wishes: readonly SentSetpointRequest[]; readonly next: string | null } | null
> {
  const modules = await modulesOf(collector);
  if (modules === null) return null;
  const requested = modules.flatMap((module): SentSetpointRequest[] => {
    const { house: { serial }, setpointRequest, report } = module;
    if (setpointRequest === null || serial <= after) return [];
    if (!isAll && setpointRequestState(setpointRequest, report) === "applied") return [];
    const { change: { revision }, config, house_status } = setpointRequest;
    return [{ serial, revision, config, house_status }];
  });
  requested.sort((a, b) => a.serial < b.serial ? -1 : 1);
  const wishes = requested.slice(0, WISHES_AT_ONCE);
  return { wishes, next: requested.length > wishes.length ? wishes.at(-1)?.serial ?? null : null };
}

/**
 * A tag of everything that an answer with setpoint requests depends on: equal tags mean equal answers. Read before them.
 *
 * It changes with each write of the residence, each applied revision, and each day, which may end an occupant's choice. It
 * differs with the query: a gateway quotes the tag of its last answer, whichever that was.
 *
 * @spec pilot.gateway
 */
export async function setpointRequestsTag(
  { store, projectId, now }: Pick<Collector, "store" | "projectId" | "now">,
  { after, isAll }: SetpointRequestsQuery,
): Promise<string> {
  const { versionstamp } = await store.get(keys.version("project", projectId));
  const part = `${isAll ? "all" : "due"}-${encodeURIComponent(after)}`;
  return `W/"${versionstamp ?? ""}-${Math.floor(now() / QUARTER_MS)}-${part}"`;
}

/**
 * Stores the reports of a gateway about modules: the applied revisions, and their state.
 *
 * A revision or a state older than the known one is ignored, and so is a repeated report. Temperatures are also stored
 * as readings, of the source `module,serial=… temperature`.
 *
 * @spec pilot.gateway
 * @param size characters of the body
 * @returns null in a residence without pilot; otherwise serials, by result: applied, pending when the current settings of
 * the module differ from those it applied, unknown without a module in the residence, never asked for revisions that were
 * never sent
 */
export async function takeReports(
  collector: Collector,
  reports: readonly ModuleReport[],
  size: number,
) {
  if (await readPilotResidence(collector.store, collector.projectId) === null) return null;
  await takeReadings(collector, {
    way: "gateway",
    words: () => JSON.stringify({ modules: reports }),
    size,
    parse: (nowS) => ({ ok: true, readings: readingsOf(reports, nowS) }),
  });
  const { answer, records, stamps } = await retried(() => commitReports(collector, reports));
  collector.onReceived({ batches: reportBatches(records), stamps });
  return answer;
}

/** @returns null on a conflict */
async function commitReports(collector: Collector, reports: readonly ModuleReport[]) {
  const { store, projectId, now } = collector;
  const version = await store.get(keys.version("project", projectId));
  const modules = await modulesOf(collector);
  if (modules === null) {
    return { answer: null, records: new Map<string, KnownReport>(), stamps: [] };
  }
  const nowS = Math.floor(now() / 1_000);
  const { records, answer, hasApplied } = mergedReports(modules, reports, nowS);
  const atomic = store.atomic().check(unchanged(version));
  for (const [moduleId, report] of records) {
    atomic.set(keys.pilotReport(projectId, moduleId), report);
  }
  const scopes: Scope[] = [{ kind: "readings", id: projectId }];
  // The pending settings changed: see `setpointRequestsTag()`.
  if (hasApplied) scopes.push({ kind: "project", id: projectId });
  const versionstamp = await commitVersioned(collector, scopes, atomic);
  return versionstamp === null ? null : { answer, records, stamps: [versionstamp] };
}

/** The state of modules after some reports, in their order. */
function mergedReports(
  modules: readonly PilotModule[],
  reports: readonly ModuleReport[],
  nowS: number,
) {
  const bySerial = new Map(modules.map((module) => [module.house.serial, module]));
  const records = new Map<string, KnownReport>();
  const serials = {
    applied: new Set<string>(),
    pending: new Set<string>(),
    unknown: new Set<string>(),
    neverAsked: new Set<string>(),
  };
  for (const report of reports) {
    const { serial, revision } = report;
    const module = bySerial.get(serial);
    if (module === undefined) serials.unknown.add(serial);
    else if (revision > module.lastRevision) serials.neverAsked.add(serial);
    else {
      const before = records.get(module.id) ?? module.report ?? NO_REPORT;
      records.set(module.id, mergedReport(before, report, nowS));
    }
  }
  for (const { id, house: { serial }, setpointRequest } of modules) {
    const record = records.get(id);
    const state = record === undefined ? "none" : setpointRequestState(setpointRequest, record);
    if (state !== "none") serials[state].add(serial);
  }
  const { applied, pending, unknown, neverAsked } = serials;
  const answer = {
    applied: [...applied],
    pending: [...pending],
    unknown: [...unknown],
    neverAsked: [...neverAsked],
  };
  const before = new Map(modules.map(({ id, report }) => [id, report?.appliedRevision ?? 0]));
  const hasApplied = [...records].some(([id, one]) => one.appliedRevision !== before.get(id));
  return { records, answer, hasApplied };
}

async function modulesOf(collector: Collector): Promise<PilotModule[] | null> {
  const found = await readModules(collector, collector.projectId);
  // A module without a serial cannot be addressed by a gateway.
  return found && found.modules.filter(({ house: { serial } }) => serial !== "");
}

function readingsOf(reports: readonly ModuleReport[], nowS: number): SourceReading[] {
  return reports.flatMap(({ serial, status }, position) =>
    status === null || status.temperature === null ? [] : [{
      line: position + 1,
      device: { measurement: "module", tags: [["serial", serial]] },
      field: "temperature",
      value: status.temperature,
      epochS: status.atS ?? nowS,
    }]
  );
}

/** Maximum number of modules in one body. */
const MOST_REPORTS = 500;

const temperature = z.number().min(-50).max(100).nullish();
const flag = z.boolean().nullish();

const sentStatus = z.object({
  at: z.iso.datetime({ offset: true }).nullish(),
  temperature,
  setpoint: temperature,
  heating: flag,
  cooling: flag,
  water_heating: flag,
  house_status: z.enum(["present", "absent"]).nullish(),
});

const sentReports = z.object({
  modules: z.array(z.object({
    serial: z.string().min(1).max(100),
    revision: z.int().min(0).nullish(),
    status: sentStatus.nullish(),
  })).min(1).max(MOST_REPORTS),
});

/**
 * Parses the reports of a gateway: an invalid body is refused whole. A state with a wrong date is named and ignored, so
 * that a gateway whose clock is wrong can still acknowledge settings.
 *
 * @spec pilot.gateway
 * @returns the reports, and the serials whose state has a future date, or one before 1970; or the error in the body
 */
export function parseReports(sent: unknown, nowS: number) {
  const parsed = sentReports.safeParse(sent);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const message = `${issue?.path.join(".") ?? ""}: ${issue?.message ?? ""}`;
    return { ok: false, message } as const;
  }
  const misdated = new Set<string>();
  const reports = parsed.data.modules.map(({ serial, revision, status }): ModuleReport => {
    const atS = status?.at ? Math.floor(Date.parse(status.at) / 1_000) : null;
    const isMisdated = atS !== null && (atS > nowS + FUTURE_S || atS < 0);
    if (isMisdated) misdated.add(serial);
    const own = status && !isMisdated ? statusOf(status, atS) : null;
    return { serial, revision: revision ?? 0, status: own };
  });
  return { ok: true, reports, misdated: [...misdated] } as const;
}

function statusOf(sent: z.output<typeof sentStatus>, atS: number | null): ReportedStatus {
  return {
    atS,
    temperature: sent.temperature ?? null,
    setpoint: sent.setpoint ?? null,
    heating: sent.heating ?? null,
    cooling: sent.cooling ?? null,
    water_heating: sent.water_heating ?? null,
    house_status: sent.house_status ?? null,
  };
}

/** Room for five hundred complete module reports. */
const BOUNDS: JsonBounds = { maxValues: 15_000, maxDepth: 6 };

/**
 * The endpoint that gateways of controlled dwellings poll for the settings of their modules. `?after=` is the serial
 * where the last answer stopped; `?all=1` asks for settings already applied too. A gateway that sends the ETag of its
 * last answer to the same question gets 304 until a setting changes, without a read of its modules.
 *
 * @spec pilot.gateway
 */
export function answerSetpointRequests(ctx: Context<State>): Promise<Response> {
  const { searchParams } = ctx.url;
  const query = { after: searchParams.get("after") ?? "", isAll: searchParams.get("all") === "1" };
  return ofGateway(ctx, async (collector) => {
    const [etag] = await Promise.all([setpointRequestsTag(collector, query), notePoll(collector)]);
    const headers = { ...NOT_CACHED, etag };
    if (isKnown(ctx.req, etag)) return new Response(null, { status: 304, headers });
    const answer = await setpointRequestsFor(collector, query);
    return answer && Response.json(answer, { headers });
  });
}

/** The endpoint for reports of gateways: applied settings and states of modules. */
export function receiveReports(ctx: Context<State>): Promise<Response> {
  return ofGateway(ctx, async (collector) => {
    const text = await receivedText(ctx.req, EVENT);
    const sent = boundedJson(text, BOUNDS);
    const parsed = parseReports(sent, Math.floor(collector.now() / 1_000));
    if (!parsed.ok) return PLAIN_ANSWERS.refused(400, parsed.message);
    const answer = await takeReports(collector, parsed.reports, text.length);
    const { misdated } = parsed;
    return answer && Response.json({ ...answer, misdated }, { headers: NOT_CACHED });
  });
}

const NOT_CACHED = { "cache-control": NEVER_KEPT } as const;

/** Answers 404 for a residence without heating control. */
function ofGateway(
  ctx: Context<State>,
  requested: (collector: Collector) => Promise<Response | null>,
): Promise<Response> {
  return withSender(ctx, PLAIN_ANSWERS, {
    token: headerToken(ctx.req),
    take: async (collector) =>
      await requested(collector) ?? PLAIN_ANSWERS.refused(404, "This residence has no pilot"),
  });
}
