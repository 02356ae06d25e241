import { receiveInfluxV1 } from "@/lib/ingest/http_collectors.ts";
import { define } from "@/lib/web/state.ts";

/** Write endpoint of InfluxDB v1 clients. */
export const handler = define.handlers({ POST: receiveInfluxV1 });
