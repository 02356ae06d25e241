import { failure } from "@/lib/backend/dispatch/answer.ts";
import { type Ask, CALLS } from "@/lib/contract/catalogue.ts";
import { ERRORS } from "@/lib/contract/errors.ts";
import type { State } from "./state.ts";

/** How a page asks: straight through the door, without HTTP. */
export interface Api {
  call: Ask;
  /** Asks for something the page is not about: neither its age nor its refusal is said of the page. */
  callAside: Ask;
}

/** The calls of the catalogue for a user who comes with this request. @spec forms.busy */
export function inProcess(
  { platform, caller, clientAddress, requestId, facts }: Pick<
    State,
    "platform" | "caller" | "clientAddress" | "requestId" | "facts"
  >,
): Api {
  const asking = { caller, clientAddress, requestId };
  const callAside: Ask = (name, input) => platform.dispatcher.answer(name, input, asking);
  return {
    callAside,
    call: async (name, input) => {
      if (facts.rehearsed && CALLS[name].method !== "GET") {
        return failure(facts.waitedFor ?? "session-ended");
      }
      const result = await callAside(name, input);
      if (!result.ok && ERRORS[result.code].status === 503 && facts.refusal !== "maybe-saved") {
        facts.refusal = result.code;
      }
      if (!result.ok && result.retryAt !== undefined) {
        const resetAt = Date.parse(result.retryAt);
        const { progress } = result;
        const now = platform.options.now();
        facts.wait = { resetAt, now, ...(progress !== undefined && { progress }) };
      }
      if (result.ok && result.keptAt !== undefined) {
        const { oldestAt = result.keptAt } = facts;
        facts.oldestAt = result.keptAt < oldestAt ? result.keptAt : oldestAt;
      }
      return result;
    },
  };
}
