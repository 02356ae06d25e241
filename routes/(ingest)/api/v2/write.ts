import { receiveInflux } from "@/lib/web/collectors/influx.ts";
import { define } from "@/lib/web/state.ts";

/** Where InfluxDB v2 clients write: Telegraf, Home Assistant, Node-RED, ChirpStack. */
export const handler = define.handlers({ POST: receiveInflux });
