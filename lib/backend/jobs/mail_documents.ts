import { accountRecord } from "@/lib/backend/accounts/records.ts";
import { mailedDocuments } from "@/lib/backend/embedded/contracting/provider_mails.ts";
import type { Services } from "@/lib/backend/embedded/services.ts";
import { keys } from "@/lib/backend/kv/keys.ts";
import { listIds } from "@/lib/backend/kv/lists.ts";
import { readEntry } from "@/lib/backend/kv/store.ts";
import { memberCaller } from "@/lib/contract/caller.ts";
import { isDepositNew, validatorMail } from "@/lib/domain/contracting/mail_marks.ts";
import { links } from "@/lib/links/links.ts";
import { commitMail, type DocumentMailing, lastMail, openMailing } from "./document_mailing.ts";
import { leasedRun } from "./leased_run.ts";
import type { Lease } from "./leases.ts";
import { documentOrganisations } from "./make_documents.ts";
import { remindProvider } from "./provider_reminders.ts";
import type { RunFaults } from "./run_faults.ts";

/**
 * Mails providers about documents due or late, with a weekly summary for each, and validators about documents that wait
 * for them.
 *
 * One commit writes a mail, its links and its mark, and fails if another process has written them.
 *
 * @spec contracting.mails
 * @returns true when every recipient was checked; null when another process runs the job
 * @throws AggregateError naming the recipients that failed: the others were handled
 */
export function mailDocuments(services: Services): Promise<boolean | null> {
  const { store } = services;
  const job = { name: "mail documents", subjects: "recipients" } as const;
  return leasedRun(services, job, async (lease, faults) => {
    let isHeld = true;
    for (const orgId of await documentOrganisations(store, faults)) {
      await faults.try(orgId, async () => {
        const mailing = await openMailing(services, orgId, faults);
        isHeld = await writeToAll(mailing, lease, faults);
      });
      if (!isHeld) return false;
    }
    return true;
  });
}

/** @returns false when another process has the lease now */
async function writeToAll(mailing: DocumentMailing, lease: Lease, faults: RunFaults) {
  const { services: { store }, orgId } = mailing;
  const accountIds = await listIds(store, keys.member.under(orgId));
  for (const [id, write] of recipients(mailing, accountIds)) {
    if (!await lease.renew()) return false;
    await faults.try(`${orgId}/${id}`, write);
  }
  return true;
}

function recipients(mailing: DocumentMailing, accountIds: readonly string[]) {
  const providerIds = [...mailing.registers.providers.keys()];
  return [
    ...providerIds.map((id) => [id, () => remindProvider(mailing, id)] as const),
    ...accountIds.map((id) => [id, () => writeToValidator(mailing, id)] as const),
  ];
}

/** Mails at most once a day, on days that follow a deposit. */
async function writeToValidator(mailing: DocumentMailing, accountId: string): Promise<void> {
  const { services, orgId, organisation, today, readAt, lists } = mailing;
  const { store, callerRoles, outbox } = services;
  if (lists["to-validate"].length === 0) return;
  const last = await lastMail(mailing, "to-validate", accountId);
  if (last.value?.day === today) return;
  const { value: account } = await readEntry(store, keys.account(accountId), accountRecord);
  if (account === null) return;
  const { email, forename, surname } = account;
  const roles = await callerRoles.of(memberCaller(accountId, email)).rolesByProject(orgId);
  const theirs = lists["to-validate"].filter(({ projectId }) =>
    roles.get(projectId)?.has("collect:documents:validate:write")
  );
  if (theirs.length === 0) return;
  const dates = await mailing.deposits();
  const deposits = theirs.map(({ documentId }) => dates.get(documentId) ?? "");
  if (!deposits.some((deposit) => isDepositNew(deposit, last.value, readAt))) return;
  const documents = await mailedDocuments(mailing, theirs);
  const path = links.inOrganisation(orgId, links.documentList("to-validate"));
  const letter = { kind: "documents-to-validate", organisation, documents, path } as const;
  const to = [{ email, name: `${forename} ${surname}` }];
  const mail = await outbox.sealed(letter, { to });
  const mark = validatorMail(deposits, last.value, readAt);
  await commitMail(mailing, { marks: [{ last, day: today, mark }], mail }, store.atomic());
}
