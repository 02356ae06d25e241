import type { Context } from "fresh";
import { boundedJson, CALL_BOUNDS } from "@/lib/backend/core/bounded_text.ts";
import { takeEvent } from "@/lib/backend/ingest/intake.ts";
import type { State } from "@/lib/web/state.ts";
import { headerToken, type ProtocolAnswers, withSender } from "./senders.ts";
import { EVENT, receivedText } from "./sent_body.ts";

const WORDS: ProtocolAnswers = {
  unknownToken: () => WORDS.refused(401, "A project token is expected"),
  refused: (status, message) => Response.json({ message }, { status }),
  comeBack: (status, message) => Response.json({ message }, { status }),
};

/** The door of ChirpStack's HTTP integration, whose headers carry the project's token: `?event=up`, 204 out. @spec collectors.protocols */
export function receiveChirpstack(ctx: Context<State>): Promise<Response> {
  return withSender(ctx, WORDS, {
    token: headerToken(ctx.req),
    take: async (collector) => {
      const event = ctx.url.searchParams.get("event") ?? "";
      const text = await receivedText(ctx.req, EVENT);
      const body = () => boundedJson(text, CALL_BOUNDS);
      const outcome = await takeEvent(collector, { event, size: text.length, body });
      if (outcome.kind === "refused") return WORDS.refused(400, outcome.message);
      return new Response(null, { status: 204 });
    },
  });
}
