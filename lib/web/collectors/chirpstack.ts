import type { Context } from "fresh";
import { takeEvent } from "../../backend/ingest_door.ts";
import { Refused } from "../../backend/refused.ts";
import type { State } from "../state.ts";
import { atTheDoor, type DoorWords, headerToken, sentText } from "./door.ts";

const WORDS: DoorWords = {
  refused: (status, message) => Response.json({ message }, { status }),
  comeBack: (status, message) => Response.json({ message }, { status }),
};

/** The door of ChirpStack's HTTP integration, whose headers carry the project's token: `?event=up`, 204 out. */
export function receiveChirpstack(ctx: Context<State>): Promise<Response> {
  const token = headerToken(ctx.req);
  if (token === null) return Promise.resolve(WORDS.refused(401, "A project token is expected"));
  return atTheDoor(ctx, WORDS, async () => {
    const event = ctx.url.searchParams.get("event") ?? "";
    const body = eventOf(await sentText(ctx.req));
    const outcome = await takeEvent(ctx.state.platform, { token, event, body });
    switch (outcome.kind) {
      case "stored":
        return new Response(null, { status: 204 });
      case "unknown-token":
        return WORDS.refused(401, "Unknown project token");
      case "refused":
        return WORDS.refused(400, outcome.message);
    }
  });
}

function eventOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) throw new Refused("bad-request");
    throw error;
  }
}
