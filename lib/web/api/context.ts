import type { Context } from "fresh";
import { answerHttp } from "@/lib/backend/http.ts";
import { ANONYMOUS } from "@/lib/contract/caller.ts";
import { PAGE_HEADER } from "@/lib/domain/forms/page_mark.ts";
import { FILE_PACE_BYTES, readLimited, readParts } from "@/lib/web/front/body_limits.ts";
import { foreignMark } from "@/lib/web/front/page_mark.ts";
import { heldBy } from "@/lib/web/front/request_facts.ts";
import type { State } from "@/lib/web/state.ts";

export function answerApi({ req, url, state }: Context<State>): Promise<Response> {
  const { platform, clientAddress, requestId, config: { maxDocumentBytes } } = state;
  return answerHttp(platform, {
    request: req,
    url,
    sessionCaller: isOfOtherAccount(req, state) ? ANONYMOUS : state.caller,
    clientAddress,
    requestId,
    sent: {
      read: (maxBytes) => readLimited(req, { maxBytes, paceBytes: FILE_PACE_BYTES }),
      readParts: async (maxBytes, mark) => {
        const limits = { maxBytes, paceBytes: FILE_PACE_BYTES };
        return (await readParts(req, limits, { mark })).form;
      },
      held: heldBy(req),
      maxDocumentBytes,
    },
  });
}

/** Whether the calling page belongs to another account: its session in this browser has ended. */
function isOfOtherAccount({ headers }: Request, { facts }: State): boolean {
  const sent = headers.get(PAGE_HEADER);
  return sent !== null && facts.mark !== undefined &&
    foreignMark(sent, facts.mark) === "other-account";
}
