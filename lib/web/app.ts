/**
 * The front of the house: everything true of every answer, whichever page, file or error it is.
 *
 * @module
 */
import { App } from "fresh";
import type { AppConfig } from "../../fresh.config.ts";
import { type AccessLog, accessLog, reportFault } from "./access_log.ts";
import { announcedBytes } from "./body_limits.ts";
import { limitBody } from "./body_cap.ts";
import { acceptedEncoding, compressed, isCompressible } from "./compression.ts";
import { ContentPolicy, FIXED_HEADERS, HSTS, nonceOf, PRIVATE, withoutUpgrade } from "./headers.ts";
import { refusal } from "./refusals.ts";
import { arrivalFacts, rememberFacts, type RequestFacts } from "./request_facts.ts";

/** What the front needs of the configuration. */
export type FrontConfig = Pick<AppConfig, "accessLog" | "maxBodyBytes" | "tileUrl" | "trustProxy">;

type Handler = ReturnType<App<unknown>["handler"]>;

/**
 * A Fresh app whose answers all carry the security headers, a request id and a line in the log, are compressed,
 * and are never a bare error: set here once, since Fresh loses on error pages what middlewares add.
 */
export class SecureApp<State> extends App<State> {
  readonly #config: FrontConfig;
  readonly #policy: ContentPolicy;
  readonly #log: AccessLog;

  constructor(config: FrontConfig) {
    super({ trustProxy: config.trustProxy });
    this.#config = config;
    this.#policy = new ContentPolicy(config);
    this.#log = accessLog(config.accessLog);
  }

  override handler(): Handler {
    const inner = super.handler();
    return async (request, info) => {
      const startedAt = performance.now();
      const facts = arrivalFacts(request, info, this.#config.trustProxy);
      const url = readableUrl(request.url);
      const answer = await this.#answer(request, info, { url, facts, inner });
      const sent = await this.#dressed(answer, request, facts);
      const ms = performance.now() - startedAt;
      this.#log({
        requestId: facts.requestId,
        method: request.method,
        url,
        status: sent.status,
        ms,
      });
      return sent;
    };
  }

  async #answer(
    request: Request,
    info: Deno.ServeHandlerInfo | undefined,
    { url, facts, inner }: { url: URL | null; facts: RequestFacts; inner: Handler },
  ): Promise<Response> {
    if (url === null) return refusal("bad-request", request, facts.requestId);
    const { maxBodyBytes } = this.#config;
    if (announcedBytes(request) > maxBodyBytes) {
      return refusal("too-large", request, facts.requestId);
    }
    try {
      const bounded = limitBody(request, maxBodyBytes);
      rememberFacts(bounded, facts);
      return await inner(bounded, info);
    } catch (fault) {
      reportFault(facts.requestId, fault);
      return refusal("unknown-error", request, facts.requestId);
    }
  }

  async #dressed(answer: Response, request: Request, facts: RequestFacts): Promise<Response> {
    const { headers } = answer;
    for (const [name, value] of FIXED_HEADERS) if (!headers.has(name)) headers.set(name, value);
    headers.set("content-security-policy", this.#policyOf(headers, facts.https));
    headers.set("x-request-id", facts.requestId);
    if (facts.https) headers.set("strict-transport-security", HSTS);
    if (!headers.has("cache-control")) headers.set("cache-control", PRIVATE);
    if (isUnchanged(request, answer)) return unchanged(answer);
    if (request.method === "HEAD" || !isCompressible(answer)) return answer;
    headers.append("vary", "accept-encoding");
    const encoding = acceptedEncoding(request.headers.get("accept-encoding"));
    return encoding === null ? answer : await compressed(answer, encoding);
  }

  /** An answer may bring its own policy (a PDF in a frame); a page's nonce is put into the site's policy. */
  #policyOf(headers: Headers, https: boolean): string {
    const own = headers.get("content-security-policy");
    const nonce = nonceOf(own);
    if (own === null || nonce !== null) return this.#policy.with(nonce);
    return https ? own : withoutUpgrade(own);
  }
}

/** The URL of a request; null when its path is not percent-encoded UTF-8, or its host is no host. */
function readableUrl(text: string): URL | null {
  try {
    const url = new URL(text);
    const path = url.pathname.includes("%") ? decodeURIComponent(url.pathname) : url.pathname;
    return path.includes("\0") ? null : url;
  } catch (error) {
    if (error instanceof TypeError || error instanceof URIError) return null;
    throw error;
  }
}

function isUnchanged(request: Request, answer: Response): boolean {
  const etag = answer.headers.get("etag");
  const known = request.headers.get("if-none-match");
  if (etag === null || known === null || answer.status !== 200) return false;
  const tags = known.split(",").map((tag) => tag.trim().replace(/^W\//, ""));
  return tags.includes("*") || tags.includes(etag.replace(/^W\//, ""));
}

/** 304, without the policy: a kept page keeps the nonce it came with. */
function unchanged(answer: Response): Response {
  const headers = new Headers(answer.headers);
  for (const name of ["content-security-policy", "content-length", "content-type"]) {
    headers.delete(name);
  }
  void answer.body?.cancel();
  return new Response(null, { status: 304, headers });
}
