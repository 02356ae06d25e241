import type { Context } from "fresh";
import { utf8Form } from "@/lib/backend/core/bounded_text.ts";
import { freeBytes } from "@/lib/backend/core/byte_budget.ts";
import { inflatedParts, joinedParts } from "@/lib/backend/core/inflate.ts";
import { Refused } from "@/lib/backend/core/refused.ts";
import { type Collector, timeZoneOf } from "@/lib/backend/ingest/collectors.ts";
import {
  type InputRequest,
  mayGiveDate,
  parseBulk,
  type ParsedInputs,
  parsePost,
} from "@/lib/backend/ingest/emoncms.ts";
import { takeReadings } from "@/lib/backend/ingest/intake.ts";
import { sumBy } from "@/lib/domain/numbers/sums.ts";
import { DEFAULT_TIME_ZONE } from "@/lib/domain/periods/zoned_days.ts";
import { heldBy } from "@/lib/web/front/request_facts.ts";
import type { State } from "@/lib/web/state.ts";
import {
  headerToken,
  type ProtocolAnswers,
  takenFrom,
  withSender,
  withUnknownSender,
} from "./senders.ts";
import {
  heldText,
  receivedBytes,
  receivedText,
  type SentLimits,
  SMALL,
  VALUES,
} from "./sent_body.ts";

/** Emoncms reports errors with a success status. */
const ANSWERS: ProtocolAnswers = {
  unknownToken: invalidKey,
  refused: (status, message) => Response.json({ success: false, message }, { status }),
  retryLater: (status, message) => Response.json({ success: false, message }, { status }),
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
  parse(request: InputRequest, data: string | null): ParsedInputs;
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
 * sender is known (decision 073).
 */
function received(ctx: Context<State>, input: Input): Promise<Response> {
  const token = ctx.url.searchParams.get("apikey") ?? headerToken(ctx.req);
  const isForm = ctx.req.body !== null && ctx.url.searchParams.get("cb") !== "1";
  if (token !== null || !isForm) {
    const take = async (collector: Collector) =>
      await taken(collector, input, await input.read(VALUES));
    return withSender(ctx, ANSWERS, { token, take });
  }
  return withUnknownSender(ctx, ANSWERS, {
    read: () => input.read(SMALL),
    then: (sent) =>
      takenFrom(ctx, ANSWERS, {
        token: sent.parameters.get("apikey"),
        take: (collector) => taken(collector, input, sent),
      }),
  });
}

async function taken(collector: Collector, input: Input, sent: SentInputs): Promise<Response> {
  const { parameters, data } = sent;
  const timeZone = mayGiveDate(parameters) ? await timeZoneOf(collector) : DEFAULT_TIME_ZONE;
  const outcome = await takeReadings(collector, {
    size: sizeOf(sent),
    parse: (nowS) => input.parse({ parameters, nowS, timeZone }, data),
  });
  if (outcome.kind === "refused") return ANSWERS.refused(200, outcome.message);
  return input.success(parameters);
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
  if (!/^(?:[\da-f]{2})+$/i.test(data)) throw new Refused("bad-request");
  return { parameters, data: await inflatedText(ctx, Uint8Array.fromHex(data)) };
}

async function inflatedText(
  { req }: Context<State>,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<string> {
  const held = heldBy(req);
  const { maxBytes } = VALUES;
  const parts = await inflatedParts([bytes], "deflate", { maxBytes, held });
  freeBytes(bytes, held);
  return heldText(await joinedParts(parts), held);
}

function invalidKey(): Response {
  const headers = { "www-authenticate": 'Bearer realm="API KEY", error="invalid_apikey"' };
  return new Response("Invalid API key", { status: 401, headers });
}
