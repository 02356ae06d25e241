/** Calls the API over HTTP from an island or an outside program. @module */

import {
  request,
  RequestError,
  type RequestOptions,
  type RequestToMake,
} from "@/lib/ui/requests.ts";
import type { Call, InputOf, ResultOf } from "./call.ts";
import { type CallPath, requestPath } from "./routing.ts";

type AskOverHttp<Calls> = <Name extends keyof Calls>(
  name: Name,
  input: InputOf<Calls[Name]>,
) => Promise<ResultOf<Calls[Name]>>;

/**
 * Calls the API over HTTP, from an island or an external program, with a table of paths.
 *
 * A refusal of the host is returned as a value, as in process; a request without a response throws.
 *
 * @param options `headers` are sent with every request: `{ "X-AuthToken": … }` outside a browser
 * @throws {RequestError} 'ajax timeout', or 'ajax error' for an unknown response
 */
export function overHttp<Calls extends Readonly<Record<string, Call>>>(
  paths: Readonly<Record<keyof Calls, CallPath>>,
  options: RequestOptions & { headers?: Record<string, string> } = {},
): AskOverHttp<Calls> {
  return async <Name extends keyof Calls>(name: Name, input: InputOf<Calls[Name]>) => {
    const outgoing = requestOf(paths[name], input, options.headers);
    const response = await request(outgoing, options).then(answerOf, refusalOf);
    // The host is this same program, so the answer has the type of the catalogue.
    return response as ResultOf<Calls[Name]>;
  };
}

function requestOf(
  { method, path }: CallPath,
  input: Readonly<Record<string, unknown>>,
  headers: Record<string, string> = {},
): RequestToMake {
  const { body, ...parameters } = input;
  const url = requestPath(path, parameters);
  return body === undefined ? { method, url, headers } : { method, url, headers, body };
}

async function answerOf(response: Response): Promise<{ ok: true; answer: unknown }> {
  const text = await response.text();
  return { ok: true, answer: text === "" ? null : JSON.parse(text) };
}

async function refusalOf(error: unknown): Promise<object> {
  if (!(error instanceof RequestError) || error.response === null) throw error;
  const refusal: unknown = await error.response.json().catch(() => null);
  if (typeof refusal !== "object" || refusal === null || !("code" in refusal)) throw error;
  return { ok: false, status: error.status, ...refusal };
}
