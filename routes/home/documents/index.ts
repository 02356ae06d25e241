import { links } from "@/lib/links/links.ts";
import { define } from "@/lib/web/state.ts";

/** The documents that are asked now come first. */
export const handler = define.handlers({
  GET: (ctx) => ctx.redirect(links.documentList("running")),
});
