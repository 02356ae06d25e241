import { readOwnReportImage } from "@/lib/pages/consumption_reports/report_image.ts";
import { define } from "@/lib/web/state.ts";

/** The image of the reports of the occupant's dwelling. */
export const handler = define.handlers({ GET: readOwnReportImage });
