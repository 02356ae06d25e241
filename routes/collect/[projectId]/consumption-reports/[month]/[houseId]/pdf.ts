import { readSheetPdf } from "@/lib/consumption_reports/pages.ts";
import { pdfResponse } from "@/lib/web/downloads.ts";
import { define } from "@/lib/web/state.ts";

/** The report of a dwelling, to print or to send. */
export const handler = define.handlers({
  async GET(ctx) {
    return pdfResponse(await readSheetPdf(ctx));
  },
});
