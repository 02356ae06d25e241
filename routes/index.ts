import { links } from "../lib/links/links.ts";
import { define } from "../lib/web/define.ts";

/** To the residences of the last organisation; the guard asks who is not signed in. */
export const handler = define.handlers({ GET: (ctx) => ctx.redirect(links.residences(), 303) });
