import type { Context } from "fresh";
import { unzipped } from "../../backend/http_body.ts";
import { type ReadingsOutcome, takeReadings } from "../../backend/ingest_door.ts";
import {
  type InputRequest,
  parseBulk,
  type ParsedInputs,
  parsePost,
} from "../../backend/ingest/emoncms.ts";
import { Refused } from "../../backend/refused.ts";
import type { State } from "../state.ts";
import {
  atTheDoor,
  type DoorWords,
  headerToken,
  MAX_TEXT_BYTES,
  sentBytes,
  sentText,
} from "./door.ts";

/** Emoncms says what is wrong with a request under a status of success. */
const WORDS: DoorWords = {
  refused: (status, message) => Response.json({ success: false, message }, { status }),
  comeBack: (status, message) => Response.json({ success: false, message }, { status }),
};

/** What a door of Emoncms does once it knows the parameters. */
interface Taking {
  readonly parameters: URLSearchParams;
  /** What the parsed request is. */
  parse(request: InputRequest): ParsedInputs;
  /** What success says. */
  readonly success: () => Response;
}

/** `/input/post`: one tick of one node. Its reader prefers `ok`, or an object when `fulljson` was sent. */
export function receivePost(ctx: Context<State>): Promise<Response> {
  return atTheDoor(ctx, WORDS, async () => {
    const parameters = await formParameters(ctx);
    const isJson = parameters.has("fulljson");
    return await taken(ctx, {
      parameters,
      parse: (request) => parsePost(request, ctx.params.node ?? null),
      success: () => isJson ? Response.json({ success: true }) : new Response("ok"),
    });
  });
}

/** `/input/bulk`: several ticks of several nodes; `c=1` sends them zipped in hexadecimal, `cb=1` as the body. */
export function receiveBulk(ctx: Context<State>): Promise<Response> {
  return atTheDoor(ctx, WORDS, async () => {
    const isBinary = ctx.url.searchParams.get("cb") === "1";
    const parameters = isBinary ? ctx.url.searchParams : await formParameters(ctx);
    const data = isBinary ? await inflated(await sentBytes(ctx.req)) : await bulkText(parameters);
    return await taken(ctx, {
      parameters,
      parse: (request) => parseBulk(request, data),
      success: () => new Response("ok"),
    });
  });
}

async function taken(
  { req, state }: Context<State>,
  { parameters, parse, success }: Taking,
): Promise<Response> {
  const token = parameters.get("apikey") ?? headerToken(req);
  const outcome: ReadingsOutcome = token === null ? { kind: "unknown-token" } : await takeReadings(
    state.platform,
    { token, parse: (nowS) => parse({ parameters, nowS }) },
  );
  switch (outcome.kind) {
    case "stored":
      return success();
    case "unknown-token":
      return invalidKey();
    case "refused":
      return WORDS.refused(200, outcome.message);
  }
}

/** Parameters of the address, then those of a form. */
async function formParameters({ req, url }: Context<State>): Promise<URLSearchParams> {
  if (req.method !== "POST") return url.searchParams;
  return new URLSearchParams([...url.searchParams, ...new URLSearchParams(await sentText(req))]);
}

async function bulkText(parameters: URLSearchParams): Promise<string> {
  const data = parameters.get("data") ?? "";
  if (parameters.get("c") !== "1") return data;
  if (!/^(?:[\da-f]{2})+$/i.test(data)) throw new Refused("bad-request");
  return await inflated(Uint8Array.fromHex(data));
}

async function inflated(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  return new TextDecoder().decode(await unzipped(bytes, MAX_TEXT_BYTES, "deflate"));
}

function invalidKey(): Response {
  const headers = { "www-authenticate": 'Bearer realm="API KEY", error="invalid_apikey"' };
  return new Response("Invalid API key", { status: 401, headers });
}
