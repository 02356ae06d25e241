import { sendPart } from "@/lib/pages/contracting/deposit_saves.ts";
import { define } from "@/lib/web/state.ts";

/** Takes a file part by part, for the script of the deposit: a connection that was cut goes on where it was. */
export const handler = define.handlers({
  async POST(ctx) {
    const { orgId = "", requestId = "", docId: documentId = "" } = ctx.params;
    return Response.json(await sendPart(ctx, { orgId, requestId, documentId }));
  },
});
