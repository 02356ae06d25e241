import { QUEUED_REPORTS_CALLS } from "@/lib/consumption_reports/calls.ts";
import { pdfResponse } from "@/lib/web/downloads.ts";
import { define } from "@/lib/web/state.ts";

/** The PDF of a report ordered by the user. */
export const handler = define.handlers({
  async GET({ state: { api }, params: { reportId = "" } }) {
    return pdfResponse(await api.read(QUEUED_REPORTS_CALLS.getQueuedReportPdf, { reportId }));
  },
});
