import { deepStrictEqual, match, ok, rejects, strictEqual } from "node:assert/strict";
import { type AnyLetter, LETTERS } from "@/lib/app/letters.ts";
import { newSecret, seal } from "@/lib/base/secrets.ts";
import { MAIL_FAULTS } from "@/lib/mail/text.ts";
import { mailRow, Outbox, outboxReport } from "@/lib/mail/outbox.ts";
import { sendOutbox } from "@/lib/mail/send_outbox.ts";
import { type MailTransport, SmtpCarrier } from "@/lib/mail/smtp.ts";
import { keys } from "@/lib/store/keys.ts";
import { listEntries, type Store } from "@/lib/store/store.ts";
import { type PostOffice, withPostOffice } from "@/tests/helpers/a_post_office.ts";
import { NOW } from "@/tests/helpers/fixtures.ts";
import { OF_APP } from "@/tests/helpers/mails.ts";
import { freePort } from "@/tests/tools/loopback.ts";
import { ADA, TEST, withSending } from "./sent_mails.ts";

const CODE: AnyLetter = { kind: "reset-code", code: "abcd-efgh-jkmn", app: "home" };
const INVITATION: AnyLetter = {
  kind: "invitation",
  code: "abcd-efgh-jkmn",
  organisation: "Office",
  inviter: "Ada",
  app: "home",
};
const MINUTE_MS = 60_000;
const WEEK_MS = 7 * 24 * 60 * MINUTE_MS;
const LATER = { outcome: "later", answer: "451", isHostDown: false, isAddress: false } as const;
const HALF_HOUR = { expiresAt: NOW + 30 * MINUTE_MS };

/** Tries a mail that was given up again. @returns false when it may not be */
async function isRetried(store: Store, id: string, nowMs: number): Promise<boolean> {
  const atomic = store.atomic();
  return await new Outbox(store, () => nowMs, LETTERS).includeRetry(atomic, id) &&
    (await atomic.commit()).ok;
}

Deno.test("sendOutbox() delivers a mail in French, text and HTML, and leaves no entry", () =>
  withSending(({ store, queue, send }) =>
    withPostOffice(async ({ url, received }) => {
      await queue(CODE, [ADA], HALF_HOUR);
      deepStrictEqual(await send(url), { sentCount: 1, failedCount: 0, laterCount: 0 });
      const [mail] = received;
      strictEqual(received.length, 1);
      strictEqual(mail?.to, "ada@bailleur.fr");
      strictEqual(mail.from, '"Eco-Platform" <suivi@bailleur.example>');
      match(mail.source, /^Auto-Submitted: auto-generated\r$/m);
      strictEqual(mail.subject, "Eco-Platform\u00A0: votre code pour un nouveau mot de passe");
      match(mail.text, /^Bonjour Ada Durand,\n/);
      match(mail.text, /Votre code\u00A0: abcd-efgh-jkmn/);
      const link =
        "https://suivi.example/reset-password?email=ada%40bailleur.fr&code=abcd-efgh-jkmn";
      ok(mail.text.includes(link));
      ok(mail.html.includes(`href="${link.replaceAll("&", "&amp;")}"`));
      match(mail.messageId, /^<[\w-]{16}@bailleur\.example>$/);
      strictEqual((await outboxReport(store)).waitingCount, 0);
      strictEqual(await send(url).then((run) => run?.sentCount), 0);
    })
  ));

Deno.test("queued mail shows its recipient and its kind, and its code is nowhere in the store", () =>
  withSending(async ({ store, queue }) => {
    await queue(CODE, [ADA], HALF_HOUR);
    const { mails, ...counts } = await outboxReport(store);
    deepStrictEqual(counts, { waitingCount: 1, failedCount: 0, oldestQueuedAt: NOW });
    deepStrictEqual(mails.map(({ id: _, ...mail }) => mail), [{
      to: "ada@bailleur.fr",
      name: "Ada Durand",
      kind: "reset-code",
      queuedAt: NOW,
      expiresAt: HALF_HOUR.expiresAt,
      attempts: 0,
      nextAt: NOW,
      state: "waiting",
      lastError: null,
    }]);
    for await (const { key, value } of store.list({ prefix: [] })) {
      ok(!JSON.stringify([key, value]).includes("abcd-efgh"), key.join("/"));
    }
  }));

/** A server that refuses a recipient twice for now, then accepts it. */
function greylisting() {
  const answers: (number | null)[] = [451, 450, null];
  return () => {
    const code = answers.shift() ?? null;
    return code === null ? null : { code, words: "greylisted, come back later" };
  };
}

Deno.test("4xx answer is retried, later each time, until it is delivered", () => {
  return withSending(({ store, clock, queue, send }) =>
    withPostOffice(async ({ url, received }) => {
      await queue(TEST);
      deepStrictEqual(await send(url), { sentCount: 0, failedCount: 0, laterCount: 1 });
      const [waiting] = (await outboxReport(store)).mails;
      strictEqual(waiting?.nextAt, NOW + MINUTE_MS);
      match(waiting.lastError ?? "", /451.*greylisted/);
      strictEqual((await send(url))?.laterCount, 0);
      clock.advance(MINUTE_MS);
      strictEqual((await send(url))?.laterCount, 1);
      strictEqual((await outboxReport(store)).mails[0]?.nextAt, clock.now() + 5 * MINUTE_MS);
      clock.advance(5 * MINUTE_MS);
      strictEqual((await send(url))?.sentCount, 1);
      strictEqual(received.length, 1);
    }, { recipient: greylisting() })
  );
});

// @spec mail.set-back-clock
Deno.test("sendOutbox() tries a mail again that was delayed before the clock was set back by a day", () => {
  return withSending(({ clock, queue, send }) =>
    withPostOffice(async ({ url, received }) => {
      await queue(TEST);
      strictEqual((await send(url))?.laterCount, 1);
      clock.advance(-26 * 60 * MINUTE_MS);
      strictEqual((await send(url))?.laterCount, 1);
      clock.advance(5 * MINUTE_MS);
      strictEqual((await send(url))?.sentCount, 1);
      strictEqual(received.length, 1);
    }, { recipient: greylisting() })
  );
});

Deno.test("5xx answer is final and shown; it may be retried by hand, or deleted", () => {
  let isRefusing = true;
  const recipient = () => isRefusing ? { code: 550, words: "no such mailbox" } : null;
  return withSending(({ store, clock, queue, send }) =>
    withPostOffice(async ({ url, received }) => {
      await queue(TEST, [ADA, { email: "bob@bailleur.fr" }]);
      deepStrictEqual(await send(url), { sentCount: 0, failedCount: 2, laterCount: 0 });
      clock.advance(24 * 60 * MINUTE_MS);
      strictEqual((await send(url))?.failedCount, 0);
      const { failedCount, mails } = await outboxReport(store);
      strictEqual(failedCount, 2);
      match(mails[0]?.lastError ?? "", /550 no such mailbox/);
      isRefusing = false;
      strictEqual(await isRetried(store, mails[0]?.id ?? "", clock.now()), true);
      await store.atomic().delete(keys.outboxFailed(mails[1]?.id ?? "")).commit();
      strictEqual(await isRetried(store, mails[1]?.id ?? "", clock.now()), false);
      const again = (await outboxReport(store)).mails;
      deepStrictEqual(again.map(({ state, attempts }) => [state, attempts]), [["waiting", 0]]);
      strictEqual((await send(url))?.sentCount, 1);
      strictEqual(received.length, 1);
      deepStrictEqual((await outboxReport(store)).failedCount, 0);
    }, { recipient })
  );
});

Deno.test("one refused recipient does not prevent delivery to the others", () =>
  withSending(({ store, queue, send }) =>
    withPostOffice(async ({ url, received }) => {
      const people = ["ada", "partie", "bob"].map((name) => ({ email: `${name}@bailleur.fr` }));
      await queue(TEST, people);
      deepStrictEqual(await send(url), { sentCount: 2, failedCount: 1, laterCount: 0 });
      deepStrictEqual(received.map(({ to }) => to).sort(), ["ada@bailleur.fr", "bob@bailleur.fr"]);
      deepStrictEqual((await outboxReport(store)).mails.map(({ to }) => to), [
        "partie@bailleur.fr",
      ]);
    }, {
      recipient: (address) =>
        address.startsWith("partie") ? { code: 550, words: "gone away" } : null,
    })
  ));

// @spec mail.outbox
Deno.test("host that is down is tried with one mail a run, for three days, then all are shown as failed", () =>
  withSending(async ({ store, clock, queue, send }) => {
    const port = freePort();
    await queue(TEST, [ADA]);
    strictEqual((await outboxReport(store)).mails[0]?.expiresAt, NOW + 3 * 24 * 60 * MINUTE_MS);
    await queue(INVITATION, [{ email: "bob@bailleur.fr" }], { expiresAt: NOW + WEEK_MS });
    deepStrictEqual(await send(`smtp://127.0.0.1:${port}`), {
      sentCount: 0,
      failedCount: 0,
      laterCount: 1,
    });
    for (let hours = 0; hours <= 73; hours++) {
      while ((await send(`smtp://127.0.0.1:${port}`))?.laterCount === 1);
      clock.advance(60 * MINUTE_MS);
    }
    const { waitingCount, failedCount, mails } = await outboxReport(store);
    deepStrictEqual([waitingCount, failedCount], [0, 2]);
    match(mails[0]?.lastError ?? "", /ECONNREFUSED|not sent in time/);
  }));

Deno.test("an expired code is neither sent nor retried by hand", () =>
  withSending(({ store, clock, queue, send }) =>
    withPostOffice(async ({ url, received }) => {
      await queue(CODE, [ADA], HALF_HOUR);
      clock.advance(30 * MINUTE_MS);
      strictEqual((await send(url))?.failedCount, 1);
      const [mail] = (await outboxReport(store)).mails;
      strictEqual(mail?.lastError, MAIL_FAULTS.over);
      strictEqual(await isRetried(store, mail.id, clock.now()), false);
      strictEqual(received.length, 0);
    })
  ));

Deno.test("a mail encrypted with another secret is given up, and the others are sent", () =>
  withSending(({ store, queue, send }) =>
    withPostOffice(async ({ url, received }) => {
      await queue(TEST);
      const sealed = await seal({ text: JSON.stringify(TEST), secret: newSecret() });
      for (
        const { key, value } of await listEntries(store, { prefix: keys.outbox.under() }, mailRow)
      ) {
        await store.atomic().set(key, { ...value, sealed }).commit();
      }
      await queue(TEST, [{ email: "bob@bailleur.fr" }]);
      deepStrictEqual(await send(url), { sentCount: 1, failedCount: 1, laterCount: 0 });
      deepStrictEqual(received.map(({ to }) => to), ["bob@bailleur.fr"]);
      const faults = (await outboxReport(store)).mails.map(({ lastError }) => lastError);
      deepStrictEqual(faults, [MAIL_FAULTS.unreadable]);
    })
  ));

Deno.test("a code is given up at the attempt after which it would expire before the next one", () =>
  withSending(async ({ store, clock, queue, sendBy }) => {
    const carry = () => Promise.resolve(LATER);
    await queue(CODE, [ADA], HALF_HOUR);
    clock.advance(29 * MINUTE_MS);
    deepStrictEqual(await sendBy({ carry }), { sentCount: 0, failedCount: 0, laterCount: 1 });
    const { waitingCount, failedCount } = await outboxReport(store);
    deepStrictEqual([waitingCount, failedCount], [0, 1]);
  }));

/** The letters whose code or link expires with them, besides that of a forgotten password. */
const EXPIRING: readonly AnyLetter[] = [
  INVITATION,
  {
    kind: "home-invitation",
    code: "abcd-efgh-jkmn",
    app: "home",
    organisation: "Office",
    residence: "Les Lilas",
    dwelling: "A12",
  },
  { kind: "email-proof", token: "a1.secret" },
  { kind: "provider-link", token: "secret" },
];

Deno.test("a refused mail is retried by hand only while its code or its link is valid", () => {
  const recipient = () => ({ code: 550, words: "no such mailbox" });
  return withSending(({ store, clock, queue, send }) =>
    withPostOffice(async ({ url }) => {
      for (const letter of EXPIRING) await queue(letter, [ADA], HALF_HOUR);
      strictEqual((await send(url))?.failedCount, EXPIRING.length);
      const { mails } = await outboxReport(store);
      clock.advance(30 * MINUTE_MS - 1);
      const retried = await Promise.all(mails.map(({ id }) => isRetried(store, id, clock.now())));
      deepStrictEqual(retried, EXPIRING.map(() => true));
      strictEqual((await send(url))?.failedCount, EXPIRING.length);
      clock.advance(1);
      for (const { id, kind } of (await outboxReport(store)).mails) {
        strictEqual(await isRetried(store, id, clock.now()), false, kind);
      }
    }, { recipient })
  );
});

// @spec mail.outbox
Deno.test("sendOutbox() sends a code in the run after it was queued, behind thousands of other mails", () =>
  withSending(async ({ clock, queue, sendBy }) => {
    const sent: string[] = [];
    const carrier: MailTransport = {
      carry({ to }) {
        sent.push(to.address);
        return Promise.resolve({ outcome: "sent" });
      },
    };
    const people = Array.from({ length: 2_000 }, (_, rank) => ({ email: `p${rank}@mail.fr` }));
    for (let from = 0; from < people.length; from += 100) {
      await queue(TEST, people.slice(from, from + 100));
    }
    clock.advance(1_000);
    await queue(CODE, [ADA], HALF_HOUR);
    strictEqual((await sendBy(carrier))?.sentCount, 200);
    ok(sent.includes(ADA.email));
    while ((await sendBy(carrier))?.sentCount);
    deepStrictEqual(sent.toSorted(), [ADA, ...people].map(({ email }) => email).sort());
  }));

Deno.test("two processes send each mail once", () =>
  withSending(({ queue, send }) =>
    withPostOffice(async ({ url, received }) => {
      const people = Array.from({ length: 8 }, (_, index) => ({ email: `p${index}@b.fr` }));
      await queue(TEST, people);
      const runs = await Promise.all([send(url), send(url), send(url)]);
      strictEqual(runs.filter((run) => run === null).length, 2);
      strictEqual(received.length, 8);
    })
  ));

Deno.test("STARTTLS is required of every host but this machine: without it mails stay queued", () => {
  const asked = (url: string, office: PostOffice) =>
    new SmtpCarrier(url.replace("PORT", String(office.port))).carry({
      from: { name: "", address: "a@b.fr" },
      to: { name: "", address: "c@d.fr" },
      messageId: "<1@b.fr>",
      subject: "Essai",
      text: "Essai",
      html: "<p>Essai</p>",
    });
  return withPostOffice(async (office) => {
    deepStrictEqual(await asked("smtp://127.0.0.1:PORT", office), { outcome: "sent" });
    // Another name of this machine, treated as another host.
    const other = await asked("smtp://[::ffff:127.0.0.1]:PORT", office);
    strictEqual(other.outcome, "later");
    match(other.outcome === "later" ? other.answer : "", /^ETLS /);
    const allowed = await asked("smtp://[::ffff:127.0.0.1]:PORT?tls=optional", office);
    deepStrictEqual(allowed, { outcome: "sent" });
    strictEqual(office.received.length, 2);
  });
});

Deno.test("no mail is sent without a public address for its links", () =>
  withSending(({ store, clock, queue }) =>
    withPostOffice(async ({ url, received }) => {
      await queue(CODE, [ADA], HALF_HOUR);
      const run = await sendOutbox({
        ...OF_APP,
        store,
        now: clock.now,
        from: "a@b.fr",
        origins: () => ({ own: null, apps: {}, loginPath: "/login" }),
        carrier: new SmtpCarrier(url),
      });
      deepStrictEqual([run, received.length], [null, 0]);
      strictEqual((await outboxReport(store)).waitingCount, 1);
    })
  ));

Deno.test("sendOutbox() sends the mails after an unreadable row, and names the row", () =>
  withSending(({ store, queue, send }) =>
    withPostOffice(async ({ url, received }) => {
      await store.atomic().set(keys.outbox(NOW - 1, "unreadable"), { to: 1 }).commit();
      await queue(CODE, [ADA], HALF_HOUR);
      await rejects(send(url), /1 of the mails failed: outbox\/\d+\/unreadable: TypeError/);
      strictEqual(received.length, 1);
    })
  ));

// @spec mail.unreadable-rows
Deno.test("sendOutbox() reaches in one run the mails after more unreadable rows than it sends", () =>
  withSending(({ store, queue, send }) =>
    withPostOffice(async ({ url, received }) => {
      for (let from = 0; from < 1_200; from += 400) {
        const atomic = store.atomic();
        for (let rank = from; rank < from + 400; rank++) {
          atomic.set(keys.outbox(NOW - 1, `u${rank}`), { to: 1 });
        }
        await atomic.commit();
      }
      await queue(TEST);
      await rejects(send(url), /1200 of the mails failed: outbox\/\d+\/u0: TypeError/);
      strictEqual(received.length, 1);
    })
  ));
