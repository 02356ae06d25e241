import { strictEqual } from "node:assert/strict";
import { readConfig } from "@/fresh.config.ts";
import { type Ending, malformedRequest, provoke } from "@/tests/loading/hostile/malformed.ts";
import { seeded } from "@/tests/loading/realistic_series.ts";
import { UNLIMITED } from "@/tools/serving/unlimited.ts";
import { Visitor } from "@/tools/serving/visitor.ts";
import { withServer } from "@/tools/serving/with_server.ts";

const INPUTS = 100_000;
const AT_ONCE = 32;
const HUNG_AFTER_MS = 8000;

/**
 * QF6: malformed HTTP, half of it to the server itself, half through the guard: no crash, no hang,
 * no internal error.
 */
export default async function qf6(): Promise<void> {
  for (const guard of ["off", "on"]) {
    await withServer(readConfig({ GUARD: guard, ...UNLIMITED }), async ({ url, ended }) => {
      const port = Number(new URL(url).port);
      const chance = seeded(20260101);
      const counts: Record<Ending, number> = { answered: 0, fault: 0, closed: 0, hung: 0 };
      let left = INPUTS / 2;
      const sender = async () => {
        while (left-- > 0) {
          counts[await provoke(port, malformedRequest(chance), HUNG_AFTER_MS)] += 1;
        }
      };
      await Promise.all(Array.from({ length: AT_ONCE }, sender));
      const { status } = await new Visitor(url).ask("/health");
      const crashed = await Promise.race([ended, Promise.resolve(null)]);
      console.log(
        `guard ${guard}: ${
          INPUTS / 2
        } inputs, ${counts.answered} answered, ${counts.closed} closed, ${counts.hung} hung, ${counts.fault} faults; then /health ${status}`,
      );
      strictEqual(counts.hung + counts.fault, 0);
      strictEqual(crashed, null);
      strictEqual(status, 200);
    });
  }
}
