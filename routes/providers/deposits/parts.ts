import { sendWaitingPart } from "@/lib/pages/contracting/waiting_files.ts";
import { define } from "@/lib/web/state.ts";

/** Takes a file whose document is chosen afterwards, part by part, for the script of its page. */
export const handler = define.handlers({
  async POST(ctx) {
    return Response.json(await sendWaitingPart(ctx));
  },
});
