import { receiveInflux } from "@/lib/web/collectors/influx.ts";
import { define } from "@/lib/web/state.ts";

/** Write endpoint of InfluxDB v2 clients: Telegraf, Home Assistant, Node-RED, ChirpStack. */
export const handler = define.handlers({ POST: receiveInflux });
