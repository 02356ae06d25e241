import { answerSetpointRequests } from "@/lib/heating_control/gateway.ts";
import { define } from "@/lib/web/state.ts";

/** Endpoint where a gateway fetches the settings of the modules of its residence. */
export const handler = define.handlers({ GET: answerSetpointRequests });
