import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import { checkOrganisation, mailAlarms, mayHaveMails } from "@/lib/alarms/mail_job.ts";
import type { AlarmLetter, MailedAlarm, MailedAlarms } from "@/lib/alarms/mail_text.ts";
import { alarmReportRecord } from "@/lib/alarms/records.ts";
import { mailRow, outboxReport } from "@/lib/mail/outbox.ts";
import { sendOutbox } from "@/lib/mail/send_outbox.ts";
import type { Carried } from "@/lib/mail/smtp.ts";
import type { Scope } from "@/lib/store/cache.ts";
import { keys } from "@/lib/store/keys.ts";
import { idOf, listEntries } from "@/lib/store/store.ts";
import { PASSWORD, signedIn, type TestPlatform } from "@/tests/helpers/a_platform.ts";
import { ORG, PROJECT, someone, withMember, withResidence } from "@/tests/helpers/a_residence.ts";
import { answerOf } from "@/tests/helpers/fixtures.ts";
import { confirmAddress, mailedProof, mailTextOf, OF_APP } from "@/tests/helpers/mails.ts";
import { MAILED_ALARM, REPORT, storeAlarm } from "@/tests/helpers/some_alarms.ts";

const MINUTE = 60_000;

/** A host that refuses mails at first: the mails it received, and its answer. */
interface Host {
  readonly given: string[];
  answer: Carried;
}

async function sendAll({ store, clock }: TestPlatform, host: Host): Promise<void> {
  const carry = ({ to }: { readonly to: { readonly address: string } }) => {
    host.given.push(to.address);
    return Promise.resolve(host.answer);
  };
  const origins = () => ({ own: "https://suivi.example", apps: {}, loginPath: "/login" });
  const options = { store, now: clock.now, from: "suivi@bailleur.example", origins };
  ok(await sendOutbox({ ...OF_APP, ...options, carrier: { carry } }));
}

function withWaitingMails(
  test: (waiting: {
    readonly built: TestPlatform;
    readonly ask: Awaited<ReturnType<typeof someone>>;
    readonly host: Host;
  }) => Promise<void>,
): Promise<void> {
  return withMember({ isAdmin: true }, async ({ built, ask }) => {
    const emails = ["nuit@bailleur.fr", "jour@bailleur.fr"];
    ok((await ask("createOrgAlarmReport", { orgId: ORG, body: { ...REPORT, emails } })).ok);
    ok((await ask("createUserAlarmReport", { orgId: ORG, body: REPORT })).ok);
    const later: Carried = { outcome: "later", answer: "451", isHostDown: false, isAddress: false };
    const host: Host = { given: [], answer: later };
    await storeAlarm(built.store);
    built.clock.advance(10 * MINUTE);
    ok(await mailAlarms(built.platform.own.services));
    await sendAll(built, host);
    strictEqual(host.given.splice(0).length, 3);
    host.answer = { outcome: "sent" };
    built.clock.advance(MINUTE);
    await test({ built, ask, host });
    strictEqual((await outboxReport(built.store)).waitingCount, 0);
  });
}

// @spec alarms.report-mails
Deno.test("sendOutbox() drops the queued mails of a deleted alarm report, and sends those of the others", () =>
  withWaitingMails(async ({ built, ask, host }) => {
    const list = await answerOf(ask("listOrgAlarmReports", { orgId: ORG }));
    const at = { orgId: ORG, reportId: list[0]?.id ?? "" };
    ok((await ask("deleteOrgAlarmReport", at)).ok);
    await sendAll(built, host);
    deepStrictEqual(host.given, ["nuit@bailleur.fr"]);
  }));

// @spec alarms.report-mails
Deno.test("sendOutbox() sends nothing to an address removed from its alarm report", () =>
  withWaitingMails(async ({ built, ask, host }) => {
    const [{ id: reportId, version } = { id: "", version: "" }] = await answerOf(
      ask("listOrgAlarmReports", { orgId: ORG }),
    );
    const body = { ...REPORT, emails: ["jour@bailleur.fr"], version };
    ok((await ask("putOrgAlarmReport", { orgId: ORG, reportId, body })).ok);
    await sendAll(built, host);
    // The other one is of the user's own report.
    deepStrictEqual(host.given.sort(), ["jour@bailleur.fr", "nuit@bailleur.fr"]);
  }));

const NEW = "ada.durand@bailleur.fr";
/** More mails of a report than one commit checks. */
const MORE = 12;

/** Queues copies of the mail of report A. */
async function queueAgain({ store }: TestPlatform, count: number): Promise<void> {
  const rows = await listEntries(store, { prefix: keys.outbox.under() }, mailRow);
  const reports = await listEntries(
    store,
    { prefix: keys.userAlarmReport.under() },
    alarmReportRecord,
  );
  const ofA = idOf(reports.find(({ value }) => value.name === "A")?.key ?? []);
  const row = rows.find(({ value }) =>
    value.to === "ada@bailleur.fr" && value.forReport?.reportId === ofA
  );
  ok(row !== undefined);
  const atomic = store.atomic();
  for (let rank = 0; rank < count; rank++) {
    atomic.set(keys.outbox(row.value.nextAt, `copy-${rank}`), row.value);
  }
  ok((await atomic.commit()).ok);
}

// @spec alarms.report-mails
Deno.test("confirmEmail() moves the own reports of the account, and their queued mails, to its new address", () =>
  withMember({ email: "ada@bailleur.fr", isAdmin: true }, async ({ built, ask }) => {
    const report = async (name: string, emails: readonly string[]) => {
      const body = { ...REPORT, name, emails: [...emails] };
      ok((await ask("createUserAlarmReport", { orgId: ORG, body })).ok);
    };
    await report("A", ["ada@bailleur.fr", "nuit@bailleur.fr"]);
    await report("B", ["ada@bailleur.fr", NEW]);
    await report("C", ["jour@bailleur.fr"]);
    const ofOrg = { ...REPORT, name: "D", emails: ["ada@bailleur.fr"] };
    ok((await ask("createOrgAlarmReport", { orgId: ORG, body: ofOrg })).ok);
    await storeAlarm(built.store);
    built.clock.advance(10 * MINUTE);
    ok(await mailAlarms(built.platform.own.services));
    await queueAgain(built, MORE);
    const body = { email: NEW, password: PASSWORD };
    ok((await ask("changeEmail", { body })).ok);
    strictEqual(await confirmAddress(built, await mailedProof(built.store)), "ok");
    const { ask: again } = await signedIn(built, NEW);
    const reports = await answerOf(again("listUserAlarmReports", { orgId: ORG }));
    deepStrictEqual(reports.map(({ name, emails }) => [name, emails]), [
      ["A", [NEW, "nuit@bailleur.fr"]],
      ["B", [NEW]],
      ["C", ["jour@bailleur.fr"]],
    ]);
    const host: Host = { given: [], answer: { outcome: "sent" } };
    await sendAll(built, host);
    // Those of report A, then of report B, and the proof of the address.
    strictEqual(host.given.filter((to) => to === NEW).length, 1 + MORE + 1 + 1);
    deepStrictEqual(host.given.filter((to) => to !== NEW).sort(), [
      // The report of the organisation, and the two notices of the change.
      "ada@bailleur.fr",
      "ada@bailleur.fr",
      "ada@bailleur.fr",
      "jour@bailleur.fr",
      "nuit@bailleur.fr",
    ]);
  }));

const HOUR_MS = 3_600_000;
const NEVER = () => Promise.resolve(Infinity);

Deno.test("mayHaveMails() is true until an organisation was checked, an hour later, and once it is written, also during the check", () =>
  withResidence(async ({ platform: { own: { services } }, clock }) => {
    const scopes: readonly Scope[] = [
      { kind: "org", id: ORG },
      { kind: "alarms", id: ORG },
      { kind: "project", id: PROJECT },
    ];
    strictEqual(await mayHaveMails(services, ORG), true);
    for (const scope of scopes) {
      await checkOrganisation(services, ORG, NEVER);
      strictEqual(await mayHaveMails(services, ORG), false, scope.kind);
      await services.versions.bump([scope]);
      strictEqual(await mayHaveMails(services, ORG), true, scope.kind);
      await checkOrganisation(services, ORG, async () => {
        await services.versions.bump([scope]);
        return Infinity;
      });
      strictEqual(await mayHaveMails(services, ORG), true, `${scope.kind}, during the look`);
    }
    await checkOrganisation(services, ORG, NEVER);
    clock.advance(HOUR_MS - 1);
    strictEqual(await mayHaveMails(services, ORG), false);
    clock.advance(1);
    strictEqual(await mayHaveMails(services, ORG), true);
  }));

const TO = { name: "", link: "https://suivi.example/home/alarms" };

const GATEWAY: MailedAlarm = {
  ...MAILED_ALARM,
  message: "Passerelle B : aucune mesure depuis 3 heures",
  timeZone: "Indian/Reunion",
  childCount: 42,
  path: "/collect/p1/alarms/a2",
};
const NONE: MailedAlarms = { count: 0, first: [] };

function aLetter(over: Partial<AlarmLetter>): AlarmLetter {
  return {
    kind: "alarms",
    report: "Astreinte",
    place: "Office du Lac",
    started: NONE,
    ended: NONE,
    open: NONE,
    path: "/home/alarms",
    ...over,
  };
}

// @spec alarms.report-mails, alarms.reminders
Deno.test("alarmWords() in each kind of mail", async (t) => {
  const over = { ...MAILED_ALARM, end: "2026-02-10T12:30:00Z" };
  const ofRoom = { ...MAILED_ALARM, place: "Chaufferie Est" };
  const silent = { ...MAILED_ALARM, lastReadAt: "2026-02-09T11:00:00Z" };
  const letters = [
    aLetter({ started: { count: 1, first: [ofRoom] } }),
    aLetter({ ended: { count: 1, first: [over] } }),
    aLetter({ open: { count: 1, first: [GATEWAY] } }),
    aLetter({
      started: { count: 1_500, first: [MAILED_ALARM, GATEWAY] },
      ended: { count: 1, first: [over] },
      open: { count: 2, first: [silent, GATEWAY] },
    }),
  ];
  await t.assertSnapshot(letters.map((letter) => {
    const { subject, text, html } = mailTextOf(letter, TO);
    return `${subject}\n\n${text}\n${html}`;
  }));
});

Deno.test("alarmWords() escapes a message, which cannot add a header", () => {
  const message = `<img src=x onerror=alert(1)>\r\nBcc: z@b.fr`;
  const letter = aLetter({ started: { count: 1, first: [{ ...MAILED_ALARM, message }] } });
  const { subject, html } = mailTextOf(letter, TO);
  ok(!html.includes("<img"));
  ok(!/[\r\n]/.test(subject));
});
