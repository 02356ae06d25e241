/**
 * A small ADICT service on this machine: its token, its recorded NDJSON answers, and the faults of
 * a host.
 * @module
 */

import { consentLine, INFORMATIVE, PUBLISHED, TREATMENT } from "@/tests/gas/some_lines.ts";
import { serve } from "./loopback.ts";

/** The delivery point of the recorded lines. */
export const RECORDED_PCE = "23000000000000";

export const CLIENT = { id: "client-1", secret: "un:secret" };

/** A call that the service received. */
interface AdictCall {
  readonly method: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly body: string;
}

/** A wrong answer: a status with its Retry-After, an invalid body, or one that is cut. */
export type AdictFault =
  | { readonly status: number; readonly retryAfter?: string }
  | { readonly body: string }
  | "garbage"
  | "cut"
  | "redirect";

/** The service, with the calls it received. */
export interface AdictServer {
  /** For `ADICT_API` and `ADICT_TOKEN_URL`. */
  readonly api: string;
  readonly tokenUrl: string;
  /** Calls of the service itself, without token requests. */
  readonly asked: AdictCall[];
  /** Forms of the token requests. */
  readonly tokenForms: Readonly<Record<string, string>>[];
  /** Consents of the platform, as lines. */
  consents: string[];
  published: string[];
  informative: string[];
  /** Answers of the next calls, in order, null for a correct one; correct after the last. */
  readonly faults: (AdictFault | null)[];
  /** Status of the next token requests; 200 returns a token. */
  tokenStatus: number;
  /** The token given; by default a new one for each request. */
  token: string | null;
  /** An expired token. */
  endedToken: string | null;
}

/** Runs a test with the service, on a free port of this machine. */
export async function withAdictServer(test: (server: AdictServer) => Promise<void>): Promise<void> {
  const { url: host, close } = serve((request) => answer(request, state));
  const state: AdictServer = {
    api: `${host}/adict/v6`,
    tokenUrl: `${host}/oauth2/v1/token`,
    asked: [],
    tokenForms: [],
    consents: [consentLine()],
    published: [PUBLISHED],
    informative: [INFORMATIVE],
    faults: [],
    tokenStatus: 200,
    token: null,
    endedToken: null,
  };
  try {
    await test(state);
  } finally {
    await close();
  }
}

async function answer(request: Request, state: AdictServer): Promise<Response> {
  const { pathname, searchParams } = new URL(request.url);
  if (pathname === "/oauth2/v1/token") return await tokenAnswer(request, state);
  const path = pathname.replace("/adict/v6", "");
  const body = await request.text();
  const { method } = request;
  state.asked.push({ method, path, query: Object.fromEntries(searchParams), body });
  const fault = state.faults.shift();
  if (fault) return faulty(fault);
  const token = request.headers.get("authorization");
  if (token === null || token === `Bearer ${state.endedToken}`) return lines([], 401);
  if (path === "/droits_acces") return lines([...consentsOf(state, body), TREATMENT]);
  const [, pce = "", what = ""] = path.match(/^\/pce\/(\w+)\/(\w+)$/) ?? [];
  const all = what === "donnees_consos_publiees" ? state.published : state.informative;
  const own = all.filter((line) => line.includes(`"id_pce":"${pce}"`));
  return own.length === 0 ? lines([TREATMENT], 404) : lines([...own, TREATMENT]);
}

/** Returns `jeton-1`, `jeton-2`… to requests with the client's credentials. */
async function tokenAnswer(request: Request, state: AdictServer): Promise<Response> {
  const form = Object.fromEntries(new URLSearchParams(await request.text()));
  state.tokenForms.push(form);
  const isClient = form.client_id === CLIENT.id && form.client_secret === CLIENT.secret;
  if (state.tokenStatus !== 200 || !isClient) {
    return Response.json({ error: "invalid_client" }, {
      status: state.tokenStatus === 200 ? 401 : state.tokenStatus,
    });
  }
  const access_token = state.token ?? `jeton-${state.tokenForms.length}`;
  return Response.json({ access_token, expires_in: 14_400, token_type: "Bearer" });
}

function consentsOf({ consents }: AdictServer, body: string): string[] {
  const { id_pce }: { id_pce: string[] } = JSON.parse(body);
  return consents.filter((line) => id_pce.some((pce) => line.includes(`"id_pce":"${pce}"`)));
}

/** One JSON value per line, with any content type. */
function lines(all: readonly string[], status = 200): Response {
  const headers = { "content-type": "application/json" };
  return new Response(all.map((line) => `${line}\n`).join(""), { status, headers });
}

/** The connection ends before the body does. */
function cutBody(): ReadableStream<Uint8Array> {
  const parts = [new TextEncoder().encode(`${PUBLISHED}\n`)];
  return new ReadableStream({
    pull(controller) {
      const part = parts.shift();
      if (part === undefined) controller.error(new Error("cut"));
      else controller.enqueue(part);
    },
  });
}

function faulty(fault: AdictFault): Response {
  if (fault === "garbage") return new Response("<html>Maintenance</html>\n");
  if (fault === "cut") return new Response(cutBody());
  if (fault === "redirect") return new Response(null, { status: 302, headers: { location: "/" } });
  if ("body" in fault) return new Response(fault.body);
  const { status, retryAfter } = fault;
  const headers = new Headers(retryAfter === undefined ? {} : { "retry-after": retryAfter });
  return new Response("{}\n", { status, headers });
}
