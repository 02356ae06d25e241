/** Makes the calls of pages in this process, and notes what they answer. @module */

import type { BodyOf, NamedCall, ResultOf } from "@/lib/api/call.ts";
import { ERRORS } from "@/lib/base/errors.ts";
import { answerOrThrow } from "./errors.ts";
import type { Api, State } from "./state.ts";

type Input = Readonly<Record<string, unknown>>;

/** The calls of the catalogue for the caller of a request. @spec forms.busy */
export function inProcess(
  { platform, caller, clientAddress, requestId, requestInfo }: Pick<
    State,
    "platform" | "caller" | "clientAddress" | "requestId" | "requestInfo"
  >,
): Api {
  const context = { caller, clientAddress, requestId };
  const callAside = <C extends NamedCall>(called: C, input: Input) =>
    platform.dispatcher.answerRequest(called, { input, readBody: null }, {
      ...context,
      confirmation: requestInfo.confirmation,
    });
  const call = async <C extends NamedCall>(called: C, input: Input): Promise<ResultOf<C>> => {
    const result = await callAside(called, input);
    if (!result.ok && ERRORS[result.code].status === 503 && requestInfo.refusal !== "maybe-saved") {
      requestInfo.refusal = result.code;
    }
    if (!result.ok && result.retryAt !== undefined) {
      const resetAt = Date.parse(result.retryAt);
      const { progress } = result;
      const now = platform.options.now();
      requestInfo.wait = { resetAt, now, ...(progress !== undefined && { progress }) };
    }
    for (const key of result.unread ?? []) (requestInfo.unread ??= new Set()).add(key);
    if (result.ok && result.keptAt !== undefined) {
      const { oldestAt = result.keptAt } = requestInfo;
      requestInfo.oldestAt = result.keptAt < oldestAt ? result.keptAt : oldestAt;
    }
    return result;
  };
  return {
    callAside,
    call,
    sender: <C extends NamedCall>(called: C, at: object) => (body: BodyOf<C>) =>
      call(called, { ...at, body }),
    read: async (called, input) => answerOrThrow(await call(called, input)),
    readUnless: async (code, called, input) => {
      const result = await call(called, input);
      return !result.ok && result.code === code ? null : answerOrThrow(result);
    },
  };
}
