import {
  deepStrictEqual,
  match,
  notDeepStrictEqual,
  ok,
  rejects,
  strictEqual,
} from "node:assert/strict";
import { createHmac } from "node:crypto";
import { mailAlarms } from "@/lib/alarms/mail_job.ts";
import type { AlarmReportDraft } from "@/lib/alarms/schema.ts";
import { postWebhooks } from "@/lib/alarms/webhook_jobs.ts";
import { isPublicAddress, postWebhook, type WebhookWay } from "@/lib/alarms/webhook_post.ts";
import { keys } from "@/lib/store/keys.ts";
import type { TestPlatform } from "@/tests/helpers/a_platform.ts";
import { ORG, PROJECT } from "@/tests/helpers/a_residence.ts";
import { storeAlarm } from "@/tests/helpers/some_alarms.ts";
import {
  aReport,
  type ReceivedPost,
  SECRET,
  withReport,
  withWebhookServer,
} from "@/tests/helpers/webhooks.ts";

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

async function waitingCount({ store }: TestPlatform): Promise<number> {
  const entries = store.list({ prefix: keys.webhookPost.under() });
  return (await Array.fromAsync(entries)).length;
}

/** Checks that a post is signed with a secret, as received. */
function signed(post: ReceivedPost | undefined, secret: string): void {
  const { body, headers } = post ?? { body: "", headers: new Headers() };
  const hmac = createHmac("sha256", secret).update(body).digest("hex");
  strictEqual(headers.get("x-signature"), `sha256=${hmac}`);
}

// @spec alarms.webhooks
Deno.test("postWebhooks() posts each start and end of a report once, signed with its secret", () =>
  withReport(async (built) => {
    const { store, received, run } = built;
    const alarmId = await storeAlarm(store, { end: "2026-01-15T09:00:00.000Z" });
    await run();
    await run();
    strictEqual(received.length, 2);
    const bodies = received.map((post) => {
      signed(post, SECRET);
      const { id, ...content } = JSON.parse(post.body);
      strictEqual(post.headers.get("x-delivery"), id);
      return content;
    });
    const [ended] = bodies.filter(({ event }) => event === "end");
    const { report: { id: reportId = "" } = {}, ...content } = ended;
    strictEqual(reportId, (await built.report())?.id);
    deepStrictEqual(content, {
      sentAt: "2026-02-10T11:00:00.000Z",
      event: "end",
      organisation: { id: ORG },
      residence: { id: PROJECT, name: "Les Lilas" },
      place: { boilerRoomId: null, buildingId: null, houseId: null, equipmentId: null },
      alarm: {
        id: alarmId,
        handler: "collect-online",
        scope: "global",
        message: "Plus de relevés",
        start: "2026-01-15T08:00:00.000Z",
        end: "2026-01-15T09:00:00.000Z",
        childCount: 0,
      },
      url: `https://suivi.example/collect/${PROJECT}/alarms/${alarmId}`,
    });
    deepStrictEqual(bodies.map(({ event }) => event).toSorted(), ["end", "start"]);
    strictEqual(await waitingCount(built), 0);
  }));

Deno.test("postWebhooks() retries a failed post like a mail, shows the failure until a post succeeds, and gives up after three days", () =>
  withReport(async (built) => {
    const { store, clock, received, answers, run } = built;
    const version = async () => (await store.get(keys.version("deliveries", ORG))).value;
    const before = await version();
    answers(() => new Response(null, { status: 503 }));
    await storeAlarm(store);
    await storeAlarm(store, { subjectKey: "collect-online/s2" });
    await run();
    // The second post of the report waits with the first.
    strictEqual(received.length, 1);
    const failed = await version();
    notDeepStrictEqual(failed, before);
    deepStrictEqual((await built.report())?.webhookFailure, {
      at: "2026-02-10T11:00:00.000Z",
      answer: "HTTP 503",
      isGivenUp: false,
    });
    await run();
    strictEqual(received.length, 1, "not before its minute");
    clock.advance(MINUTE);
    answers(() => new Response(null, { status: 204 }));
    await run();
    strictEqual(received.length, 3);
    const deliveries = received.map(({ headers }) => headers.get("x-delivery"));
    strictEqual(new Set(deliveries).size, 2);
    strictEqual((await built.report())?.webhookFailure, null);
    notDeepStrictEqual(await version(), failed);
    strictEqual(await waitingCount(built), 0);
    answers(() => new Response(null, { status: 404 }));
    await storeAlarm(store, { subjectKey: "collect-online/s3" });
    clock.advance(MINUTE);
    await run();
    clock.advance(3 * DAY);
    await run();
    strictEqual((await built.report())?.webhookFailure?.isGivenUp, true);
    strictEqual(await waitingCount(built), 0);
  }));

Deno.test("postWebhooks() leaves the posts of a slow webhook to the next run after thirty seconds, and sends those of others", () =>
  withWebhookServer((other) =>
    withReport(async (built) => {
      const { store, clock, received, answers, ask, run } = built;
      const body = aReport(other.port, { name: "Astreinte" });
      ok((await ask("createOrgAlarmReport", { orgId: ORG, body })).ok);
      answers(() => {
        clock.advance(9_000);
        return new Response(null, { status: 204 });
      });
      for (let rank = 0; rank < 6; rank++) {
        await storeAlarm(store, {
          subjectKey: `collect-online/s${rank}`,
          start: `2026-01-15T08:0${rank}:00.000Z`,
        });
      }
      // Four posts take 36 seconds.
      await run();
      deepStrictEqual([received.length, other.received.length], [4, 6]);
      await run();
      strictEqual(await waitingCount(built), 0);
      const starts = received.map(({ body }) => JSON.parse(body).alarm.start.slice(11, 16));
      deepStrictEqual(starts, ["08:00", "08:01", "08:02", "08:03", "08:04", "08:05"]);
      strictEqual(other.received.length, 6);
    })
  ));

/** Copies a waiting post of a report, as those of as many earlier alarms. */
async function addWaiting({ store, clock }: TestPlatform, count: number): Promise<void> {
  const [post] = await Array.fromAsync(store.list({ prefix: keys.webhookPost.under() }));
  for (let rank = 0; rank < count; rank += 500) {
    const atomic = store.atomic();
    for (let more = rank; more < Math.min(count, rank + 500); more++) {
      const id = `${String(more).padStart(5, "0")}-copy`;
      atomic.set(keys.webhookPost(clock.now() - MINUTE, id), post?.value);
    }
    await atomic.commit();
  }
}

for (const status of [204, 503]) {
  Deno.test(`postWebhooks() sends the posts of others while more than a thousand of a report wait, answered ${status}`, () =>
    withWebhookServer((other) =>
      withReport(async (built) => {
        const { store, received, answers, ask, run } = built;
        answers(() => new Response(null, { status }));
        await storeAlarm(store);
        ok(await mailAlarms(built.platform.own.services));
        await addWaiting(built, 1_100);
        const body = aReport(other.port, { name: "Astreinte" });
        ok((await ask("createOrgAlarmReport", { orgId: ORG, body })).ok);
        await storeAlarm(store, { subjectKey: "collect-online/s2" });
        await run();
        ok(other.received.length >= 1);
        ok(received.length <= 200);
        deepStrictEqual(
          received.map(({ headers }) => headers.get("x-delivery")),
          Array.from(received, (_, rank) => `${String(rank).padStart(5, "0")}-copy`),
        );
      })
    ));
}

Deno.test("postWebhooks() posts in the order of the changes: later posts wait for the one being retried", () =>
  withReport(async (built) => {
    const { store, clock, received, answers, run } = built;
    const events = () => received.map(({ body }) => JSON.parse(body).event);
    answers(() => new Response(null, { status: 500 }));
    for (let rank = 0; rank < 5; rank++) {
      await storeAlarm(store, {
        subjectKey: `collect-online/s${rank}`,
        start: `2026-01-15T08:0${rank}:00.000Z`,
        end: `2026-01-15T08:0${rank}:30.000Z`,
      });
    }
    await run();
    clock.advance(30_000);
    await storeAlarm(store, {
      subjectKey: "collect-online/late",
      start: "2026-01-15T09:00:00.000Z",
    });
    await run();
    strictEqual(received.length, 1);
    // A minute after the first attempt, then five after the second: ten posts wait, and one is
    // tried.
    for (const minutes of [1, 5]) {
      clock.advance(minutes * MINUTE);
      await run();
    }
    deepStrictEqual(events(), ["start", "start", "start"]);
    answers(() => new Response(null, { status: 200 }));
    clock.advance(15 * MINUTE);
    await run();
    const sent = received.slice(3).map(({ body }) => JSON.parse(body));
    deepStrictEqual(
      sent.map(({ event, alarm }) => `${event} ${alarm.start.slice(11, 16)}`),
      [
        ...[0, 1, 2, 3, 4].flatMap((rank) => [`start 08:0${rank}`, `end 08:0${rank}`]),
        "start 09:00",
      ],
    );
    strictEqual(await waitingCount(built), 0);
  }));

Deno.test("postWebhooks() signs queued posts with the current secret of the report, and posts at once to a new address", () =>
  withReport(async (built) => {
    const { store, clock, received, answers, run, ask, port } = built;
    answers(() => new Response(null, { status: 500 }));
    await storeAlarm(store);
    await run();
    const at = { orgId: ORG, reportId: (await built.report())?.id ?? "" };
    const put = async (over: Partial<AlarmReportDraft>) =>
      ok((await ask("putOrgAlarmReport", { ...at, body: aReport(port, over) })).ok);
    const secret = "un autre secret, assez long";
    await put({ webhookSecret: secret });
    clock.advance(MINUTE);
    await run();
    signed(received[1], secret);
    answers(() => new Response(null, { status: 200 }));
    await put({ webhookUrl: `http://127.0.0.1:${port}/mended` });
    await storeAlarm(store, { subjectKey: "collect-online/s2" });
    await run();
    deepStrictEqual(received.map(({ path }) => path), ["/hook", "/hook", "/mended"]);
    clock.advance(5 * MINUTE);
    await run();
    strictEqual(await waitingCount(built), 0);
  }));

Deno.test("postWebhooks() posts to no private address unless the settings allow it, and nothing when webhooks are off", async () => {
  const cases = [
    { way: { allowsPrivate: false }, answer: "not a public address" },
    { way: null, answer: "webhooks are off" },
  ];
  for (const { way, answer } of cases) {
    await withReport(async (built) => {
      await storeAlarm(built.store);
      await built.run(way);
      deepStrictEqual(built.received, []);
      const failure = (await built.report())?.webhookFailure;
      deepStrictEqual([failure?.answer, failure?.isGivenUp], [answer, true]);
      strictEqual(await waitingCount(built), 0);
    });
  }
});

Deno.test("postWebhooks() in two processes at once posts once, and drops the posts of a report without webhook or deleted", () =>
  withReport(async (built) => {
    const { store, clock: { now }, ask, received, platform: { own: { services } } } = built;
    await storeAlarm(store);
    ok(await mailAlarms(services));
    const options = { store, now, way: { allowsPrivate: true }, origins: () => ({ own: null }) };
    await Promise.all([postWebhooks(options), postWebhooks(options)]);
    strictEqual(received.length, 1);
    const { webhookUrl: _, webhookSecret: __, ...without } = aReport(built.port, {});
    const at = { orgId: ORG, reportId: (await built.report())?.id ?? "" };
    const put = (body: AlarmReportDraft) => ask("putOrgAlarmReport", { ...at, body });
    const droppedBy = async (subjectKey: string, change: () => Promise<{ ok: boolean }>) => {
      await storeAlarm(store, { subjectKey });
      built.clock.advance(MINUTE);
      ok(await mailAlarms(services));
      strictEqual(await waitingCount(built), 1);
      ok((await change()).ok);
      ok(await postWebhooks(options));
      deepStrictEqual([received.length, await waitingCount(built)], [1, 0]);
    };
    await droppedBy("collect-online/s2", () => put({ ...without, webhookUrl: "" }));
    strictEqual((await built.report())?.webhookFailure, null);
    ok((await put(aReport(built.port, {}))).ok);
    await droppedBy("collect-online/s3", () => ask("deleteOrgAlarmReport", at));
  }));

Deno.test("postWebhooks() stops once another process has its lease", () =>
  withReport(async (built) => {
    const { store, clock, received, answers, run } = built;
    const taken = { holder: "another", untilMs: clock.now() + MINUTE };
    answers(async () => {
      await store.atomic().set(keys.lease("post webhooks"), taken).commit();
      return new Response(null, { status: 204 });
    });
    await storeAlarm(store, { end: "2026-01-15T09:00:00.000Z" });
    await run();
    deepStrictEqual([received.length, await waitingCount(built)], [1, 1]);
  }));

Deno.test("the secret of a webhook is required, never returned, and kept when it is omitted", () =>
  withReport(async (built) => {
    const { ask, store, received, run, port } = built;
    const refused = await ask("createUserAlarmReport", {
      orgId: ORG,
      body: aReport(port, { webhookSecret: "" }),
    });
    deepStrictEqual([refused.ok, !refused.ok && refused.code], [false, "webhook-secret-missing"]);
    const report = await built.report();
    strictEqual(report?.hasWebhookSecret, true);
    ok(!JSON.stringify(report).includes(SECRET) && !("webhookSeal" in (report ?? {})));
    for await (const { value } of store.list({ prefix: [] })) {
      ok(!JSON.stringify(value, (_, one) => typeof one === "bigint" ? 0 : one)?.includes(SECRET));
    }
    const { webhookUrl: _, webhookSecret: __, ...rest } = aReport(port, { name: "Autre" });
    const at = { orgId: ORG, reportId: report?.id ?? "" };
    ok((await ask("putOrgAlarmReport", { ...at, body: rest })).ok);
    await storeAlarm(store);
    await run();
    signed(received[0], SECRET);
  }));

const POST = { headers: { "x-signature": "sha256=00" }, body: `{"é":1}` };
const PRIVATE: WebhookWay = { allowsPrivate: true };
const PUBLIC: WebhookWay = { allowsPrivate: false };

function posted(url: string, way: WebhookWay = PRIVATE) {
  return postWebhook({ ...POST, url }, way);
}

const resolveHere = () => Promise.resolve(["127.0.0.1"]);

// @spec alarms.webhook-addresses
Deno.test("isPublicAddress() refuses this machine, private, link-local, metadata, shared and reserved addresses", () => {
  const closed = [
    "0.0.0.0",
    "10.0.0.1",
    "10.255.255.255",
    "100.64.0.1",
    "127.0.0.1",
    "127.255.255.254",
    "169.254.169.254",
    "172.16.0.1",
    "172.31.255.255",
    "192.0.0.8",
    "192.168.1.1",
    "198.18.0.1",
    "224.0.0.1",
    "255.255.255.255",
    "::1",
    "fe80::1",
    "fd00::1",
    "::ffff:127.0.0.1",
    "256.1.1.1",
    "localhost",
    "",
  ];
  deepStrictEqual(closed.filter(isPublicAddress), []);
  const open = [
    "1.1.1.1",
    "9.255.255.255",
    "100.128.0.1",
    "172.32.0.1",
    "172.15.255.255",
    "192.169.0.1",
    "223.255.255.255",
  ];
  deepStrictEqual(open.filter(isPublicAddress), open);
});

Deno.test("postWebhook() posts its body once, to the host's address under the host's name", () =>
  withWebhookServer(async ({ port, received }) => {
    const asked: string[] = [];
    const resolve = (hostname: string) => {
      asked.push(hostname);
      return resolveHere();
    };
    const url = `http://gmao.example:${port}/hook?key=1`;
    deepStrictEqual(await posted(url, { ...PRIVATE, resolve }), {
      outcome: "sent",
    });
    deepStrictEqual(asked, ["gmao.example"]);
    const [{ headers, ...rest } = { headers: new Headers() }] = received;
    deepStrictEqual(rest, { method: "POST", path: "/hook?key=1", body: `{"é":1}` });
    deepStrictEqual(
      [headers.get("host"), headers.get("x-signature")],
      [`gmao.example:${port}`, "sha256=00"],
    );
  }));

Deno.test("postWebhook() connects only to public addresses, for any name or notation", () =>
  withWebhookServer(async ({ port, received }) => {
    const resolve = () => Promise.resolve(["1.1.1.1", "127.0.0.1"]);
    const hosts = [
      "127.0.0.1",
      "2130706433",
      "0x7f.1",
      "0",
      "[::1]",
      "[::ffff:127.0.0.1]",
      "gmao.example",
    ];
    for (const host of hosts) {
      const answer = await posted(`http://${host}:${port}/`, { ...PUBLIC, resolve });
      deepStrictEqual(answer, { outcome: "refused", answer: "not a public address" }, host);
    }
    deepStrictEqual(received, []);
  }));

Deno.test("postWebhook() follows no redirect, and retries a post that was not accepted", () =>
  withWebhookServer(async ({ port, received, answers }) => {
    const url = `http://127.0.0.1:${port}/`;
    answers(() => Response.redirect(`http://127.0.0.1:${port}/elsewhere`, 307));
    deepStrictEqual(await posted(url), {
      outcome: "later",
      answer: "HTTP 307",
    });
    answers(() => new Response(null, { status: 503 }));
    deepStrictEqual(await posted(url), {
      outcome: "later",
      answer: "HTTP 503",
    });
    strictEqual(received.length, 2);
  }));

Deno.test("postWebhook() stops waiting for a slow answer, and does not read an endless one", () =>
  withWebhookServer(async ({ port, answers }) => {
    const url = `http://127.0.0.1:${port}/`;
    const never = Promise.withResolvers<Response>();
    answers(() => never.promise);
    const slow = await posted(url, { ...PRIVATE, timeoutMs: 20 });
    deepStrictEqual(slow, { outcome: "later", answer: "no answer in time" });
    never.resolve(new Response());
    answers(() => {
      const chunk = new Uint8Array(65_536);
      return new Response(new ReadableStream({ pull: (controller) => controller.enqueue(chunk) }));
    });
    deepStrictEqual(await posted(url), { outcome: "sent" });
  }));

Deno.test("postWebhook() stops waiting for a slow name server, and for an answer that arrives byte by byte", async () => {
  const resolve = (_: string, signal: AbortSignal) =>
    new Promise<string[]>((_, reject) =>
      signal.addEventListener("abort", () => reject(signal.reason))
    );
  const late = { outcome: "later", answer: "no answer in time" };
  const url = "http://gmao.example/";
  deepStrictEqual(await posted(url, { ...PUBLIC, resolve, timeoutMs: 20 }), late);
  using listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const dropped = (async () => {
    using connection = await listener.accept();
    for (;;) {
      await connection.write(new TextEncoder().encode("H"));
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  })();
  const slow = `http://127.0.0.1:${listener.addr.port}/`;
  deepStrictEqual(await posted(slow, { ...PRIVATE, timeoutMs: 60 }), late);
  // On a loaded machine the time is over before it connects.
  listener.close();
  await rejects(dropped);
});

Deno.test("postWebhook() reports the cause of a failure: unknown host, closed port", async () => {
  const url = "http://127.0.0.1:1/";
  const refused = await posted(url);
  ok(refused.outcome === "later");
  match(refused.answer, /refused/i);
  const resolve = () => Promise.resolve([]);
  deepStrictEqual(
    await posted("http://gmao.example/", { ...PUBLIC, resolve }),
    { outcome: "later", answer: "The host has no IPv4 address" },
  );
});

Deno.test("postWebhook() sends nothing in clear to an https address", async () => {
  using listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const first = (async () => {
    using connection = await listener.accept();
    const bytes = new Uint8Array(1_000);
    const length = await connection.read(bytes) ?? 0;
    return new TextDecoder("latin1").decode(bytes.subarray(0, length));
  })();
  const url = `https://gmao.example:${listener.addr.port}/`;
  const answer = await posted(url, { ...PRIVATE, resolve: resolveHere });
  strictEqual(answer.outcome, "later");
  const hello = await first;
  // A handshake record, which contains the host name.
  strictEqual(hello.charCodeAt(0), 0x16);
  ok(hello.includes("gmao.example") && !hello.includes("POST"));
});
