import type { Platform } from "@/lib/backend/choose.ts";
import { keys } from "@/lib/backend/kv/keys.ts";

const TIMEOUT_MS = 2000;

interface Check {
  readonly name: string;
  readonly status: "pass" | "fail";
  /** Time since the start of the last run in this process, s; null before the first. */
  readonly ageSeconds: number | null;
  readonly isRunning: boolean;
}

/** The state of the store and of each job; it fails with one of them. @spec platform.clock-set */
export async function health(platform: Pick<Platform, "options" | "timer">) {
  const checks = platform.timer.ages().map(({ isLate, ...age }): Check => ({
    ...age,
    status: isLate ? "fail" : "pass",
  }));
  const isWell = await storeAnswers(platform) && checks.every(({ status }) => status === "pass");
  return { name: "influxdb", status: isWell ? "pass" : "fail", checks } as const;
}

/** Whether the store answers a read, within two seconds. */
async function storeAnswers({ options }: Pick<Platform, "options">): Promise<boolean> {
  const late = Promise.withResolvers<boolean>();
  const timer = setTimeout(() => late.resolve(false), TIMEOUT_MS);
  const read = options.store.get(keys.probe()).then(() => true, () => false);
  try {
    return await Promise.race([read, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
