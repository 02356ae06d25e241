import { NEVER_KEPT } from "@/lib/web/front/headers.ts";
import { storeAnswers } from "@/lib/web/front/health.ts";
import { define } from "@/lib/web/state.ts";

/** Liveness and state of the store, for supervisors and load balancers, in the format of InfluxDB's clients. */
export const handler = define.handlers({
  async GET({ state }) {
    const reached = await storeAnswers(state.platform);
    const init = { status: reached ? 200 : 503, headers: { "cache-control": NEVER_KEPT } };
    return Response.json({ name: "influxdb", status: reached ? "pass" : "fail" }, init);
  },
});
