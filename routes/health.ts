import { NEVER_KEPT } from "@/lib/web/front/headers.ts";
import { health } from "@/lib/web/front/health.ts";
import { define } from "@/lib/web/state.ts";

/** Liveness, state of the store and of the jobs, for supervisors, in the format of InfluxDB's clients. */
export const handler = define.handlers({
  async GET({ state }) {
    const answer = await health(state.platform);
    const status = answer.status === "pass" ? 200 : 503;
    return Response.json(answer, { status, headers: { "cache-control": NEVER_KEPT } });
  },
});
