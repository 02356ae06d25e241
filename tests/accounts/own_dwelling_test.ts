import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import {
  changedConsent,
  inHomeUnits,
  ownMessages,
  ownPeriod,
  ownYear,
} from "@/lib/accounts/own_dwelling_rules.ts";
import { comparedText, headingText } from "@/lib/accounts/own_dwelling_text.ts";
import type { AlarmReportSettings } from "@/lib/alarms/schema.ts";
import { consumptionStatus } from "@/lib/housing/running_month.ts";
import type { Consent } from "@/lib/housing/schema.ts";
import { outboxReport, queueMail } from "@/lib/mail/outbox.ts";
import { writeParts } from "@/lib/store/blobs.ts";
import { keys } from "@/lib/store/keys.ts";
import type { Key } from "@/lib/store/store.ts";
import { anAccount, PASSWORD, signedIn, type TestPlatform } from "@/tests/helpers/a_platform.ts";
import { ORG, PROJECT, someone, withMember, withResidence } from "@/tests/helpers/a_residence.ts";
import { A_REPORT } from "@/tests/helpers/consumption_reports.ts";
import { reportDraft } from "@/tests/helpers/drafts.ts";
import { flowedBytes, unzipped } from "@/tests/helpers/file_bytes.ts";
import { answerOf } from "@/tests/helpers/fixtures.ts";
import { declared } from "@/tests/helpers/mails.ts";
import { aSlot } from "@/tests/helpers/some_series.ts";

const TODAY = "2026-02-10";
const HELD: Consent = { givenOn: "2025-10-01", source: "annexe au bail", withdrawnOn: null };

Deno.test("changedConsent() gives a consent today, keeps a valid one, and withdraws once, only a given one", () => {
  const changed = (held: Consent | null, isGiven: boolean) =>
    changedConsent(held, { isGiven, today: TODAY, source: "page" });
  const past = { ...HELD, withdrawnOn: "2025-12-01" };
  const fresh = { givenOn: TODAY, source: "page", withdrawnOn: null };
  deepStrictEqual([null, past].map((held) => changed(held, true)), [fresh, fresh]);
  strictEqual(changed(HELD, true), HELD);
  strictEqual(changed(null, false), null);
  strictEqual(changed(past, false), past);
  const later = { ...HELD, givenOn: "2026-03-01" };
  deepStrictEqual([HELD, later].map((held) => changed(held, false)), [
    { ...HELD, withdrawnOn: TODAY },
    { ...later, withdrawnOn: "2026-03-01" },
  ]);
});

Deno.test("ownMessages() returns those shown today to all, or to the dwelling since the occupant arrived", () => {
  const alert = (id: string, from: string, to: string | null, houseIds: string[]) => ({
    id,
    from,
    to,
    message: id,
    houseIds,
    version: "",
  });
  const alerts = [
    alert("tomorrow", "2026-02-11", null, []),
    alert("last day", "2026-02-01", TODAY, ["h1"]),
    alert("over", "2026-02-01", "2026-02-09", []),
    alert("another's", "2026-02-01", null, ["h2"]),
    alert("all, of before", "2024-01-01", null, []),
    alert("theirs who were there", "2026-01-17", null, ["h1"]),
    alert("of the first day", "2026-01-18", null, ["h1", "h2"]),
  ];
  const stay = ownPeriod({ from: "2026-01-18", to: null });
  const shown = ownMessages(alerts, { houseId: "h1", stay, today: TODAY });
  deepStrictEqual(shown.map(({ id }) => id), ["last day", "all, of before", "of the first day"]);
  deepStrictEqual(shown[0], { id: "last day", from: "2026-02-01", to: TODAY, message: "last day" });
});

Deno.test("inHomeUnits() converts daily water to litres, and nothing else", () => {
  const slot = { slot: "2026-01-20", min: null, max: null, completeness: 1, estimated: false };
  const water = { seriesId: "s", unit: "m³", slots: [{ ...slot, value: 0.182 }] };
  deepStrictEqual(inHomeUnits(water, { type: "daily", dataUnitId: "EFSV" }), {
    ...water,
    unit: "L",
    slots: [{ ...slot, value: 182 }],
  });
  const unread = { ...water, slots: [{ ...slot, value: null }] };
  deepStrictEqual(
    inHomeUnits(unread, { type: "hourly", dataUnitId: "ECSV" }).slots,
    unread.slots,
  );
  strictEqual(inHomeUnits(water, { type: "monthly", dataUnitId: "EFSV" }), water);
  strictEqual(inHomeUnits(water, { type: "weekly-shifted", dataUnitId: "EFSV" }), water);
  strictEqual(inHomeUnits(water, { type: "daily", dataUnitId: "GAZV" }), water);
  const heat = { ...water, unit: "kWh" };
  strictEqual(inHomeUnits(heat, { type: "daily", dataUnitId: "CHAE" }), heat);
});

/** The end of the sentence about the projection of a month, compared with the year before. */
function beside(projected: number, before: number): string {
  const month = {
    toDate: 100,
    projected,
    yearBefore: { value: before, completeness: 1 },
    percent: null,
    status: consumptionStatus(projected, before),
    progress: null,
    completeness: 1,
  };
  return headingText(month, "kWh").replaceAll(/[\u00A0\u202F]/g, " ").split(
    " à la fin du mois",
  )[1] ??
    "";
}

Deno.test("headingText() is true of the figures it is beside, as they are shown, to a tenth", () => {
  // 161.5 × 1.05 is 169.575: up to there the consumption is good, although more than the year
  // before.
  strictEqual(beside(164.6, 161.5), ", un peu plus que l’an dernier");
  strictEqual(beside(169.6, 161.5), ", plus que l’an dernier");
  strictEqual(beside(161.4, 161.5), ", moins que l’an dernier");
  for (const [projected, before] of [[161.54, 161.5], [161.46, 161.5], [0.04, 0.02]] as const) {
    strictEqual(beside(projected, before), ", comme l’an dernier");
  }
});

Deno.test("comparedText() follows a share, and stands alone where no share is shown", () => {
  const words = { before: "janvier 2026", unit: "m³" };
  const yearBefore = { value: 5.2, completeness: 1 };
  const text = (percent: number | null, before: { value: number | null } = yearBefore) =>
    comparedText({ percent, yearBefore: { ...yearBefore, ...before } }, words)
      .replaceAll(/[\u00A0\u202F]/g, " ");
  strictEqual(text(58), "de 5,2 m³ en janvier 2026");
  // The first day of a month, and a month of zero.
  strictEqual(text(null), "5,2 m³ en janvier 2026");
  strictEqual(text(null, { value: 0 }), "0 m³ en janvier 2026");
  strictEqual(text(null, { value: null }), "Rien à comparer en janvier 2026");
});

/** Twelve months of 2026, completely read by default. */
function months(values: readonly (number | null)[], completeness: Record<number, number> = {}) {
  return Array.from({ length: 12 }, (_, rank) => {
    const month = `2026-${String(rank + 1).padStart(2, "0")}`;
    return aSlot(month, values[rank] ?? null, { completeness: completeness[rank] ?? 1 });
  });
}

// @spec housing.own-pages
Deno.test("ownYear() lists the months of the occupancy, latest first, with missing shares and totals", () => {
  const water = { series: "water", slots: months([9, 1.5, 2, 3, 0.1], { 2: 0.5 }) };
  const heat = { series: "heat", slots: months([9, 100, 200, 300, 4]) };
  const stay = { from: "2026-02-10", to: null };
  const year = ownYear([water, heat], { year: 2026, stay, today: "2026-05-03" });
  deepStrictEqual(year, {
    year: 2026,
    firstYear: 2026,
    lastYear: 2026,
    series: ["water", "heat"],
    rows: [
      { month: "2026-05", values: [0.1, 4], gap: "running", doubts: [false, false] },
      { month: "2026-04", values: [3, 300], gap: null, doubts: [false, false] },
      { month: "2026-03", values: [2, 200], gap: "readings", doubts: [false, false] },
      { month: "2026-02", values: [1.5, 100], gap: "arrival", doubts: [false, false] },
    ],
    totals: [6.6, 604],
    doubts: [false, false],
  });
});

Deno.test("ownYear() marks a month read below 95 %, the limit for comparisons", () => {
  const heat = { series: "heat", slots: months([100, 90, 80], { 0: 0.98, 1: 0.95, 2: 0.94 }) };
  const stay = { from: "2025-06-01", to: null };
  const { rows } = ownYear([heat], { year: 2026, stay, today: "2026-12-01" });
  const gaps = rows.filter(({ month }) => month <= "2026-03").map(({ gap }) => gap);
  deepStrictEqual(gaps, ["readings", null, null]);
});

Deno.test("ownYear() ends with the departure, and does not count a month without readings", () => {
  const heat = { series: "heat", slots: months([100, null, 50]) };
  const stay = { from: "2025-06-01", to: "2026-03-15" };
  const { rows, totals, firstYear, lastYear } = ownYear([heat], {
    year: 2026,
    stay,
    today: "2026-06-01",
  });
  deepStrictEqual(rows, [
    { month: "2026-03", values: [50], gap: "departure", doubts: [false] },
    { month: "2026-02", values: [null], gap: "readings", doubts: [false] },
    { month: "2026-01", values: [100], gap: null, doubts: [false] },
  ]);
  deepStrictEqual([totals, firstYear, lastYear], [[150], 2025, 2026]);
});

const NO_DOCUMENTS = { count: 0, first: [] };
const OF_A_LINK = { organisation: "Office", token: "t" };
const EVE = "eve@bailleur.fr";

const MAIL_REPORT: AlarmReportSettings = reportDraft({
  name: "=Astreinte",
  emails: ["nuit@oph.fr", "jour@oph.fr"],
  notifyEnd: false,
  notifyEvery: "2h",
});

async function eveId({ store }: TestPlatform): Promise<string> {
  const { value } = await store.get(keys.accountByEmail(EVE));
  return String(value);
}

/**
 * Reports of Eve: one by mail here and one elsewhere, one queued about the residence, one about
 * another.
 */
async function writeReports({ store }: TestPlatform, id: string): Promise<void> {
  const pdf = new TextEncoder().encode("%PDF-1.7");
  await store.atomic()
    .set(keys.userAlarmReport(ORG, id, "m1"), MAIL_REPORT)
    .set(keys.userAlarmReport("elsewhere", id, "m2"), MAIL_REPORT)
    .set(keys.blob("r1"), await writeParts(store, "r1", [pdf]))
    .set(keys.blob("r2"), await writeParts(store, "r2", [pdf]))
    .set(keys.queuedReport(id, "r1"), A_REPORT)
    .set(keys.queuedReport(id, "r2"), { ...A_REPORT, projectId: "of-another-organisation" })
    .commit();
}

async function isThere({ store }: TestPlatform, key: Key): Promise<boolean> {
  return (await store.get(key)).value !== null;
}

// @spec organisations.removal
Deno.test("removeOrgUser() deletes a user's own reports about the organisation, and no other", () =>
  withMember({ isAdmin: true }, async ({ built, ask: ada }) => {
    await someone(built, { email: EVE });
    const id = await eveId(built);
    const bob = await anAccount(built, { email: "bob@bailleur.fr" });
    await writeReports(built, id);
    await built.store.atomic().set(keys.userAlarmReport(ORG, bob, "m3"), MAIL_REPORT).commit();
    ok((await ada("removeOrgUser", { orgId: ORG, email: EVE })).ok);
    strictEqual(await isThere(built, keys.userAlarmReport(ORG, id, "m1")), false);
    strictEqual(await isThere(built, keys.queuedReport(id, "r1")), false);
    deepStrictEqual(await Array.fromAsync(built.store.list({ prefix: keys.blob("r1") })), []);
    // Those of another organisation or user stay.
    strictEqual(await isThere(built, keys.userAlarmReport("elsewhere", id, "m2")), true);
    strictEqual(await isThere(built, keys.userAlarmReport(ORG, bob, "m3")), true);
    strictEqual(await isThere(built, keys.queuedReport(id, "r2")), true);
    strictEqual(await isThere(built, keys.blob("r2")), true);
  }));

Deno.test("removeAccount() deletes all of a user's reports and their files, however many there are", () =>
  withResidence(async (built) => {
    await someone(built, { isAdmin: true });
    await someone(built, { email: EVE });
    const id = await eveId(built);
    await writeReports(built, id);
    await built.store.atomic().set(keys.orgOfAccount(id, "elsewhere"), true).commit();
    // More than one commit can delete.
    for (let from = 0; from < 500; from += 100) {
      const atomic = built.store.atomic();
      for (let rank = from; rank < from + 100; rank += 1) {
        atomic.set(keys.userAlarmReport(ORG, id, `n${rank}`), MAIL_REPORT);
      }
      await atomic.commit();
    }
    const { ask } = await signedIn(built, EVE);
    const refused = await ask("removeAccount", { body: { password: "pas-celui-ci" } });
    strictEqual(refused.ok, false);
    strictEqual(await isThere(built, keys.userAlarmReport(ORG, id, "n499")), true);
    ok((await ask("removeAccount", { body: { password: PASSWORD } })).ok);
    for (const prefix of [["user_alarm_report"], ["queued_report"], ["blob"]]) {
      deepStrictEqual(await Array.fromAsync(built.store.list({ prefix })), [], prefix.join());
    }
  }));

Deno.test("exportAccount() contains a user's own mail reports and requested reports, and those of no other user", () =>
  withResidence(async (built) => {
    await someone(built, { isAdmin: true });
    await someone(built, { email: EVE });
    const id = await eveId(built);
    const bob = await anAccount(built, { email: "bob@bailleur.fr" });
    await writeReports(built, id);
    await built.store.atomic()
      .set(keys.userAlarmReport(ORG, bob, "m3"), { ...MAIL_REPORT, name: "De Bob" })
      .set(keys.queuedReport(bob, "r3"), { ...A_REPORT, label: "Demandé par Bob" })
      .commit();
    const { ask } = await signedIn(built, EVE);
    const exported = await answerOf(ask("exportAccount", {}));
    const files = unzipped(await flowedBytes(exported));
    const { alarmReports, queuedReports } = JSON.parse(files.get("compte.json") ?? "");
    deepStrictEqual(alarmReports, [{ orgId: ORG, ...MAIL_REPORT, webhookUrl: "" }]);
    deepStrictEqual(queuedReports.map(({ projectId }: { projectId: string }) => projectId), [
      PROJECT,
      "of-another-organisation",
    ]);
    strictEqual(
      files.get("rapports-alerte.csv"),
      "\uFEFFRapport;Alertes;Destinataires;Envoi\r\n" +
        "'=Astreinte;Réception des capteurs;nuit@oph.fr jour@oph.fr;" +
        "au début, toutes les 2\u00A0heures",
    );
    strictEqual(
      files.get("rapports-demandes.csv")?.split("\r\n")[1],
      "Bilans de consommation, octobre 2025;2025-11-02T08:00:00Z;Prêt",
    );
    ok(![...files.values()].join("\n").includes("Bob"));
  }));

// @spec accounts.removal
Deno.test("removeAccount() drops the queued mails to its owner, and sends one last notice", () =>
  withMember({ email: EVE }, async ({ built, ask }) => {
    const id = await eveId(built);
    const { outbox } = built.platform.own.services;
    const letter = { kind: "welcome", organisation: "Office", inviter: "Ada" } as const;
    const due = {
      kind: "documents-due",
      running: NO_DOCUMENTS,
      late: NO_DOCUMENTS,
      ...OF_A_LINK,
    } as const;
    const queued = await Promise.all([
      outbox.sealed(declared(letter), { to: [{ email: EVE }, { email: "bob@bailleur.fr" }] }),
      outbox.sealed(declared({ kind: "test", by: "Ada" }), {
        to: [{ email: "nuit@oph.fr" }],
        forReport: { ownerId: id, reportId: "m1" },
      }),
      // A mail of a request to a provider is not the account's.
      outbox.sealed(declared(due), { to: [{ email: EVE }] }),
    ]);
    const atomic = built.store.atomic();
    for (const mail of queued) queueMail(atomic, mail);
    const given = queued[0]?.rows[0]?.row;
    atomic.set(keys.outboxFailed("f1"), { ...given, state: "failed", lastError: "550" });
    await atomic.commit();
    ok((await ask("removeAccount", { body: { password: PASSWORD } })).ok);
    const { mails } = await outboxReport(built.store);
    deepStrictEqual(mails.map(({ kind, to }) => `${kind} ${to}`).sort(), [
      `account-removed ${EVE}`,
      `documents-due ${EVE}`,
      "welcome bob@bailleur.fr",
    ]);
  }));
