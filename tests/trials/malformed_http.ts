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

/** QF6: malformed HTTP: no crash, no hang, no internal error. */
export default async function malformedHttp(): Promise<void> {
  await withServer(readConfig(UNLIMITED), async ({ url, ended }) => {
    const port = Number(new URL(url).port);
    const chance = seeded(20260101);
    const counts: Record<Ending, number> = { answered: 0, fault: 0, closed: 0, hung: 0 };
    let left = INPUTS;
    const sender = async () => {
      while (left-- > 0) counts[await provoke(port, malformedRequest(chance), HUNG_AFTER_MS)] += 1;
    };
    await Promise.all(Array.from({ length: AT_ONCE }, sender));
    const { status } = await new Visitor(url).ask("/health");
    const crashed = await Promise.race([ended, Promise.resolve(null)]);
    const { answered, closed, hung, fault } = counts;
    console.log(
      `${INPUTS} inputs, ${answered} answered, ${closed} closed, ${hung} hung, ${fault} faults; then /health ${status}`,
    );
    strictEqual(hung + fault, 0);
    strictEqual(crashed, null);
    strictEqual(status, 200);
  });
}
