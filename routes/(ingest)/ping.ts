import { answerPing } from "@/lib/web/collectors/influx.ts";
import { define } from "@/lib/web/state.ts";

/** The first request of InfluxDB v1 clients. */
export const handler = define.handlers({ GET: answerPing, POST: answerPing });
