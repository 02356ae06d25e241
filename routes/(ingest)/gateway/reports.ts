import { receiveReports } from "@/lib/web/collectors/gateway.ts";
import { define } from "@/lib/web/state.ts";

/** Endpoint where a gateway reports applied settings and the state of its modules. */
export const handler = define.handlers({ POST: receiveReports });
