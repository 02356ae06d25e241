import { receivePost } from "@/lib/ingest/http_collectors.ts";
import { define } from "@/lib/web/state.ts";

/** Endpoint for one tick of one node, as Emoncms senders post it. */
export const handler = define.handlers({ GET: receivePost, POST: receivePost });
