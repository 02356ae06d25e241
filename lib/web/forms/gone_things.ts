import type { TextField } from "@/lib/backend/core/form_texts.ts";
import { isFromThisSite } from "@/lib/backend/http.ts";
import { markAmong } from "@/lib/domain/forms/page_mark.ts";
import { typedTexts } from "@/lib/forms/typed_texts.ts";
import { errorCode } from "@/lib/web/answered.ts";
import { FILE_PACE_BYTES, readTexts } from "@/lib/web/front/body_limits.ts";
import { foreignMark } from "@/lib/web/front/page_mark.ts";
import { HttpError, type PageContext, type State } from "@/lib/web/state.ts";
import { answeredBefore } from "./sent_once.ts";

/**
 * Gives the error page the typed values of a form whose subject was deleted, or became inaccessible to its sender, since
 * the page was read.
 *
 * @spec forms.gone
 */
export function goneThings(): (ctx: PageContext) => Promise<Response> {
  return async (ctx) => {
    try {
      return await ctx.next();
    } catch (fault) {
      const sent = isGone(fault, ctx.state) ? await textsOf(ctx) : null;
      if (sent !== null) {
        await answerAgain(ctx, sent);
        ctx.state.facts.isForm = true;
        ctx.state.refusedTexts = typedTexts(sent);
      }
      throw fault;
    }
  };
}

/** An earlier submission of the same form may have removed the right: it gets the first answer again. */
async function answerAgain(
  { state: { facts, sentTexts }, url }: PageContext,
  sent: readonly TextField[],
): Promise<void> {
  if (sentTexts !== undefined || facts.sentForms === undefined) return;
  const form = new FormData();
  for (const [name, value] of sent) form.append(name, value);
  const before = await answeredBefore(facts.sentForms, url, form);
  if (before !== null) facts.answeredBefore = before;
}

/** Whether an error means that the residence was deleted or the organisation left. */
function isGone(fault: unknown, { otherPage }: State): boolean {
  if (!(fault instanceof HttpError)) return false;
  if (fault.status === 404 || fault.status === 403) return true;
  return errorCode(fault) === "other-organisation" && otherPage === undefined;
}

/** Text fields of a form sent by a page of this site for its own reader; null for other requests. */
async function textsOf({ req, url, state }: PageContext): Promise<readonly TextField[] | null> {
  const own = state.facts.mark;
  if (own === undefined || req.method !== "POST" || !isFromThisSite(req, url)) return null;
  const sent = state.sentTexts ?? await unreadTexts(req, state);
  const mark = sent && markAmong(sent.map(([name]) => name));
  return mark === null || foreignMark(mark, own) === "other-account" ? null : sent;
}

/** Text fields of a form that was refused before its page read it. */
async function unreadTexts(
  request: Request,
  { config: { maxBodyBytes } }: Pick<State, "config">,
): Promise<readonly TextField[] | null> {
  if (request.bodyUsed) return null;
  return await readTexts(request, { maxBytes: maxBodyBytes, paceBytes: FILE_PACE_BYTES });
}
