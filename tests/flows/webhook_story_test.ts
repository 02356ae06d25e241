import { deepStrictEqual, match, ok, strictEqual } from "node:assert/strict";
import { createHmac } from "node:crypto";
import { watchAlarms } from "@/lib/alarms/evaluation_job.ts";
import { aWatchedCircuit, flowLine } from "@/tests/alarms/watched_circuit.ts";
import { sendLines } from "@/tests/helpers/some_series.ts";
import { SECRET, withReport } from "@/tests/helpers/webhooks.ts";

const MINUTE_MS = 60_000;

/**
 * Sends 95 °C at some minutes to a circuit of 80 °C at most, and runs the jobs of each minute.
 *
 * @returns the minutes of the posts, and their bodies, whose signatures are right
 */
async function postsAfter(
  { sentAt, minutes, now }: {
    readonly sentAt: readonly number[];
    readonly minutes: number;
    readonly now?: string;
  },
): Promise<{ at: number; message: string }[]> {
  const posts: { at: number; message: string }[] = [];
  await withReport(
    async ({ store, clock, platform, ask, received, run }) => {
      const { token } = await aWatchedCircuit(ask);
      const { watcher } = platform;
      for (let minute = 0; minute <= minutes; minute++) {
        if (sentAt.includes(minute)) {
          const line = flowLine(95, Math.floor(clock.now() / 1_000));
          ok((await sendLines(platform, token, line)).kind === "stored");
          await watcher.settled();
        }
        await watchAlarms({ store, now: clock.now, watcher });
        await run();
        for (const { body, headers } of received.slice(posts.length)) {
          const hmac = createHmac("sha256", SECRET).update(body).digest("hex");
          strictEqual(headers.get("x-signature"), `sha256=${hmac}`);
          const { event, alarm } = JSON.parse(body);
          strictEqual(event, "start");
          posts.push({ at: minute, message: alarm.message });
        }
        clock.advance(MINUTE_MS);
      }
    },
    { selections: [{ handler: "boilerroom-circuit", filters: {} }] },
    now ? { now } : {},
  );
  return posts;
}

// @spec alarms.webhooks, alarms.delays, alarms.floods
Deno.test("a reading of 95 °C is posted, signed, once it lasted 15 minutes and 2 more brought no other alarm", async () => {
  // Beyond the bound for more than 15 minutes at the 16th; mailed and posted two quiet minutes later.
  for (const sentAt of [[0], [0, 5, 10, 15, 20]]) {
    const posts = await postsAfter({ sentAt, minutes: 20 });
    deepStrictEqual(posts.map(({ at }) => at), [18], sentAt.join());
    match(posts[0]?.message ?? "", /^Circuit Nord\u00a0: départ à 95/);
  }
});

// @spec alarms.season
Deno.test("a reading of 95 °C of a heating circuit is posted in no minute of July", async () => {
  deepStrictEqual(
    await postsAfter({ sentAt: [0, 5, 10, 15], minutes: 20, now: "2026-07-10T11:00:00Z" }),
    [],
  );
});
