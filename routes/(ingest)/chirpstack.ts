import { receiveChirpstack } from "@/lib/ingest/http_collectors.ts";
import { define } from "@/lib/web/state.ts";

/** Endpoint of the device events of ChirpStack's HTTP integration. */
export const handler = define.handlers({ POST: receiveChirpstack });
