import { readReportImage } from "@/lib/consumption_reports/pages.ts";
import { define } from "@/lib/web/state.ts";

export const handler = define.handlers({ GET: readReportImage });
