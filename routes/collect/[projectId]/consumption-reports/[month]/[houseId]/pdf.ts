import { readSheetPdf } from "@/lib/pages/consumption_reports/report_sheet_page.ts";
import { pdfResponse } from "@/lib/web/files/download.ts";
import { define } from "@/lib/web/state.ts";

/** The report of a dwelling, to print or to send. */
export const handler = define.handlers({
  async GET(ctx) {
    const { bytes, fileName } = await readSheetPdf(ctx);
    return pdfResponse(new Uint8Array(bytes), fileName);
  },
});
