/** Answers the requests of LoRaWAN network servers, EmonCMS and InfluxDB senders. @module */

import type { Context } from "fresh";
import {
  boundedForm,
  boundedJson,
  CALL_BOUNDS,
  utf8Form,
  utf8Text,
} from "@/lib/base/bounded_parsing.ts";
import { CallError } from "@/lib/base/errors.ts";
import { sumBy } from "@/lib/base/sums.ts";
import { DEFAULT_TIME_ZONE } from "@/lib/base/time_zones.ts";
import { unzipped } from "@/lib/files/decompression.ts";
import { takeSlot } from "@/lib/web/body_slots.ts";
import type { Collector, State } from "@/lib/web/state.ts";
import type { ArrivalWay } from "./schema.ts";
import { type InputRequest, mayGiveDate, parseBulk, parsePost } from "./emoncms.ts";
import {
  EVENT,
  headerToken,
  LINES,
  passwordOf,
  PLAIN_ANSWERS,
  type ProtocolAnswers,
  receivedBytes,
  receivedText,
  type SentLimits,
  SMALL,
  takenFrom,
  VALUES,
  withSender,
  withUnknownSender,
} from "./http_senders.ts";
import type { BadLine } from "./influx_lines.ts";
import { parseChirpstack, parseThingsStack } from "./lorawan_events.ts";
import { type ParsedReadings, takeLines, takeReadings, timeZoneOf } from "./receive.ts";

/** The endpoint of ChirpStack's HTTP integration, whose headers carry the project's token: `?event=up`, 204 out. @spec collectors.protocols */
export function receiveChirpstack(ctx: Context<State>): Promise<Response> {
  const event = ctx.url.searchParams.get("event") ?? "";
  return receiveEvent(ctx, "chirpstack", (received) => parseChirpstack(event, received));
}

/** The endpoint of webhooks of The Things Stack, whose headers carry the project's token: 204 out. @spec collectors.protocols */
export function receiveThingsStack(ctx: Context<State>): Promise<Response> {
  return receiveEvent(ctx, "things-stack", parseThingsStack);
}

function receiveEvent(
  ctx: Context<State>,
  way: ArrivalWay,
  parse: (received: { body: unknown; nowS: number }) => ParsedReadings,
): Promise<Response> {
  return withSender(ctx, PLAIN_ANSWERS, {
    token: headerToken(ctx.req),
    take: async (collector) => {
      const text = await receivedText(ctx.req, EVENT);
      const refusal = await takeReadings(collector, {
        way,
        words: () => text,
        size: text.length,
        parse: (nowS) => parse({ body: boundedJson(text, CALL_BOUNDS), nowS }),
      });
      if (refusal !== null) return PLAIN_ANSWERS.refused(400, refusal);
      return new Response(null, { status: 204 });
    },
  });
}

/** Emoncms reports errors with a success status. */
const ANSWERS: ProtocolAnswers = {
  unknownToken: invalidKey,
  refused: (status, message) => Response.json({ success: false, message }, { status }),
};

interface SentInputs {
  /** Parameters of the URL, then those of the form. */
  readonly parameters: URLSearchParams;
  /** Data sent as the body; null when they are a parameter. */
  readonly data: string | null;
}

/** How one kind of request is read and stored. */
interface Input {
  read(limits: SentLimits): Promise<SentInputs>;
  parse(request: InputRequest, data: string | null): ParsedReadings;
  success(parameters: URLSearchParams): Response;
}

/** `/input/post`: one tick of one node. Its reader prefers `ok`, or an object when `fulljson` was sent. */
export function receivePost(ctx: Context<State>): Promise<Response> {
  return received(ctx, {
    read: async (limits) => ({ parameters: await parametersOf(ctx, limits), data: null }),
    // An omitted path parameter is "".
    parse: (request) => parsePost(request, ctx.params.node || null),
    success: (parameters) =>
      parameters.has("fulljson") ? Response.json({ success: true }) : new Response("ok"),
  });
}

/** `/input/bulk`: several ticks of several nodes; `c=1` sends them zipped in hexadecimal, `cb=1` as the body. @spec collectors.protocols */
export function receiveBulk(ctx: Context<State>): Promise<Response> {
  return received(ctx, {
    read: (limits) => bulkOf(ctx, limits),
    parse: (request, data) => parseBulk(request, data ?? ""),
    success: () => new Response("ok"),
  });
}

/**
 * Accepts the key in the URL, in a header or as a form field. Such a form must be small, since it is read before its
 * sender is known.
 */
function received(ctx: Context<State>, input: Input): Promise<Response> {
  const token = ctx.url.searchParams.get("apikey") ?? headerToken(ctx.req);
  const isForm = ctx.req.body !== null && ctx.url.searchParams.get("cb") !== "1";
  if (token !== null || !isForm) {
    const take = async (collector: Collector) =>
      await emoncmsResponse(collector, input, await input.read(VALUES));
    return withSender(ctx, ANSWERS, { token, take });
  }
  return withUnknownSender(ctx, ANSWERS, {
    read: () => input.read(SMALL),
    then: (sent) =>
      takenFrom(ctx, ANSWERS, {
        token: sent.parameters.get("apikey"),
        take: (collector) => emoncmsResponse(collector, input, sent),
      }),
  });
}

async function emoncmsResponse(
  collector: Collector,
  input: Input,
  sent: SentInputs,
): Promise<Response> {
  const { parameters, data } = sent;
  const timeZone = mayGiveDate(parameters) ? await timeZoneOf(collector) : DEFAULT_TIME_ZONE;
  const refusal = await takeReadings(collector, {
    way: "emoncms",
    words: () => wordsOf(sent),
    size: sizeOf(sent),
    parse: (nowS) => input.parse({ parameters, nowS, timeZone }, data),
  });
  if (refusal !== null) return ANSWERS.refused(200, refusal);
  return input.success(parameters);
}

/** The inputs as they were sent, without the key. */
function wordsOf({ parameters, data }: SentInputs): string {
  const shown = [...parameters].filter(([name]) => name !== "apikey" && name !== "data");
  const inputs = data ?? parameters.get("data");
  return [...shown, ...inputs === null ? [] : [["data", inputs]]]
    .map((pair) => pair.join("=")).join("&");
}

function sizeOf({ parameters, data }: SentInputs): number {
  return data?.length ?? sumBy([...parameters.values()], ({ length }) => length);
}

/** Parameters of the URL, then those of a form. */
async function parametersOf(
  { req, url }: Context<State>,
  limits: SentLimits,
): Promise<URLSearchParams> {
  const query = utf8Form(url.search);
  const form = req.method === "POST" ? utf8Form(await receivedText(req, limits)) : [];
  return new URLSearchParams([...query, ...form]);
}

async function bulkOf(ctx: Context<State>, limits: SentLimits): Promise<SentInputs> {
  const { req, url } = ctx;
  if (url.searchParams.get("cb") === "1") {
    const data = await inflatedText(ctx, await receivedBytes(req, limits));
    return { parameters: url.searchParams, data };
  }
  const parameters = await parametersOf(ctx, limits);
  const data = parameters.get("data") ?? "";
  if (parameters.get("c") !== "1") return { parameters, data };
  if (!/^(?:[\da-f]{2})+$/i.test(data)) throw new CallError("bad-request");
  return { parameters, data: await inflatedText(ctx, Uint8Array.fromHex(data)) };
}

async function inflatedText(
  { req }: Context<State>,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<string> {
  const onBytes = (bytes: number) => takeSlot(req, bytes);
  return utf8Text(await unzipped(bytes, VALUES.maxBytes, { format: "deflate", onBytes }));
}

function invalidKey(): Response {
  const headers = { "www-authenticate": 'Bearer realm="API KEY", error="invalid_apikey"' };
  return new Response("Invalid API key", { status: 401, headers });
}

const LINES_NAMED = 20;

/** Codes of InfluxDB 2 by status; "invalid" for another one. */
const V2_CODES: Readonly<Record<number, string>> = {
  401: "unauthorized",
  413: "request too large",
  429: "too many requests",
  503: "unavailable",
};

/** What the two versions of InfluxDB answer differently. */
interface InfluxAnswers extends ProtocolAnswers {
  /** The precisions of timestamps that a sender may name. */
  readonly precisions: string;
  /** End of the message about lines that are not stored. */
  dropped(count: number): string;
}

/** Errors as InfluxDB 2 writes them. */
const V2: InfluxAnswers = {
  precisions: "ns, us, ms or s",
  dropped: () => "",
  unknownToken: () => V2.refused(401, "A project token is expected"),
  refused: (status, message) =>
    Response.json({ code: V2_CODES[status] ?? "invalid", message }, { status }),
};

/** Errors as InfluxDB 1 writes them. */
const V1: InfluxAnswers = {
  precisions: "n, u, ms, s, m or h",
  dropped: (count) => ` dropped=${count}`,
  unknownToken: () => V1.refused(401, "authorization failed"),
  refused: (status, error) => Response.json({ error }, { status }),
};

/**
 * The endpoint of InfluxDB v2 clients: line protocol in, 204 out.
 *
 * A bad batch is answered 400, which no client sends again, so its good lines are stored; what may be sent again is
 * answered 429 or 503. Node-RED's 1.8 mode sends `Token user:token`.
 */
export function receiveInflux(ctx: Context<State>): Promise<Response> {
  return withSender(ctx, V2, {
    token: passwordOf(headerToken(ctx.req)),
    take: (collector) => takeInfluxLines(ctx, collector, V2),
  });
}

/** The endpoint of InfluxDB v1 clients; the token is their password, or after the colon of `Token user:token`. @spec collectors.protocols */
export function receiveInfluxV1(ctx: Context<State>): Promise<Response> {
  return withSender(ctx, V1, {
    token: v1Token(ctx.req, ctx.url.searchParams),
    take: (collector) => takeInfluxLines(ctx, collector, V1),
  });
}

/** Stores the lines of a body, and answers in the words of a version. */
async function takeInfluxLines(
  { req, url }: Context<State>,
  collector: Collector,
  { precisions, dropped, refused }: InfluxAnswers,
): Promise<Response> {
  const bytes = await receivedBytes(req, LINES);
  const precision = url.searchParams.get("precision");
  const outcome = await takeLines(collector, { precision, bytes });
  if (outcome.kind === "stored") return new Response(null, { status: 204 });
  if (outcome.kind === "bad-precision") {
    return refused(400, `precision must be ${precisions}`);
  }
  return refused(400, badLinesMessage(outcome.lines, outcome.count) + dropped(outcome.count));
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

function badLinesMessage(lines: readonly BadLine[], count: number): string {
  const named = lines.slice(0, LINES_NAMED).map(({ line, message }) => `line ${line}: ${message}`);
  const others = count - named.length;
  const more = others > 0 ? `; and ${others} more` : "";
  return `partial write: ${count} not kept: ${named.join("; ")}${more}`;
}
