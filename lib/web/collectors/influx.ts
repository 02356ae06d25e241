import type { Context } from "fresh";
import { boundedForm } from "@/lib/backend/core/bounded_text.ts";
import type { Collector } from "@/lib/backend/ingest/collectors.ts";
import type { BadLine } from "@/lib/backend/ingest/influx_lines.ts";
import { type LinesOutcome, takeLines } from "@/lib/backend/ingest/intake.ts";
import { heldBy } from "@/lib/web/front/request_facts.ts";
import type { State } from "@/lib/web/state.ts";
import {
  headerToken,
  passwordOf,
  type ProtocolAnswers,
  withSender,
  withUnknownSender,
} from "./senders.ts";
import { LINES, receivedParts, receivedText, SMALL } from "./sent_body.ts";

const LINES_NAMED = 20;

/** Errors as InfluxDB 2 writes them. */
const V2: ProtocolAnswers = {
  unknownToken: () => errorResponse(401, "unauthorized", "A project token is expected"),
  refused: (status, message) =>
    errorResponse(status, status === 413 ? "request too large" : "invalid", message),
  retryLater: (status, message) =>
    errorResponse(status, status === 429 ? "too many requests" : "unavailable", message),
};

/** Errors as InfluxDB 1 writes them. */
const V1: ProtocolAnswers = {
  unknownToken: () => V1.refused(401, "authorization failed"),
  refused: (status, error) => Response.json({ error }, { status }),
  retryLater: (status, error) => Response.json({ error }, { status }),
};

/**
 * The endpoint of InfluxDB v2 clients: line protocol in, 204 out.
 *
 * A bad batch is answered 400, which no client sends again, so its good lines are stored; what may be sent again is
 * answered 429 or 503. Node-RED's 1.8 mode sends `Token user:token`.
 */
export function receiveInflux(ctx: Context<State>): Promise<Response> {
  const take = async (collector: Collector) => v2Answer(await linesTaken(ctx, collector));
  return withSender(ctx, V2, { token: passwordOf(headerToken(ctx.req)), take });
}

/** The endpoint of InfluxDB v1 clients; the token is their password, or after the colon of `Token user:token`. @spec collectors.protocols */
export function receiveInfluxV1(ctx: Context<State>): Promise<Response> {
  const take = async (collector: Collector) => v1Answer(await linesTaken(ctx, collector));
  return withSender(ctx, V1, { token: v1Token(ctx.req, ctx.url.searchParams), take });
}

async function linesTaken(
  { req, url }: Context<State>,
  collector: Collector,
): Promise<LinesOutcome> {
  const parts = await receivedParts(req, LINES);
  const precision = url.searchParams.get("precision");
  return await takeLines(collector, { precision, parts, held: heldBy(req) });
}

/** Answers the ping of v1 clients. */
export function answerPing(): Response {
  return new Response(null, { status: 204, headers: { "x-influxdb-version": "1.8.10" } });
}

/** Answers the queries that v1 clients send before writing: `CREATE DATABASE` does nothing, others are refused. */
export function answerQuery(ctx: Context<State>): Promise<Response> {
  const { req, url } = ctx;
  const inAddress = url.searchParams.get("q");
  if (inAddress !== null) return Promise.resolve(queryAnswer(inAddress));
  return withUnknownSender(ctx, V1, {
    read: async () => boundedForm(await receivedText(req, SMALL)).get("q") ?? "",
    then: (query) => Promise.resolve(queryAnswer(query)),
  });
}

function queryAnswer(query: string): Response {
  if (/^\s*create\s+database\s/i.test(query)) {
    return Response.json({ results: [{ statement_id: 0 }] });
  }
  return V1.refused(400, "error parsing query: only CREATE DATABASE is answered");
}

function v1Token(request: Request, query: URLSearchParams): string | null {
  const header = request.headers.get("authorization") ?? "";
  const basic = /^Basic +([\w+/=]+)$/i.exec(header)?.[1];
  if (basic !== undefined) return passwordOf(decodedBasic(basic));
  return query.get("p") ?? passwordOf(headerToken(request));
}

function decodedBasic(encoded: string): string | null {
  try {
    return atob(encoded);
  } catch (error) {
    if (error instanceof DOMException) return null;
    throw error;
  }
}

function v2Answer(outcome: LinesOutcome): Response {
  switch (outcome.kind) {
    case "stored":
      return new Response(null, { status: 204 });
    case "bad-precision":
      return errorResponse(400, "invalid", "precision must be ns, us, ms or s");
    case "bad-lines":
      return errorResponse(400, "invalid", badLinesMessage(outcome.lines, outcome.count));
  }
}

function v1Answer(outcome: LinesOutcome): Response {
  switch (outcome.kind) {
    case "stored":
      return new Response(null, { status: 204 });
    case "bad-precision":
      return V1.refused(400, "precision must be n, u, ms, s, m or h");
    case "bad-lines":
      return V1.refused(
        400,
        `${badLinesMessage(outcome.lines, outcome.count)} dropped=${outcome.count}`,
      );
  }
}

function badLinesMessage(lines: readonly BadLine[], count: number): string {
  const named = lines.slice(0, LINES_NAMED).map(({ line, message }) => `line ${line}: ${message}`);
  const others = count - named.length;
  const more = others > 0 ? `; and ${others} more` : "";
  return `partial write: ${count} not kept: ${named.join("; ")}${more}`;
}

function errorResponse(status: number, code: string, message: string): Response {
  return Response.json({ code, message }, { status });
}
