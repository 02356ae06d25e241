import { receiveInfluxV1 } from "@/lib/web/collectors/influx.ts";
import { define } from "@/lib/web/state.ts";

/** Where InfluxDB v1 clients write. */
export const handler = define.handlers({ POST: receiveInfluxV1 });
