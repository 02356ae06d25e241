import { Platform } from "@/lib/app/platform.ts";
import { answerHttp } from "@/lib/web/http_api.ts";
import { anAccount, signedIn, type TestPlatform } from "@/tests/helpers/a_platform.ts";
import { type Storm, StormClock, stormOf } from "@/tests/helpers/storm.ts";

/** Many clients of one account call the API at once, under a limit of a few calls a minute. */
export async function accountStorm(
  built: TestPlatform,
  { clientCount, perMinute }: { clientCount: number; perMinute: number },
): Promise<Storm> {
  await anAccount(built);
  const { caller } = await signedIn(built);
  // A window ends between two seconds, as in production.
  const clock = new StormClock(built.clock.now() + 437);
  const platform = new Platform({
    ...built.platform.options,
    now: clock.now,
    rates: { ...built.platform.options.rates, apiPerAccountAndMinute: perMinute },
  });
  const host = async () => {
    const request = new Request("http://127.0.0.1/api/auth/me");
    const answer = await answerHttp(platform, {
      request,
      url: new URL(request.url),
      sessionCaller: caller,
      clientAddress: "192.0.2.1",
      requestId: "storm",
    });
    if (answer.status !== 429) return { answer, resetAt: clock.now() };
    // Calls beyond the limit are not counted and get the exact end of the window.
    const counted = await platform.countRequest(caller, "192.0.2.1");
    return { answer, resetAt: counted.ok ? clock.now() : counted.retryAt };
  };
  try {
    return await stormOf(clientCount, host, clock);
  } finally {
    await platform.close();
  }
}
