/** Mails the letter of the last month to those who are chosen, from the 3rd on. @module */

import type { Services } from "@/lib/api/services.ts";
import { monthOf, shiftMonth } from "@/lib/base/civil_dates.ts";
import { civilDateOf, DEFAULT_TIME_ZONE } from "@/lib/base/time_zones.ts";
import { memberCaller } from "@/lib/identity/caller.ts";
import { accountRecord } from "@/lib/identity/records.ts";
import { queueMail } from "@/lib/mail/outbox.ts";
import { organisationName } from "@/lib/organisations/members.ts";
import { leasedRun } from "@/lib/store/job_runs.ts";
import { keys } from "@/lib/store/keys.ts";
import { type Entry, listEntries, readEntry, unchanged } from "@/lib/store/store.ts";
import { links } from "@/lib/ui/links.ts";
import { getMonthlyLetter } from "./letters.ts";
import { portfolioLetters } from "./mail_text.ts";
import { letterReaderRecord } from "./records.ts";

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
