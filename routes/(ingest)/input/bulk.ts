import { receiveBulk } from "@/lib/ingest/http_collectors.ts";
import { define } from "@/lib/web/state.ts";

/** Endpoint for several ticks of several nodes, as Emoncms senders post them. */
export const handler = define.handlers({ GET: receiveBulk, POST: receiveBulk });
