import { readOwnReportImage } from "@/lib/pages/consumption_reports/report_image.ts";
import { define } from "@/lib/web/state.ts";

/** The image of the reports of one's own dwelling. */
export const handler = define.handlers({ GET: readOwnReportImage });
