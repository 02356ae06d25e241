import { answerPing } from "@/lib/web/collectors/influx.ts";
import { define } from "@/lib/web/state.ts";

/** What InfluxDB v1 clients ask first. */
export const handler = define.handlers({ GET: answerPing, POST: answerPing });
