import { receiveInflux } from "@/lib/ingest/http_collectors.ts";
import { define } from "@/lib/web/state.ts";

/** Write endpoint of InfluxDB v2 clients: Telegraf, Home Assistant, Node-RED, ChirpStack. */
export const handler = define.handlers({ POST: receiveInflux });
