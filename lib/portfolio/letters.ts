/** Makes the monthly letter of an organisation, sets who receives it, and mails it from the 3rd on. @module */

import type { Services } from "@/lib/api/services.ts";
import { transact } from "@/lib/api/writes.ts";
import { isIsoMonth, monthOf, shiftMonth } from "@/lib/base/civil_dates.ts";
import { civilDateOf, DEFAULT_TIME_ZONE } from "@/lib/base/time_zones.ts";
import { emailKey } from "@/lib/base/typed_formats.ts";
import { countDocuments } from "@/lib/documents/document_lists.ts";
import { readBalance } from "@/lib/energy_balance/balance.ts";
import { ENERGY_BASES } from "@/lib/energy_balance/comparison.ts";
import { seasonYearOf } from "@/lib/energy_balance/heating_season.ts";
import { monthReport } from "@/lib/energy_balance/month_report.ts";
import { eachBoilerRoom } from "@/lib/facilities/boiler_rooms.ts";
import { SOURCE_KINDS } from "@/lib/facilities/source_kinds.ts";
import { accountByEmail } from "@/lib/identity/accounts.ts";
import { type Caller, memberCaller } from "@/lib/identity/caller.ts";
import { accountRecord } from "@/lib/identity/records.ts";
import { memberRecord } from "@/lib/organisations/records.ts";
import { managesDocuments } from "@/lib/settlement/operator.ts";
import { listSettlements } from "@/lib/settlement/season_table.ts";
import { keys } from "@/lib/store/keys.ts";
import {
  type Entry,
  listEntries,
  listIds,
  listStored,
  readById,
  readEntry,
  unchanged,
} from "@/lib/store/store.ts";
import type { Handler, Input } from "./calls.ts";
import type { LetterLine } from "./schema.ts";
import { listResidenceFigures } from "./stored_figures.ts";
import { letterOfMonth, portfolioLetters } from "./mail_text.ts";
import * as z from "zod";
import { queueMail } from "@/lib/mail/outbox.ts";
import { organisationName } from "@/lib/organisations/members.ts";
import { leasedRun } from "@/lib/store/job_runs.ts";
import { links } from "@/lib/ui/links.ts";

/** A member who receives the monthly letter, and the month of the last one; null before the first. */
export const letterReaderRecord = z.object({ month: z.string().nullable() });

/** @spec projects.letter */
export const getMonthlyLetter: Handler<"getMonthlyLetter"> = async (services, at, caller) => {
  const { orgId, month } = at;
  const today = civilDateOf(services.now(), DEFAULT_TIME_ZONE);
  if (!isIsoMonth(month) || month >= monthOf(today)) return { ok: false, code: "bad-period" };
  const year = String(seasonYearOf(monthOf(today)) - 1);
  const [lines, figures, settlements, documents] = await Promise.all([
    linesOf(services, at, caller),
    listResidenceFigures(services, { orgId }, caller),
    listSettlements(services, { orgId, year }, caller),
    await managesDocuments(services, orgId) ? countDocuments(services, { orgId }, caller) : null,
  ]);
  const answer = letterOfMonth({
    month,
    lines,
    rooms: (figures.ok && figures.answer.rooms) || [],
    lateDocumentCount: documents?.ok ? documents.answer.late : 0,
    waitingCount: settlements.ok
      ? settlements.answer.filter(({ state }) => state === "sent").length
      : 0,
    silentCount: figures.ok
      ? figures.answer.silences.filter(({ silentCount }) => silentCount > 0).length
      : 0,
  });
  return { ok: true, answer };
};

/** The month of each boiler room that the caller may read, by name; not of one that is not configured. */
async function linesOf(
  services: Services,
  { orgId, month }: Input<"getMonthlyLetter">,
  caller: Caller,
): Promise<LetterLine[]> {
  const roles = { orgId, caller, role: "collect:boilerroom:read" } as const;
  const months = [shiftMonth(month, -1), month];
  const lines = await eachBoilerRoom(services, roles, async (room): Promise<LetterLine[]> => {
    const readings = await readBalance(services, { ...room, months });
    const { boilerRoom = null } = readings ?? {};
    if (readings === null || boilerRoom === null) return [];
    const [before, own] = months.map((one) => monthReport({ ...readings, boilerRoom }, one));
    if (before === undefined || own === undefined) return [];
    return [{
      ...room,
      knownDays: own.sameDays.days,
      energyBasis: ENERGY_BASES[SOURCE_KINDS[boilerRoom.sourceKind].fuel],
      ncKwh: own.heating.total,
      targetKwh: own.target.total,
      percent: own.rate.percent,
      status: own.status,
      percentBefore: before.rate.percent,
      statusBefore: before.status,
    }];
  });
  return lines.flat();
}

export const getLetterReaders: Handler<"getLetterReaders"> = async ({ store }, { orgId }) => {
  const ids = await listIds(store, keys.letterReader.under(orgId));
  const accounts = await readById(store, ids, keys.account, accountRecord);
  const emails = ids.flatMap((id) => accounts.get(id)?.email ?? []).sort();
  return { ok: true, answer: { emails } };
};

/** Those who are chosen again keep the month of their last letter. @spec projects.letter-readers */
export const putLetterReaders: Handler<"putLetterReaders"> = (
  services,
  { orgId, body: { emails } },
  caller,
) => {
  const { store } = services;
  return transact(services, { caller, action: "putLetterReaders", orgId }, async (atomic) => {
    const accounts = await Promise.all(
      emails.map((email) => accountByEmail(store, emailKey(email))),
    );
    const chosen = accounts.flatMap((account) => account?.id ?? []);
    const members = await readById(store, chosen, (id) => keys.member(orgId, id), memberRecord);
    if (members.size < emails.length) return { ok: false, code: "unknown-user" };
    const stored = await listStored(store, keys.letterReader.under(orgId), letterReaderRecord);
    const known = new Set(stored.map(({ id }) => id));
    for (const { id } of stored) {
      if (!chosen.includes(id)) atomic.delete(keys.letterReader(orgId, id));
    }
    for (const id of chosen) {
      if (!known.has(id)) atomic.set(keys.letterReader(orgId, id), { month: null });
    }
    return { ok: true, answer: null, subject: emails.join(", ") };
  });
};

/**
 * One commit writes a letter and its month: nobody has it twice.
 *
 * @spec projects.letter-readers
 * @returns true when every reader was handled; null when another process runs the job
 * @throws AggregateError naming the readers that failed: the others were handled
 */
export function mailLetters(services: Services): Promise<boolean | null> {
  const job = { name: "mail letters", subjects: "recipients" } as const;
  return leasedRun(services, job, async (lease, faults) => {
    const today = civilDateOf(services.now(), DEFAULT_TIME_ZONE);
    const month = shiftMonth(monthOf(today), -1);
    const prefix = keys.letterReader.under();
    const readers = await faults.readInPart(() =>
      listEntries(services.store, { prefix }, letterReaderRecord)
    );
    for (const reader of readers) {
      if (reader.value.month === month) continue;
      if (!await lease.renew()) return false;
      await faults.try(reader.key.slice(1).join("/"), () => mailOne(services, reader, month));
    }
    return true;
  });
}

async function mailOne(services: Services, { key, versionstamp }: Entry<unknown>, month: string) {
  const { store, outbox, callerRoles } = services;
  const [orgId = "", accountId = ""] = key.slice(1).map(String);
  const { value } = await readEntry(store, keys.account(accountId), accountRecord);
  if (value === null) return;
  const { email, forename, surname } = value;
  const caller = memberCaller(accountId, email);
  if (!await callerRoles.of(caller).isMemberOf(orgId)) return;
  const outcome = await getMonthlyLetter(services, { orgId, month }, caller);
  if (!outcome.ok) return;
  const mail = await outbox.sealed(
    portfolioLetters.letter({
      kind: "monthly-letter",
      organisation: await organisationName(services, orgId),
      letter: outcome.answer,
      path: links.inOrganisation(orgId, links.monthlyLetter(month)),
    }),
    { to: [{ email, name: `${forename} ${surname}` }] },
  );
  const atomic = store.atomic().check(unchanged({ key, versionstamp })).set(key, { month });
  queueMail(atomic, mail);
  if ((await atomic.commit()).ok) outbox.hasQueued();
}
