import { links } from "@/lib/ui/links.ts";
import { organisationCookie } from "@/lib/web/cookies.ts";
import { readFromAnyPage, seeOther } from "@/lib/web/form_submission.ts";
import { backPath } from "@/lib/web/session_guard.ts";
import { define, HttpError } from "@/lib/web/state.ts";

/**
 * Changes the organisation one works in, and remembers it on this browser (F §9): by the form of a page, or by the link
 * of a mail about one of them.
 *
 * @spec organisations.mailed-links
 */
export const handler = define.handlers({
  GET(ctx) {
    const { searchParams } = ctx.url;
    const { https, place } = ctx.state;
    const orgId = searchParams.get("orgId");
    // A user who chose by the form after the end of their session comes back here once signed in.
    if (orgId === null) return seeOther(ctx, links.residences());
    if (!place?.organisations.some(({ id }) => id === orgId)) throw new HttpError(404, "not-found");
    const back = backPath(searchParams.get("back"), links.residences());
    return seeOther(ctx, back, organisationCookie(orgId, https));
  },

  async POST(ctx) {
    const { searchParams } = ctx.url;
    const { https, place } = ctx.state;
    const { values: { orgId } } = await readFromAnyPage(ctx, ["orgId"]);
    const chosen = place?.organisations.find(({ id }) => id === orgId);
    if (chosen === undefined) throw new HttpError(404);
    const back = backPath(searchParams.get("back"), links.residences());
    return seeOther(ctx, back, organisationCookie(chosen.id, https));
  },
});
