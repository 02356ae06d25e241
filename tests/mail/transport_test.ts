import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import { pause } from "@/lib/base/concurrency.ts";
import { outboxReport } from "@/lib/mail/outbox.ts";
import { SmtpCarrier } from "@/lib/mail/smtp.ts";
import { withPostOffice } from "@/tests/helpers/a_post_office.ts";
import { linesOf } from "@/tools/serving/server_process.ts";
import { ADA, TEST, withSending } from "./sent_mails.ts";

const NOBODY = { name: "", address: ADA.email };
const MAIL = { subject: "", text: "", html: "", from: NOBODY, to: NOBODY, messageId: "<1@b.fr>" };

/** Runs a test with a server that answers some lines in its own way, and accepts the others. */
async function withScript(
  answerTo: (line: string) => string | null,
  test: (url: string) => Promise<void>,
): Promise<void> {
  using listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const serving = (async () => {
    using connection = await listener.accept();
    const say = (text: string) => connection.write(new TextEncoder().encode(`${text}\r\n`));
    await say("220 ready");
    for await (const line of linesOf(connection.readable)) {
      await say(answerTo(line) ?? (line.startsWith("QUIT") ? "221 bye" : "250 ok"));
    }
  })();
  await test(`smtp://127.0.0.1:${listener.addr.port}`);
  await serving;
}

// @spec mail.outbox
Deno.test("mail waits while the settings have no user of its host or a wrong password, then is sent by the right one", () =>
  withSending(({ clock, queue, send }) =>
    withPostOffice(async ({ port, received }) => {
      await queue(TEST);
      const counts = async (user: string) => {
        clock.advance(3_600_000);
        return await send(`smtp://${user}127.0.0.1:${port}`);
      };
      const later = { sentCount: 0, failedCount: 0, laterCount: 1 };
      deepStrictEqual(await counts(""), later);
      deepStrictEqual(await counts("suivi%40b.fr:faux@"), later);
      deepStrictEqual(await counts("suivi%40b.fr:s%2Fcret@"), {
        ...later,
        sentCount: 1,
        laterCount: 0,
      });
      deepStrictEqual(received.map(({ to }) => to), [ADA.email]);
    }, { user: { name: "suivi@b.fr", password: "s/cret" } })
  ));

// @spec mail.refused-addresses
Deno.test("server that closes its service at an address refuses neither it nor the next one: all mails wait", () =>
  withSending(async ({ clock, queue, send, store }) => {
    const answers = [{ code: 421, words: "too many connections" }];
    await withPostOffice(async ({ url, received }) => {
      await queue(TEST, [ADA, { email: "leo@bailleur.fr" }]);
      deepStrictEqual(await send(url), { sentCount: 0, failedCount: 0, laterCount: 1 });
      strictEqual(received.length, 0);
      const { mails } = await outboxReport(store);
      deepStrictEqual(mails.map(({ attempts }) => attempts).toSorted(), [0, 1]);
      clock.advance(60_000);
      strictEqual((await send(url))?.sentCount, 2);
    }, { recipient: () => answers.shift() ?? null });
    await withScript((line) => line.startsWith("RCPT TO") ? "421 busy" : null, async (url) => {
      deepStrictEqual(await new SmtpCarrier(url).carry(MAIL), {
        outcome: "later",
        answer: "421 busy",
        isHostDown: true,
        isAddress: false,
      });
    });
  }));

// @spec mail.outbox
Deno.test("mail waits when an answer is not one of SMTP, at any step", async () => {
  for (const step of ["MAIL FROM", "RCPT TO", "DATA"]) {
    await withScript((line) => line.startsWith(step) ? "<html>" : null, async (url) => {
      const carried = await new SmtpCarrier(url).carry(MAIL);
      deepStrictEqual(
        { ...carried, answer: "" },
        { outcome: "later", answer: "", isHostDown: true, isAddress: false },
        step,
      );
    });
  }
});

/** Greets a client, then answers its first line with the same bytes until it leaves. @returns bytes written */
async function endlessAnswer(
  listener: Deno.TcpListener,
  { part, everyMs }: { readonly part: string; readonly everyMs: number },
): Promise<number> {
  using connection = await listener.accept();
  const bytes = new TextEncoder().encode(part);
  let written = 0;
  await connection.write(new TextEncoder().encode("220 ready\r\n"));
  await connection.read(new Uint8Array(1_024));
  try {
    for (;; await pause(everyMs)) written += await connection.write(bytes);
  } catch {
    return written;
  }
}

// @spec mail.outbox
Deno.test("mail waits when an answer of its host never ends, and little of it is read", async () => {
  const drip = { part: "250-ok\r\n", everyMs: 20 };
  const flood = { part: "x".repeat(65_536), everyMs: 0 };
  for (const [answer, dialogueMs] of [[drip, 500], [flood, undefined]] as const) {
    using listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
    const serving = endlessAnswer(listener, answer);
    const carrier = new SmtpCarrier(`smtp://127.0.0.1:${listener.addr.port}`, dialogueMs);
    strictEqual((await carrier.carry(MAIL)).outcome, "later");
    ok(await serving < 64 * 1_048_576);
  }
});

Deno.test("SmtpCarrier names the host it expects before it is encrypted, whose certificate is for that name", async () => {
  using listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const carrier = new SmtpCarrier(`smtps://localhost:${listener.addr.port}`);
  const carried = carrier.carry(MAIL);
  const socket = await listener.accept();
  const hello = new Uint8Array(4_096);
  const length = await socket.read(hello) ?? 0;
  ok(new TextDecoder("latin1").decode(hello.subarray(0, length)).includes("localhost"));
  socket.close();
  strictEqual((await carried).outcome, "later");
});
