import { deepStrictEqual, match, ok, rejects, strictEqual } from "node:assert/strict";
import { isWebhookUrl } from "@/lib/alarms/report_settings.ts";
import { isPublicAddress, postWebhook, type WebhookWay } from "@/lib/alarms/webhook_jobs.ts";
import { withWebhookServer } from "@/tests/helpers/webhooks.ts";

const POST = { headers: { "x-signature": "sha256=00" }, body: `{"é":1}` };
const PRIVATE: WebhookWay = { allowsPrivate: true };
const PUBLIC: WebhookWay = { allowsPrivate: false };

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
      return Promise.resolve(["127.0.0.1"]);
    };
    const url = `http://gmao.example:${port}/hook?key=1`;
    deepStrictEqual(await postWebhook({ ...POST, url }, { ...PRIVATE, resolve }), {
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
      const posted = await postWebhook({ ...POST, url: `http://${host}:${port}/` }, {
        ...PUBLIC,
        resolve,
      });
      deepStrictEqual(posted, { outcome: "refused", answer: "not a public address" }, host);
    }
    deepStrictEqual(received, []);
  }));

Deno.test("postWebhook() follows no redirect, and retries a post that was not accepted", () =>
  withWebhookServer(async ({ port, received, answers }) => {
    const url = `http://127.0.0.1:${port}/`;
    answers(() => Response.redirect(`http://127.0.0.1:${port}/elsewhere`, 307));
    deepStrictEqual(await postWebhook({ ...POST, url }, PRIVATE), {
      outcome: "later",
      answer: "HTTP 307",
    });
    answers(() => new Response(null, { status: 503 }));
    deepStrictEqual(await postWebhook({ ...POST, url }, PRIVATE), {
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
    const slow = await postWebhook({ ...POST, url }, { ...PRIVATE, timeoutMs: 20 });
    deepStrictEqual(slow, { outcome: "later", answer: "no answer in time" });
    never.resolve(new Response());
    answers(() => {
      const chunk = new Uint8Array(65_536);
      return new Response(new ReadableStream({ pull: (controller) => controller.enqueue(chunk) }));
    });
    deepStrictEqual(await postWebhook({ ...POST, url }, PRIVATE), { outcome: "sent" });
  }));

Deno.test("postWebhook() stops waiting for a slow name server, and for an answer that arrives byte by byte", async () => {
  const resolve = (_: string, signal: AbortSignal) =>
    new Promise<string[]>((_, reject) =>
      signal.addEventListener("abort", () => reject(signal.reason))
    );
  const late = { outcome: "later", answer: "no answer in time" };
  const url = "http://gmao.example/";
  deepStrictEqual(await postWebhook({ ...POST, url }, { ...PUBLIC, resolve, timeoutMs: 20 }), late);
  using listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const dropped = (async () => {
    using connection = await listener.accept();
    for (;;) {
      await connection.write(new TextEncoder().encode("H"));
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  })();
  const slow = `http://127.0.0.1:${listener.addr.port}/`;
  deepStrictEqual(await postWebhook({ ...POST, url: slow }, { ...PRIVATE, timeoutMs: 60 }), late);
  // On a loaded machine the time is over before it connects.
  listener.close();
  await rejects(dropped);
});

Deno.test("postWebhook() reports the cause of a failure: unknown host, closed port", async () => {
  const url = "http://127.0.0.1:1/";
  const refused = await postWebhook({ ...POST, url }, PRIVATE);
  ok(refused.outcome === "later");
  match(refused.answer, /refused/i);
  const resolve = () => Promise.resolve([]);
  deepStrictEqual(
    await postWebhook({ ...POST, url: "http://gmao.example/" }, { ...PUBLIC, resolve }),
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
  const resolve = () => Promise.resolve(["127.0.0.1"]);
  const posted = await postWebhook({ ...POST, url }, { ...PRIVATE, resolve });
  strictEqual(posted.outcome, "later");
  const hello = await first;
  // A handshake record, which contains the host name.
  strictEqual(hello.charCodeAt(0), 0x16);
  ok(hello.includes("gmao.example") && !hello.includes("POST"));
});

// @spec alarms.webhooks
Deno.test("isWebhookUrl() is true for http and https, without credentials, up to 500 characters", () => {
  const long = (length: number) => "https://ici.fr/".padEnd(length, "a");
  for (const url of ["https://ici.fr/a?b=c", "http://192.0.2.1:8080", long(500)]) {
    strictEqual(isWebhookUrl(url), true, url);
  }
  const wrong = [
    "",
    "ici.fr",
    "ftp://ici.fr",
    "javascript:alert(1)",
    "https://ada@ici.fr",
    "https://:secret@ici.fr",
    "https://",
    long(501),
  ];
  for (const url of wrong) strictEqual(isWebhookUrl(url), false, url);
});
