import { receiveReports } from "@/lib/web/collectors/gateway.ts";
import { define } from "@/lib/web/state.ts";

/** Where a gateway says what modules applied, and how they are. */
export const handler = define.handlers({ POST: receiveReports });
