import { receiveReports } from "@/lib/heating_control/gateway.ts";
import { define } from "@/lib/web/state.ts";

/** Endpoint where a gateway reports applied settings and the state of its modules. */
export const handler = define.handlers({ POST: receiveReports });
