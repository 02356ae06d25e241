import { answerQuery } from "@/lib/ingest/http_collectors.ts";
import { define } from "@/lib/web/state.ts";

/** Endpoint where InfluxDB v1 clients create their database, without effect. */
export const handler = define.handlers({ GET: answerQuery, POST: answerQuery });
