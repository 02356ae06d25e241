import { NEVER_KEPT } from "@/lib/web/headers.ts";
import { define } from "@/lib/web/state.ts";

/** Liveness, state of the store and of the jobs, for supervisors, in the format of InfluxDB's clients. */
export const handler = define.handlers({
  async GET({ state }) {
    const answer = await state.platform.health();
    const status = answer.status === "pass" ? 200 : 503;
    return Response.json(answer, { status, headers: { "cache-control": NEVER_KEPT } });
  },
});
