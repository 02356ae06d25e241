import { HttpError } from "fresh";
import { links } from "../../lib/links/links.ts";
import { define } from "../../lib/web/define.ts";
import { organisationCookie } from "../../lib/web/place.ts";
import { readSubmission, seeOther } from "../../lib/web/submit.ts";

/** Changes the organisation one works in, and remembers it on this browser (F §9). */
export const handler = define.handlers({
  // Whoever chose after the end of their session comes back here once signed in.
  GET: (ctx) => seeOther(ctx, links.residences()),

  async POST(ctx) {
    const { values } = await readSubmission(ctx, ["orgId"]);
    const { https, place } = ctx.state;
    const chosen = place?.organisations.find(({ id }) => id === values.orgId);
    if (chosen === undefined) throw new HttpError(404);
    return seeOther(ctx, links.residences(), organisationCookie(chosen.id, https));
  },
});
