import { type Context, HttpError } from "fresh";
import { isRead } from "@/lib/backend/core/read_method.ts";
import { storeFaultCode } from "@/lib/backend/kv/store_fault.ts";
import { ERRORS } from "@/lib/contract/errors.ts";
import { errorPage } from "@/lib/text/error_pages.ts";
import { errorCode, errorStatus } from "@/lib/web/answered.ts";
import type { State } from "@/lib/web/state.ts";
import { reportFault } from "./access_log.ts";

/** `Retry-After` while the store fails, s. */
export const STORE_RETRY_S = 5;

const OF_PROGRAMS = /^\/(?:api|health|write|ping|query|input|chirpstack|gateway)(?:\/|$)/;

/** Whether a path is one of calls, collectors or monitoring, which programs read. */
export function isOfPrograms({ pathname }: URL): boolean {
  return OF_PROGRAMS.test(pathname);
}

/**
 * Answers 503 where the store cannot be used. Programs are answered in JSON, also when another middleware refuses, such
 * as a write of another site's page; others get the error page.
 *
 * @spec calls.errors
 * @throws HttpError the refusal of a page; 503 with the code of the fault
 */
export function storeRefusals(): (ctx: Context<State>) => Promise<Response> {
  return async ({ state, req, url, next }) => {
    try {
      return await next();
    } catch (fault) {
      const code = storeFaultCode(fault, isRead(req));
      const refusal = code ?? errorCode(fault);
      if (refusal !== null) state.facts.refusal = refusal;
      if (code !== null) reportFault(state.requestId, fault);
      else if (!(fault instanceof HttpError) || !isOfPrograms(url)) throw fault;
      const answered = refusal ?? errorPage(errorStatus(fault)).code;
      const { status, message } = ERRORS[answered];
      if (isOfPrograms(url)) return Response.json({ code: answered, message }, { status });
      throw new HttpError(status, answered);
    }
  };
}
