import { receiveThingsStack } from "@/lib/ingest/http_collectors.ts";
import { define } from "@/lib/web/state.ts";

/** Endpoint of the webhooks of The Things Stack. */
export const handler = define.handlers({ POST: receiveThingsStack });
