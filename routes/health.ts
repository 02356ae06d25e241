import { define } from "@/lib/web/state.ts";
import { storeAnswers } from "@/lib/web/front/health.ts";

/** Alive, and whether the store answers: what a supervisor or a load balancer asks, in the words InfluxDB's clients expect. */
export const handler = define.handlers({
  async GET({ state }) {
    const reached = await storeAnswers(state.platform);
    const init = { status: reached ? 200 : 503, headers: { "cache-control": "no-store" } };
    return Response.json({ name: "influxdb", status: reached ? "pass" : "fail" }, init);
  },
});
