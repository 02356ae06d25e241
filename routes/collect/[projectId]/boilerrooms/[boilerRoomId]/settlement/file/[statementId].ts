import { SETTLEMENT_CALLS } from "@/lib/settlement/calls.ts";
import { streamedPdf } from "@/lib/documents/pages.ts";
import { define } from "@/lib/web/state.ts";

/** The file with which an operator contested a statement. @spec settlement.contest */
export const handler = define.handlers({
  async GET({ state: { api }, params }) {
    const { projectId = "", boilerRoomId = "", statementId = "" } = params;
    const at = { projectId, boilerRoomId, statementId };
    return streamedPdf(await api.read(SETTLEMENT_CALLS.getStatementFile, at), "attachment");
  },
});
