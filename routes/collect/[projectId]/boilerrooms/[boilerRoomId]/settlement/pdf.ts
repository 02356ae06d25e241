import { SETTLEMENT_CALLS } from "@/lib/settlement/calls.ts";
import { settlementAt } from "@/lib/settlement/pages.ts";
import { pdfResponse } from "@/lib/web/downloads.ts";
import { define } from "@/lib/web/state.ts";

/** The statement of a season, to print or to send (E §1.6). */
export const handler = define.handlers({
  async GET(ctx) {
    const version = ctx.url.searchParams.get("version");
    const at = { ...settlementAt(ctx), ...version !== null && { version } };
    return pdfResponse(await ctx.state.api.read(SETTLEMENT_CALLS.getSettlementPdf, at));
  },
});
