import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import { mailAlarms } from "@/lib/backend/jobs/mail_alarms.ts";
import { sendOutbox } from "@/lib/backend/jobs/send_outbox.ts";
import { outboxReport } from "@/lib/backend/mail/outbox.ts";
import type { Carried } from "@/lib/backend/mail/transport.ts";
import type { TestPlatform } from "@/tests/backend/a_platform.ts";
import { ORG, someone, withMember } from "@/tests/backend/a_residence.ts";
import { storeAlarm } from "@/tests/backend/embedded/alarms/some_alarms.ts";
import { answerOf } from "@/tests/backend/fixtures.ts";
import { REPORT } from "./reported_alarms.ts";

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
  ok(await sendOutbox({ ...options, carrier: { carry } }));
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
