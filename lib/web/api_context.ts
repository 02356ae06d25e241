import type { Context } from "fresh";
import { answerHttp } from "../backend/http.ts";
import { readLimited } from "./body_limits.ts";
import { heldBy } from "./request_facts.ts";
import type { State } from "./state.ts";

/** Answers a request under `/api` by the catalogue. */
export function answerApi({ req, url, state }: Context<State>): Promise<Response> {
  const { platform, caller, clientAddress, requestId } = state;
  return answerHttp(platform, {
    request: req,
    url,
    sessionCaller: caller,
    clientAddress,
    requestId,
    sent: { read: (maxBytes) => readLimited(req, { maxBytes }), held: heldBy(req) },
  });
}
