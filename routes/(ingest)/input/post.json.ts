import { receivePost } from "@/lib/web/collectors/emoncms.ts";
import { define } from "@/lib/web/define.ts";

/** The same, as older Emoncms senders write its address. */
export const handler = define.handlers({ GET: receivePost, POST: receivePost });
