import { links } from "@/lib/ui/links.ts";
import { define } from "@/lib/web/state.ts";

/** Shows the documents due now first. */
export const handler = define.handlers({
  GET: (ctx) => ctx.redirect(links.documentList("running")),
});
