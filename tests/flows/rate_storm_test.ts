import { deepStrictEqual } from "node:assert/strict";
import { readConfig } from "@/fresh.config.ts";
import { Platform } from "@/lib/app/platform.ts";
import { request, Waiting } from "@/lib/ui/requests.ts";
import { answerApi } from "@/lib/web/http_api.ts";
import {
  anAccount,
  signedIn,
  type TestPlatform,
  withPlatform,
} from "@/tests/helpers/a_platform.ts";

Deno.test("storm of 60 clients waits for reset + 1 s each time, and all are answered", () =>
  withPlatform(async (built) => {
    // 20 succeed each minute: 40 are refused at first, 20 of them once more.
    deepStrictEqual(await accountStorm(built, { clientCount: 60, perMinute: 20 }), {
      clientCount: 60,
      refusedCount: 60,
      earlyCount: 0,
      unsaidCount: 0,
      answeredCount: 60,
    });
  }));

/** Results of a storm. */
interface Storm {
  readonly clientCount: number;
  readonly refusedCount: number;
  /** Requests sent again before reset + 1 s. */
  readonly earlyCount: number;
  /** Refusals that lack one of the three headers. */
  readonly unsaidCount: number;
  /** Clients that got their answer in the end. */
  readonly answeredCount: number;
}

/** The host: answers by the clock of the storm, with the exact end of the limit, epoch ms. */
type Host = () => Promise<{ readonly answer: Response; readonly resetAt: number }>;

/** A clock shared by all clients: it jumps to the next alarm once nothing else can run. */
class StormClock {
  #at: number;
  #alarms: { at: number; wake: () => void }[] = [];

  constructor(start: number) {
    this.#at = start;
  }

  readonly now = (): number => this.#at;

  readonly sleep = (ms: number): Promise<void> =>
    new Promise((wake) => this.#alarms.push({ at: this.#at + ms, wake }));

  /** Runs everything, jumping from alarm to alarm, until `isDone`. */
  async run(isDone: () => boolean): Promise<void> {
    while (!isDone()) {
      await new Promise((resolve) => setTimeout(resolve));
      const next = this.#alarms.sort((a, b) => a.at - b.at).shift();
      if (next === undefined) continue;
      this.#at = Math.max(this.#at, next.at);
      next.wake();
      while (this.#alarms[0] !== undefined && this.#alarms[0].at <= this.#at) {
        this.#alarms.shift()?.wake();
      }
    }
  }
}

const HEADERS = ["retry-after", "ratelimit-reset", "x-ratelimit-reset"] as const;
const MARGIN_MS = 1_000;

/**
 * Clients that send a request at once, each for a page of its own, and repeat it as long as it is
 * refused.
 */
async function stormOf(clientCount: number, host: Host, clock: StormClock): Promise<Storm> {
  let refusedCount = 0;
  let earlyCount = 0;
  let unsaidCount = 0;
  let answeredCount = 0;
  const visits = Array.from({ length: clientCount }, async () => {
    let notBefore = -Infinity;
    const fetch = async () => {
      if (clock.now() < notBefore) earlyCount++;
      const { answer, resetAt } = await host();
      if (answer.status !== 429) return answer;
      refusedCount++;
      if (HEADERS.some((name) => !/^\d+$/.test(answer.headers.get(name) ?? ""))) unsaidCount++;
      notBefore = resetAt + MARGIN_MS;
      return answer;
    };
    const waiting = new Waiting(clock);
    const answer = await request({ method: "GET", url: "/api/auth/me" }, {
      base: "http://127.0.0.1/",
      timeoutMs: 600_000,
      fetch,
      waiting,
    });
    await answer.body?.cancel();
    answeredCount++;
  });
  let isDone = false;
  const all = Promise.all(visits).finally(() => isDone = true);
  await clock.run(() => isDone);
  await all;
  return { clientCount, refusedCount, earlyCount, unsaidCount, answeredCount };
}

/** Many clients of one account call the API at once, under a limit of a few calls a minute. */
async function accountStorm(
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
    const req = new Request("http://127.0.0.1/api/auth/me");
    const requestInfo = { requestId: "storm", https: false, clientAddress: "192.0.2.1" };
    const state = { ...requestInfo, requestInfo, platform, caller, config: readConfig({}) };
    const answer = await answerApi({ req, url: new URL(req.url), state });
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
