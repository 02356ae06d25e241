/** HTTP requests of gateways: parses their reports and answers setpoint requests. @module */

import type { Context } from "fresh";
import * as z from "zod";
import { boundedJson, type JsonBounds } from "@/lib/base/bounded_parsing.ts";
import {
  EVENT,
  headerToken,
  PLAIN_ANSWERS,
  receivedText,
  withSender,
} from "@/lib/ingest/http_senders.ts";
import { FUTURE_S } from "@/lib/timeseries/readings.ts";
import { isKnown, NEVER_KEPT } from "@/lib/web/headers.ts";
import type { Collector, State } from "@/lib/web/state.ts";
import { notePoll, setpointRequestsFor, setpointRequestsTag, takeReports } from "./gateway.ts";
import type { ModuleReport, ReportedStatus } from "./telemetry.ts";

/** Maximum number of modules in one body. */
const MOST_REPORTS = 500;

const temperature = z.number().min(-50).max(100).nullish();
const flag = z.boolean().nullish();

const status = z.object({
  at: z.iso.datetime({ offset: true }).nullish(),
  temperature,
  setpoint: temperature,
  heating: flag,
  cooling: flag,
  water_heating: flag,
  house_status: z.enum(["present", "absent"]).nullish(),
});

const body = z.object({
  modules: z.array(z.object({
    serial: z.string().min(1).max(100),
    revision: z.int().min(0).nullish(),
    status: status.nullish(),
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
  const parsed = body.safeParse(sent);
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

function statusOf(sent: z.output<typeof status>, atS: number | null): ReportedStatus {
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
