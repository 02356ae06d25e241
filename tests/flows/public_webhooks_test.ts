import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import { createSocket } from "node:dgram";
import { once } from "node:events";
import * as z from "zod";
import { readConfig } from "@/fresh.config.ts";
import { mailAlarms } from "@/lib/alarms/mail_job.ts";
import { webhookFailure } from "@/lib/alarms/records.ts";
import { keys } from "@/lib/store/keys.ts";
import { listStored } from "@/lib/store/store.ts";
import { withPlatform } from "@/tests/helpers/a_platform.ts";
import { ORG, withMember } from "@/tests/helpers/a_residence.ts";
import { reportDraft } from "@/tests/helpers/drafts.ts";
import { storeAlarm } from "@/tests/helpers/some_alarms.ts";
import { withStoreFile } from "@/tests/helpers/stores.ts";
import { withWebhookServer } from "@/tests/helpers/webhooks.ts";
import { ROOT } from "@/tools/files.ts";
import { buildIfStale } from "@/tools/serving/build_state.ts";
import { linesOf } from "@/tools/serving/lines.ts";
import { serverPermissions } from "@/tools/serving/permissions.ts";
import { serverEnvironment } from "@/tools/serving/server_environment.ts";

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
