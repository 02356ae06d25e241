import { answerPing } from "@/lib/ingest/http_collectors.ts";
import { define } from "@/lib/web/state.ts";

/** The first request of InfluxDB v1 clients. */
export const handler = define.handlers({ GET: answerPing, POST: answerPing });
