import { receiveChirpstack } from "@/lib/web/collectors/chirpstack.ts";
import { define } from "@/lib/web/state.ts";

/** Where ChirpStack's HTTP integration sends the events of its devices. */
export const handler = define.handlers({ POST: receiveChirpstack });
