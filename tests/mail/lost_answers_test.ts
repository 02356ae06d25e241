import { deepStrictEqual, strictEqual } from "node:assert/strict";
import { outboxReport } from "@/lib/mail/outbox.ts";
import { mailAnswerText } from "@/lib/platform/text.ts";
import { type DataRule, type PostOffice, withPostOffice } from "@/tests/helpers/a_post_office.ts";
import { type Sending, TEST, withSending } from "./sent_mails.ts";

const MINUTE_MS = 60_000;
const ARRIVED = "mail envoyé en entier, sans réponse du serveur\u00A0: il est peut-être arrivé";

/** A mail whose first attempts get the given answers, then is accepted. */
function answered(
  answers: ReturnType<DataRule>[],
  test: (sending: Sending, office: PostOffice) => Promise<void>,
): Promise<void> {
  return withSending((sending) =>
    withPostOffice(async (office) => {
      await sending.queue(TEST);
      await test(sending, office);
    }, { data: () => answers.shift() ?? null })
  );
}

// @spec mail.lost-answers
Deno.test("mail accepted without an answer is sent again with the same Message-ID, and the page says so", () =>
  answered(["answer-lost"], async ({ store, clock, send }, { url, received }) => {
    deepStrictEqual(await send(url), { sentCount: 0, failedCount: 0, laterCount: 1 });
    const [row] = (await outboxReport(store)).mails;
    deepStrictEqual([row?.state, row?.attempts], ["waiting", 1]);
    strictEqual(mailAnswerText(row?.lastError ?? null)?.startsWith(ARRIVED), true);
    clock.advance(MINUTE_MS);
    strictEqual((await send(url))?.sentCount, 1);
    strictEqual(received.length, 2);
    strictEqual(new Set(received.map(({ messageId }) => messageId)).size, 1);
    strictEqual((await outboxReport(store)).waitingCount, 0);
  }));

// @spec mail.lost-answers
Deno.test("server that closes after the mail, or delays it, gets it once, later; one that refuses it never again", async () => {
  const cases: [ReturnType<DataRule>, string][] = [
    ["closed", ARRIVED],
    [{ code: 451, words: "greylisted" }, "451 greylisted"],
    [{ code: 421, words: "closing" }, "421 closing"],
  ];
  for (const [answer, words] of cases) {
    await answered([answer], async ({ store, clock, send }, { url, received }) => {
      strictEqual((await send(url))?.laterCount, 1);
      const [row] = (await outboxReport(store)).mails;
      strictEqual(mailAnswerText(row?.lastError ?? null)?.startsWith(words), true, words);
      clock.advance(MINUTE_MS);
      strictEqual((await send(url))?.sentCount, 1);
      strictEqual(received.length, 1);
    });
  }
  for (const code of [500, 554]) {
    await answered(
      [{ code, words: "spam" }],
      async ({ store, clock, send }, { url, received }) => {
        strictEqual((await send(url))?.failedCount, 1);
        clock.advance(24 * 60 * MINUTE_MS);
        await send(url);
        strictEqual(received.length, 0);
        strictEqual((await outboxReport(store)).mails[0]?.lastError, `${code} spam`);
      },
    );
  }
});

// @spec mail.lost-answers
Deno.test("mail to a host that is down was not sent: no notice says that it may have arrived", () =>
  withSending(async ({ store, queue, send }) => {
    const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
    const { port } = listener.addr;
    listener.close();
    await queue(TEST);
    strictEqual((await send(`smtp://127.0.0.1:${port}`))?.laterCount, 1);
    const [row] = (await outboxReport(store)).mails;
    strictEqual(mailAnswerText(row?.lastError ?? null)?.startsWith(ARRIVED), false);
  }));
