import { HttpError } from "fresh";
import { links } from "../../lib/links/links.ts";
import { setCookie } from "../../lib/web/cookies.ts";
import { define } from "../../lib/web/define.ts";
import { ORGANISATION_COOKIE } from "../../lib/web/place.ts";
import { readSubmission, seeOther } from "../../lib/web/submit.ts";

/** A year: the choice outlives the session. */
const KEPT_S = 365 * 24 * 3600;

/** Changes the organisation one works in, and remembers it on this browser (F §9). */
export const handler = define.handlers({
  async POST(ctx) {
    const { values } = await readSubmission(ctx, ["orgId"]);
    const { https, place } = ctx.state;
    const chosen = place?.organisations.find(({ id }) => id === values.orgId);
    if (chosen === undefined) throw new HttpError(404);
    const cookie = setCookie({
      name: ORGANISATION_COOKIE,
      value: chosen.id,
      httpOnly: true,
      secure: https,
      maxAgeS: KEPT_S,
    });
    return seeOther(ctx, links.residences(), cookie);
  },
});
