import { deepStrictEqual, doesNotMatch, match, ok, rejects, strictEqual } from "node:assert/strict";
import { LETTERS } from "@/lib/app/letters.ts";
import { pause } from "@/lib/base/concurrency.ts";
import { linkOf } from "@/lib/mail/letters.ts";
import { Outbox, outboxReport, refusedEmailsOf, sealingKey } from "@/lib/mail/outbox.ts";
import { SmtpCarrier } from "@/lib/mail/smtp.ts";
import { mailedName, mailedSubject } from "@/lib/mail/text.ts";
import { mailAnswerText } from "@/lib/platform/text.ts";
import { keys } from "@/lib/store/keys.ts";
import { aSheet } from "@/tests/consumption_reports/reported.ts";
import { type DataRule, type PostOffice, withPostOffice } from "@/tests/helpers/a_post_office.ts";
import { withStore } from "@/tests/helpers/fixtures.ts";
import { declared, mailTextOf, opened } from "@/tests/helpers/mails.ts";
import { ADA, type Sending, TEST, withSending } from "@/tests/mail/sent_mails.ts";
import { linesOf } from "@/tools/serving/server_process.ts";

Deno.test("Outbox.sealed() refuses an invalid address: no header, no second recipient", () =>
  withStore(async (store, { now }) => {
    const outbox = new Outbox(store, now, LETTERS);
    for (const email of ["x@a.fr\r\nBcc: z@b.fr", "x@a.fr, z@b.fr", "<x@a.fr>", "x", "", "a@b@c"]) {
      const letter = declared({ kind: "test", by: "a@b.fr" });
      await rejects(outbox.sealed(letter, { to: [{ email }] }), RangeError, email);
    }
  }));

Deno.test("sealingKey() returns one secret to all concurrent callers", () =>
  withStore(async (store) => {
    const other = { ...store, get: store.get.bind(store), atomic: store.atomic.bind(store) };
    const [one, two] = await Promise.all([sealingKey(store), sealingKey(other)]);
    strictEqual(one, two);
    strictEqual(one.length, 43);
  }));

Deno.test("linkOf() leads to the application that asked when it is known, else to this one", () => {
  const origins = {
    own: "https://suivi.example",
    apps: { touch: "https://touch.example" },
    loginPath: "/entree",
  };
  const codeFor = (app: string) => opened({ kind: "reset-code", code: "c", app });
  const link = (app: string) => linkOf(codeFor(app), "a@b.fr", origins);
  strictEqual(link("home"), "https://suivi.example/reset-password?email=a%40b.fr&code=c");
  strictEqual(link("touch"), "https://touch.example/reset-password?email=a%40b.fr&code=c");
  strictEqual(link("constructor"), link("home"));
  const proof = opened({ kind: "email-proof", token: "a.b" });
  strictEqual(linkOf(proof, "a@b.fr", origins), "https://suivi.example/confirm-email?token=a.b");
  const nowhere = { own: null, apps: {}, loginPath: "/entree" };
  strictEqual(linkOf(codeFor("home"), "a@b.fr", nowhere), null);
});

Deno.test("linkOf() leads to the page of a letter, or to the sign-in when it has none", () => {
  const origins = { own: "https://suivi.example", apps: {}, loginPath: "/entree" };
  const link = (path: string | null) =>
    linkOf(
      opened({ kind: "consumption-report", organisation: "Office", sheet: aSheet(), path }),
      "a@b.fr",
      origins,
    );
  strictEqual(link("/my-home"), "https://suivi.example/my-home");
  strictEqual(link(null), "https://suivi.example/entree");
});

const THIRTY_DAYS_MS = 30 * 24 * 3_600_000;

// @spec mail.refused-addresses
Deno.test("refusedEmailsOf() returns a refused address for thirty days, while it is the address of its report", () =>
  withStore(async (store, clock) => {
    const at = new Date(clock.now()).toISOString();
    await store.atomic().set(keys.mailRefusal("p1", "r1", "a@b.fr"), at)
      .set(keys.mailRefusal("p1", "r1", "former@b.fr"), at).commit();
    const found = async (reportId: string, ownerId = "p1") =>
      (await refusedEmailsOf({ store, now: clock.now }, ownerId))(reportId, ["a@b.fr", "c@d.fr"]);
    clock.advance(THIRTY_DAYS_MS - 1);
    deepStrictEqual(await found("r1"), [{ email: "a@b.fr", at }]);
    deepStrictEqual([await found("r2"), await found("r1", "p2")], [[], []]);
    clock.advance(1);
    deepStrictEqual(await found("r1"), []);
  }));

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

// @spec organisations.mailed-names
Deno.test("mailedName() leaves out a name that is an address, a URL or several lines", () => {
  const refused = [
    "ada@ailleurs.example Durand",
    "https://ailleurs.example/x Durand",
    "www.ailleurs.example",
    "Gagnez sur ailleurs.com",
    "ailleurs.example/connexion",
    "ada＠ailleurs.example",
    "ailleurs.example Durand",
    "Ada\r\n\r\nVotre code Durand",
    "Ada\u2028Durand",
  ];
  deepStrictEqual(refused.map(mailedName), refused.map(() => ""));
  const accepted = ["Ada Durand", "Jean-Pierre O’Neil", "J. Martin", "Mme Le Goff (Nord)", "Zoé"];
  deepStrictEqual(accepted.map(mailedName), accepted);
});

// @spec organisations.mailed-names
Deno.test("mailedSubject() is one line, without the addresses and URLs of names in it", () => {
  deepStrictEqual(
    [
      "invitation à rejoindre Nord www.ailleurs.example",
      "invitation à rejoindre http://ailleurs.example/a?b",
      "alerte, Rés. Les Lilas, Bât.A, 22.5 °C, P2/P3",
      "document refusé, Kbis\r\nBcc: eve@ailleurs.example",
      "documents demandés par Office-du-lac.fr",
    ].map(mailedSubject),
    [
      "invitation à rejoindre Nord …",
      "invitation à rejoindre …",
      "alerte, Rés. Les Lilas, Bât.A, 22.5 °C, P2/P3",
      "document refusé, Kbis Bcc: …",
      "documents demandés par …",
    ],
  );
});

// @spec organisations.mailed-names
Deno.test("an invitation to a name that is a URL greets nobody by it", () => {
  const letter = {
    kind: "invitation",
    code: "abcd-efgh-jkmn",
    organisation: "Gagnez http://ailleurs.example",
    inviter: "Anne Roux",
    app: "home",
  } as const;
  const name = "http://ailleurs.example/gagnez Durand";
  const { subject, text, html } = mailTextOf(letter, { name, link: "https://suivi.example/x" });
  match(text, /^Bonjour,\n/);
  match(html, /<p>Bonjour,<\/p>/);
  doesNotMatch(`${subject} ${html.split("</title>")[0]}`, /ailleurs/);
  doesNotMatch(text, /gagnez Durand/);
});

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

// @spec mail.outbox
Deno.test("mail waits when an answer of its host never ends", async () => {
  using listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const serving = (async () => {
    using connection = await listener.accept();
    const say = (text: string) => connection.write(new TextEncoder().encode(`${text}\r\n`));
    await say("220 ready");
    await connection.read(new Uint8Array(1_024));
    for (;; await pause(20)) await say("250-ok");
  })().catch(() => {});
  const carrier = new SmtpCarrier(`smtp://127.0.0.1:${listener.addr.port}`, 500);
  strictEqual((await carrier.carry(MAIL)).outcome, "later");
  await serving;
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
