import { readOwnReportImage } from "@/lib/consumption_reports/pages.ts";
import { define } from "@/lib/web/state.ts";

/** The image of the reports of the occupant's dwelling. */
export const handler = define.handlers({ GET: readOwnReportImage });
