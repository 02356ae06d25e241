import { accountStorm } from "@/tests/flows/rate_storm.ts";
import { withPlatform } from "@/tests/helpers/a_platform.ts";

const CLIENTS = 2_000;
const PER_MINUTE = 100;
/** Allowed share of requests sent again too early, of all refused ones. */
const EARLY_SHARE = 1 / 1_000;

/** QF9: 2,000 clients of one account against a limit of 100 a minute: no request before reset + 1 s. */
export default async function qf9(): Promise<void> {
  await withPlatform(async (built) => {
    const storm = await accountStorm(built, { clientCount: CLIENTS, perMinute: PER_MINUTE });
    const { refusedCount, earlyCount, unsaidCount, answeredCount } = storm;
    console.log(
      `${CLIENTS} clients, ${refusedCount} answers 429, ${earlyCount} early retries, ` +
        `${unsaidCount} without their headers, ${answeredCount} answered in the end`,
    );
    const isMissed = earlyCount > refusedCount * EARLY_SHARE || unsaidCount > 0 ||
      answeredCount < CLIENTS;
    if (isMissed) throw new Error("QF9 missed");
  });
}

if (import.meta.main) await qf9();
