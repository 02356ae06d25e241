import { type Context, HttpError } from "fresh";
import { isRead } from "@/lib/backend/core/read_method.ts";
import { storeFaultCode } from "@/lib/backend/kv/store_fault.ts";
import { ERRORS } from "@/lib/contract/errors.ts";
import { errorCode } from "@/lib/web/answered.ts";
import type { State } from "@/lib/web/state.ts";
import { reportFault } from "./access_log.ts";

/** `Retry-After` while the store fails, s. */
export const STORE_RETRY_S = 5;

/**
 * Answers 503 where the store cannot be used: JSON under `/api`, else the error page.
 *
 * @throws HttpError 503 with the code of the fault
 */
export function storeRefusals(): (ctx: Context<State>) => Promise<Response> {
  return async ({ state, req, url, next }) => {
    try {
      return await next();
    } catch (fault) {
      const code = storeFaultCode(fault, isRead(req));
      const refusal = code ?? errorCode(fault);
      if (refusal !== null) state.facts.refusal = refusal;
      if (code === null) throw fault;
      reportFault(state.requestId, fault);
      const { status, message } = ERRORS[code];
      if (url.pathname.startsWith("/api/")) return Response.json({ code, message }, { status });
      throw new HttpError(status, code);
    }
  };
}
