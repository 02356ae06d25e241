import type { Context } from "fresh";
import { boundedJson, type JsonBounds } from "@/lib/backend/core/bounded_text.ts";
import { takeReports, wishesFor, wishesTag } from "@/lib/backend/embedded/pilot/gateway.ts";
import { parseReports } from "@/lib/backend/embedded/pilot/gateway_body.ts";
import { notePoll } from "@/lib/backend/embedded/pilot/signs_of_life.ts";
import type { Collector } from "@/lib/backend/ingest/collectors.ts";
import { NEVER_KEPT } from "@/lib/web/front/headers.ts";
import { isKnown } from "@/lib/web/front/known_answer.ts";
import { heldBy } from "@/lib/web/front/request_facts.ts";
import type { State } from "@/lib/web/state.ts";
import { headerToken, PLAIN_ANSWERS, withSender } from "./senders.ts";
import { EVENT, receivedText } from "./sent_body.ts";

/** Room for five hundred complete module reports. */
const BOUNDS: JsonBounds = { maxValues: 15_000, maxDepth: 6 };

/**
 * The endpoint that gateways of controlled dwellings poll for the settings of their modules. `?after=` is the serial
 * where the last answer stopped; `?all=1` asks for settings already applied too. A gateway that sends the ETag of its
 * last answer to the same question gets 304 until a setting changes, without a read of its modules.
 *
 * @spec pilot.gateway
 */
export function answerWishes(ctx: Context<State>): Promise<Response> {
  const { searchParams } = ctx.url;
  const query = { after: searchParams.get("after") ?? "", isAll: searchParams.get("all") === "1" };
  return ofGateway(ctx, async (collector) => {
    const [etag] = await Promise.all([wishesTag(collector, query), notePoll(collector)]);
    const headers = { ...NOT_CACHED, etag };
    if (isKnown(ctx.req, etag)) return new Response(null, { status: 304, headers });
    const answer = await wishesFor(collector, query);
    return answer && Response.json(answer, { headers });
  });
}

/** The endpoint for reports of gateways: applied settings and states of modules. */
export function receiveReports(ctx: Context<State>): Promise<Response> {
  return ofGateway(ctx, async (collector) => {
    const text = await receivedText(ctx.req, EVENT);
    const sent = boundedJson(text, BOUNDS, heldBy(ctx.req));
    const parsed = parseReports(sent, Math.floor(collector.now() / 1_000));
    if (!parsed.ok) return PLAIN_ANSWERS.refused(400, parsed.message);
    const answer = await takeReports(collector, parsed.reports, text.length);
    const { misdated } = parsed;
    return answer && Response.json({ ...answer, misdated }, { headers: NOT_CACHED });
  });
}

/** Answers are not cached. */
const NOT_CACHED = { "cache-control": NEVER_KEPT } as const;

/** Answers 404 for a residence without heating control. */
function ofGateway(
  ctx: Context<State>,
  asked: (collector: Collector) => Promise<Response | null>,
): Promise<Response> {
  return withSender(ctx, PLAIN_ANSWERS, {
    token: headerToken(ctx.req),
    take: async (collector) =>
      await asked(collector) ?? PLAIN_ANSWERS.refused(404, "This residence has no pilot"),
  });
}
