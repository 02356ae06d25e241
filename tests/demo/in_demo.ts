import type { CallFunction } from "@/lib/app/catalogue.ts";
import { DEMO_ACCOUNTS } from "@/lib/demo/seed/accounts.ts";
import { signedIn, type TestPlatform, withPlatform } from "@/tests/helpers/a_platform.ts";

/** Runs a test in the demo, as one of its accounts. */
export function inDemo(
  who: keyof typeof DEMO_ACCOUNTS,
  test: (ask: CallFunction, built: TestPlatform) => Promise<void>,
): Promise<void> {
  return withPlatform(async (built) => {
    const { email, password } = DEMO_ACCOUNTS[who];
    await test((await signedIn(built, email, password)).ask, built);
  }, { demo: true });
}
