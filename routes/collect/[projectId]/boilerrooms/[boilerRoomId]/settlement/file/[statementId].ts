import { SETTLEMENT_CALLS } from "@/lib/settlement/calls.ts";
import { streamedPdf } from "@/lib/documents/pages.ts";
import { roomAt } from "@/lib/facilities/pages.ts";
import { define } from "@/lib/web/state.ts";

/** The file with which an operator contested a statement. @spec settlement.contest */
export const handler = define.handlers({
  async GET(ctx) {
    const at = { ...roomAt(ctx), statementId: ctx.params.statementId ?? "" };
    const file = await ctx.state.api.read(SETTLEMENT_CALLS.getStatementFile, at);
    return streamedPdf(file, "attachment");
  },
});
