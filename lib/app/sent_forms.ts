/** Answers a form sent twice as the first time, and shows on the error page of a form what was typed in it. @module */

import { storeFaultCode } from "@/lib/store/store_errors.ts";
import { markAmong } from "@/lib/ui/form_token_field.ts";
import { FILE_PACE_BYTES, readTexts } from "@/lib/web/body_limits.ts";
import { withRenewedSession } from "@/lib/web/cookies.ts";
import type { IdempotencyStore } from "@/lib/web/form_store.ts";
import { answerBefore, settleSent } from "@/lib/web/form_submission.ts";
import { isMarkOf } from "@/lib/web/form_token.ts";
import type { TextField } from "@/lib/web/multipart.ts";
import { isFromThisSite } from "@/lib/web/request_info.ts";
import type { PageContext } from "@/lib/web/state.ts";
import { typedTexts } from "@/lib/web/form_values.ts";
import { submittedForm } from "./form_registry.ts";

/**
 * Stores the answers to forms, for those sent once more. The error page of a form gets the texts typed in it: of one that
 * cannot be executed for now, of another account or organisation, or whose subject was deleted or closed meanwhile.
 *
 * @spec forms.gone
 * @spec forms.busy
 */
export function sentForms(forms: IdempotencyStore): (ctx: PageContext) => Promise<Response> {
  return async (ctx) => {
    const { state: { requestInfo } } = ctx;
    requestInfo.sentForms = forms;
    try {
      const answer = withRenewedSession(await ctx.next(), requestInfo);
      await settleSent(ctx, answer);
      return answer;
    } catch (fault) {
      if (storeFaultCode(fault, false) !== "maybe-saved") await settleSent(ctx, null);
      const before = requestInfo.answeredBefore ?? await refusedBefore(ctx);
      if (before === null) throw fault;
      return before;
    }
  };
}

/** Gives the error page the texts of a form; returns the answer to the same form sent earlier, null for none. */
async function refusedBefore(ctx: PageContext): Promise<Response | null> {
  const { state } = ctx;
  const isRead = state.sentTexts !== undefined;
  state.sentTexts ??= await unreadTexts(ctx);
  const mark = markAmong(state.sentTexts.map(([name]) => name));
  if (mark === null) return null;
  // The earlier one may have removed the right to send it.
  const before = isRead ? null : await answerBefore(ctx);
  state.refusedTexts = typedTexts(state.sentTexts, submittedForm(state.sentTexts));
  const from = state.place?.organisations.find(({ id }) => isMarkOf(mark, id));
  if (from !== undefined) state.formOrganisation = from;
  return before;
}

/** Text fields of a form of this site that was refused before its page read it; none for other requests. */
async function unreadTexts({ req, url, state }: PageContext): Promise<readonly TextField[]> {
  if (req.method !== "POST" || req.bodyUsed || !isFromThisSite(req, url)) return [];
  const { maxBodyBytes } = state.config;
  return await readTexts(req, { maxBytes: maxBodyBytes, paceBytes: FILE_PACE_BYTES }) ?? [];
}
