import type { Context } from "fresh";
import { unzipped } from "../backend/http_body.ts";
import { type BadLine, type LinesOutcome, takeLines } from "../backend/ingest_door.ts";
import { Refused } from "../backend/refused.ts";
import { readLimited } from "./body_limits.ts";
import type { State } from "./state.ts";

const MIB = 1_024 * 1_024;
/** Largest body as it is sent, and once unzipped. Telegraf splits a batch in two on 413. */
const MAX_SENT_BYTES = 8 * MIB;
const MAX_TEXT_BYTES = 32 * MIB;
/** Bodies taken at once: beyond, senders are asked to come back, and they do. */
const MAX_UNDER_WAY = 32;
/** When to come back, s. */
const RETRY_AFTER_S = 5;
/** Lines named one by one in an answer. */
const LINES_NAMED = 20;

let underWay = 0;

/**
 * The door of InfluxDB v2 clients: line protocol in, 204 out.
 *
 * A bad batch is answered 400, which no client sends again, so its good lines are kept; what may be sent again is
 * answered 429 or 503.
 */
export async function receiveInflux({ req, url, state }: Context<State>): Promise<Response> {
  const token = /^(?:Token|Bearer) +(.+)$/i.exec(req.headers.get("authorization") ?? "")?.[1];
  if (token === undefined) return said(401, "unauthorized", "A project token is expected");
  if (underWay >= MAX_UNDER_WAY) return comeBack("Too many writes at once");
  underWay++;
  try {
    const text = await bodyText(req);
    const precision = url.searchParams.get("precision");
    return answer(await takeLines(state.platform, { token: token.trim(), precision, text }));
  } catch (fault) {
    if (fault instanceof Refused) return refusal(fault);
    state.platform.options.reportFault(state.requestId, fault);
    return comeBack("The readings cannot be stored at the moment");
  } finally {
    underWay--;
  }
}

async function bodyText(request: Request): Promise<string> {
  const read = await readLimited(request, { maxBytes: MAX_SENT_BYTES });
  if (!read.ok) throw new Refused(read.code);
  const encoding = request.headers.get("content-encoding") ?? "identity";
  if (encoding !== "gzip" && encoding !== "identity") throw new Refused("unsupported-media-type");
  const bytes = encoding === "gzip" ? await unzipped(read.bytes, MAX_TEXT_BYTES) : read.bytes;
  return new TextDecoder().decode(bytes);
}

function answer(outcome: LinesOutcome): Response {
  switch (outcome.kind) {
    case "stored":
      return new Response(null, { status: 204 });
    case "unknown-token":
      return said(401, "unauthorized", "Unknown project token");
    case "bad-precision":
      return said(400, "invalid", "precision must be ns, us, ms or s");
    case "bad-lines":
      return said(400, "invalid", badLinesMessage(outcome.lines, outcome.count));
  }
}

function badLinesMessage(lines: readonly BadLine[], count: number): string {
  const named = lines.slice(0, LINES_NAMED).map(({ line, message }) => `line ${line}: ${message}`);
  const others = count - named.length;
  const more = others > 0 ? `; and ${others} more` : "";
  return `partial write: ${count} not kept: ${named.join("; ")}${more}`;
}

function refusal({ code }: Refused): Response {
  if (code === "too-large") return said(413, "request too large", "The body is too large");
  if (code === "too-slow") return said(408, "invalid", "The body came too slowly");
  if (code === "bad-request") return said(400, "invalid", "The body is not gzip");
  return said(415, "invalid", "The body must be plain or gzip");
}

function comeBack(message: string): Response {
  const response = said(503, "unavailable", message);
  response.headers.set("retry-after", String(RETRY_AFTER_S));
  return response;
}

/** Errors as InfluxDB writes them. */
function said(status: number, code: string, message: string): Response {
  return Response.json({ code, message }, { status });
}
