import { sendWaitingPart } from "@/lib/documents/portal_pages.ts";
import { define } from "@/lib/web/state.ts";

/** Upload in parts of a file whose document is chosen afterwards, for the script of its page. */
export const handler = define.handlers({
  async POST(ctx) {
    return Response.json(await sendWaitingPart(ctx));
  },
});
