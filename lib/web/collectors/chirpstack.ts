import type { Context } from "fresh";
import { boundedJson, CALL_BOUNDS } from "@/lib/backend/core/bounded_text.ts";
import { takeEvent } from "@/lib/backend/ingest/intake.ts";
import type { State } from "@/lib/web/state.ts";
import { headerToken, PLAIN_ANSWERS, withSender } from "./senders.ts";
import { EVENT, receivedText } from "./sent_body.ts";

/** The endpoint of ChirpStack's HTTP integration, whose headers carry the project's token: `?event=up`, 204 out. @spec collectors.protocols */
export function receiveChirpstack(ctx: Context<State>): Promise<Response> {
  return withSender(ctx, PLAIN_ANSWERS, {
    token: headerToken(ctx.req),
    take: async (collector) => {
      const event = ctx.url.searchParams.get("event") ?? "";
      const text = await receivedText(ctx.req, EVENT);
      const body = () => boundedJson(text, CALL_BOUNDS);
      const outcome = await takeEvent(collector, { event, size: text.length, body });
      if (outcome.kind === "refused") return PLAIN_ANSWERS.refused(400, outcome.message);
      return new Response(null, { status: 204 });
    },
  });
}
