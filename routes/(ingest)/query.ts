import { answerQuery } from "@/lib/web/collectors/influx.ts";
import { define } from "@/lib/web/state.ts";

/** Where InfluxDB v1 clients create the database they think they need. */
export const handler = define.handlers({ GET: answerQuery, POST: answerQuery });
