import { links } from "@/lib/ui/links.ts";
import { define } from "@/lib/web/state.ts";

/** The root of the API leads to its descriptions: for programs, and for readers who are signed in. */
export const handler = define.handlers({
  GET: () => Response.json({ openapi: links.openApi(), documentation: links.apiDocs() }),
});
