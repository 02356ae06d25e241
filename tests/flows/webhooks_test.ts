import { deepStrictEqual, match, ok, strictEqual } from "node:assert/strict";
import { createHmac } from "node:crypto";
import { createSocket } from "node:dgram";
import { once } from "node:events";
import * as z from "zod";
import { readConfig } from "@/fresh.config.ts";
import { watchAlarms } from "@/lib/alarms/evaluation_job.ts";
import { mailAlarms } from "@/lib/alarms/mail_job.ts";
import { webhookFailure } from "@/lib/alarms/records.ts";
import { keys } from "@/lib/store/keys.ts";
import { listStored } from "@/lib/store/store.ts";
import { aWatchedCircuit, flowLine } from "@/tests/alarms/watched_circuit.ts";
import { withPlatform } from "@/tests/helpers/a_platform.ts";
import { ORG, withMember } from "@/tests/helpers/a_residence.ts";
import { reportDraft } from "@/tests/helpers/drafts.ts";
import { storeAlarm } from "@/tests/helpers/some_alarms.ts";
import { sendLines } from "@/tests/helpers/some_series.ts";
import { withStoreFile } from "@/tests/helpers/stores.ts";
import { SECRET, withReport, withWebhookServer } from "@/tests/helpers/webhooks.ts";
import { ROOT } from "@/tools/files.ts";
import { buildIfStale } from "@/tools/serving/build_state.ts";
import { serverPermissions } from "@/tools/serving/permissions.ts";
import { serverEnvironment } from "@/tools/serving/server_environment.ts";
import { linesOf } from "@/tools/serving/server_process.ts";

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

/** Addresses of the names in the test. */
const ADDRESSES: Readonly<Record<string, readonly (readonly number[])[]>> = {
  "public.example": [[1, 2, 3, 4]],
  "loopback.example": [[127, 0, 0, 1]],
  "private.example": [[192, 168, 1, 10]],
  "metadata.example": [[169, 254, 169, 254]],
  "mixed.example": [[1, 2, 3, 4], [10, 0, 0, 1]],
};

/** The answer to a question of one name: the question, then an address per record. */
function dnsAnswer(question: Uint8Array): Uint8Array {
  const labels: string[] = [];
  let end = 12;
  for (let length = question[end] ?? 0; length > 0; length = question[end] ?? 0) {
    labels.push(new TextDecoder().decode(question.slice(end + 1, end + 1 + length)));
    end += 1 + length;
  }
  const found = ADDRESSES[labels.join(".")] ?? [];
  const head = [...question.slice(0, 2), 0x81, 0x80, 0, 1, 0, found.length, 0, 0, 0, 0];
  const records = found.flatMap((one) => [0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, ...one]);
  return new Uint8Array([...head, ...question.slice(12, end + 5), ...records]);
}

const CHECK = z.object({
  name: z.string(),
  ageSeconds: z.nullable(z.number()),
  isRunning: z.boolean(),
});
const HEALTH = z.object({ checks: z.array(CHECK) });

async function withNameServer(test: (port: number) => Promise<void>): Promise<void> {
  const socket = createSocket("udp4");
  socket.on("message", (question, { port, address }) => {
    socket.send(dnsAnswer(question), port, address);
  });
  socket.bind(0, "127.0.0.1");
  await once(socket, "listening");
  try {
    await test(socket.address().port);
  } finally {
    socket.close();
    await once(socket, "close");
  }
}

/** Reports whose webhooks have each of the names, with an alarm to post about. */
async function writePosts(path: string, port: number): Promise<void> {
  await withMember({ isAdmin: true, roles: ["collect"] }, async ({ built, ask }) => {
    for (const name of Object.keys(ADDRESSES)) {
      const body = reportDraft({
        name,
        emails: ["nuit@bailleur.fr"],
        webhookUrl: `http://${name}:${port}/hook`,
        webhookSecret: "un secret assez long",
      });
      ok((await ask("createOrgAlarmReport", { orgId: ORG, body })).ok);
    }
    await storeAlarm(built.store, {});
    built.clock.advance(10 * 60_000);
    ok(await mailAlarms(built.platform.own.services));
  }, { path });
}

/** Runs the built server with the permissions of its settings until it has posted once. */
async function servedOnce(
  kvPath: string,
  ports: { readonly dns: number; readonly sink: number },
): Promise<void> {
  const config = readConfig({ DEMO: "off", PORT: "0", DENO_KV_PATH: kvPath, WEBHOOKS: "public" });
  const script = new URL("public_webhooks_server.ts", import.meta.url);
  script.search = `?dns=${ports.dns}&sink=${ports.sink}`;
  const server = new Deno.Command(Deno.execPath(), {
    args: [
      ...["serve", "--no-lock", "--no-check", "--host", "127.0.0.1", "--port", "0"],
      ...serverPermissions(config, ROOT),
      script.href,
    ],
    cwd: ROOT,
    env: { ...serverEnvironment(config), NO_COLOR: "1" },
    stdin: "null",
    stdout: "null",
    stderr: "piped",
  }).spawn();
  const said: string[] = [];
  for await (const line of linesOf(server.stderr)) {
    said.push(line);
    const url = /http:\S+/.exec(line)?.[0];
    if (url === undefined) continue;
    await posted(url);
    server.kill("SIGTERM");
  }
  strictEqual((await server.status).code, 0, said.join("\n"));
}

/** Resolves once the job of the webhooks has run. */
async function posted(url: string): Promise<void> {
  for (let isDone = false; !isDone;) {
    const { checks } = HEALTH.parse(await (await fetch(new URL("/health", url))).json());
    const job = checks.find(({ name }) => name === "post webhooks");
    ok(job);
    isDone = job.ageSeconds !== null && !job.isRunning;
  }
}

// @spec alarms.webhook-addresses
Deno.test("server with WEBHOOKS=public posts only to names that resolve to public addresses", () =>
  withStoreFile((path) =>
    withWebhookServer((sink) =>
      withNameServer(async (dns) => {
        await buildIfStale();
        await writePosts(path, sink.port);
        await servedOnce(path, { dns, sink: sink.port });
        deepStrictEqual(sink.received.map(({ headers }) => headers.get("host")), [
          `public.example:${sink.port}`,
        ]);
        await withPlatform(async ({ store }) => {
          const failures = await listStored(store, keys.webhookFailure.under(), webhookFailure);
          deepStrictEqual(
            failures.map(({ record: { answer } }) => answer),
            Array<string>(4).fill("not a public address"),
          );
          deepStrictEqual(
            await Array.fromAsync(store.list({ prefix: keys.webhookPost.under() })),
            [],
          );
        }, { path });
      })
    )
  ));
