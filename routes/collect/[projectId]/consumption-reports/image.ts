import { readReportImage } from "@/lib/pages/consumption_reports/report_image.ts";
import { define } from "@/lib/web/state.ts";

export const handler = define.handlers({ GET: readReportImage });
