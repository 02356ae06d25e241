import { sendPart } from "@/lib/documents/portal_pages.ts";
import { define } from "@/lib/web/state.ts";

/** Upload of a file in parts, for the script of the deposit: an interrupted upload continues. */
export const handler = define.handlers({
  async POST(ctx) {
    const { orgId = "", requestId = "", docId: documentId = "" } = ctx.params;
    return Response.json(await sendPart(ctx, { orgId, requestId, documentId }));
  },
});
