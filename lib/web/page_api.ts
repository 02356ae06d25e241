/** Makes the calls of pages in this process, and notes what they answer. @module */

import { ERRORS } from "@/lib/base/errors.ts";
import { answerOrThrow } from "./errors.ts";
import type { Api, CallFunction, State } from "./state.ts";

/** The calls of the catalogue for the caller of a request. @spec forms.busy */
export function inProcess(
  { platform, caller, clientAddress, requestId, requestInfo }: Pick<
    State,
    "platform" | "caller" | "clientAddress" | "requestId" | "requestInfo"
  >,
): Api {
  const context = { caller, clientAddress, requestId };
  const callAside: CallFunction = (called, input) =>
    platform.dispatcher.answer(called, input, {
      ...context,
      confirmation: requestInfo.confirmation,
    });
  const call: CallFunction = async (called, input) => {
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
    read: async (called, input) => answerOrThrow(await call(called, input)),
    readUnless: async (code, called, input) => {
      const result = await call(called, input);
      return !result.ok && result.code === code ? null : answerOrThrow(result);
    },
  };
}
