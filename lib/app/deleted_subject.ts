/** Gives the error page the typed values of a form whose subject is gone. @module */

import { markAmong } from "@/lib/ui/form_token_field.ts";
import { FILE_PACE_BYTES, readTexts } from "@/lib/web/body_limits.ts";
import { errorCode, refusedAs } from "@/lib/web/errors.ts";
import { answeredBefore } from "@/lib/web/form_submission.ts";
import { foreignMark } from "@/lib/web/form_token.ts";
import type { TextField } from "@/lib/web/multipart.ts";
import { isFromThisSite } from "@/lib/web/request_info.ts";
import { keepForUser } from "@/lib/web/session_guard.ts";
import { HttpError, type PageContext, type State } from "@/lib/web/state.ts";
import { typedTexts } from "@/lib/web/typed_texts.ts";
import { submittedForm } from "./form_registry.ts";

/**
 * Gives the error page the typed values of a form whose subject was deleted, or became inaccessible to its sender, since
 * the page was read. A form from the page of another user is stored for that user instead.
 *
 * @spec forms.gone
 */
export function handleDeletedSubject(): (ctx: PageContext) => Promise<Response> {
  return async (ctx) => {
    try {
      return await ctx.next();
    } catch (fault) {
      const { state } = ctx;
      const sent = isGone(fault, state) ? await textsOf(ctx) : null;
      if (sent === null) throw fault;
      state.requestInfo.isForm = true;
      if (isOfOtherUser(sent, state)) {
        state.otherUser = { typedAt: await keepForUser(ctx, sent) };
        throw refusedAs("other-account");
      }
      await answerAgain(ctx, sent);
      state.refusedTexts = typedTexts(sent, submittedForm(sent));
      throw fault;
    }
  };
}

/** An earlier submission of the same form may have removed the right: it gets the first answer again. */
async function answerAgain(
  { state: { requestInfo, sentTexts }, url }: PageContext,
  sent: readonly TextField[],
): Promise<void> {
  if (sentTexts !== undefined || requestInfo.sentForms === undefined) return;
  const form = new FormData();
  for (const [name, value] of sent) form.append(name, value);
  const before = await answeredBefore(requestInfo.sentForms, url, form);
  if (before !== null) requestInfo.answeredBefore = before;
}

/** Whether an error means that the residence was deleted, the organisation left, or another user signed in. */
function isGone(fault: unknown, { otherPage }: State): boolean {
  if (!(fault instanceof HttpError)) return false;
  if (fault.status === 404 || fault.status === 403) return true;
  const code = errorCode(fault);
  return code === "other-account" || (code === "other-organisation" && otherPage === undefined);
}

/** Text fields of a form sent by a page of this site to a signed-in user; null for other requests. */
async function textsOf({ req, url, state }: PageContext): Promise<readonly TextField[] | null> {
  const isOfUser = state.requestInfo.mark !== undefined && req.method === "POST";
  if (!isOfUser || !isFromThisSite(req, url)) return null;
  const sent = state.sentTexts ?? await unreadTexts(req, state);
  return sent === null || markIn(sent) === null ? null : sent;
}

function isOfOtherUser(sent: readonly TextField[], { requestInfo }: State): boolean {
  const [mark, own] = [markIn(sent), requestInfo.mark];
  return mark !== null && own !== undefined && foreignMark(mark, own) === "other-account";
}

function markIn(sent: readonly TextField[]): string | null {
  return markAmong(sent.map(([name]) => name));
}

/** Text fields of a form that was refused before its page read it. */
async function unreadTexts(
  request: Request,
  { config: { maxBodyBytes } }: Pick<State, "config">,
): Promise<readonly TextField[] | null> {
  if (request.bodyUsed) return null;
  return await readTexts(request, { maxBytes: maxBodyBytes, paceBytes: FILE_PACE_BYTES });
}
