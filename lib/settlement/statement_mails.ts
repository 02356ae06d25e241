/** Writes the mails about a statement: its link to the operator, the operator's answer to the sender. @module */

import type { Services } from "@/lib/api/services.ts";
import { organisationOf } from "@/lib/api/writes.ts";
import { memberCaller } from "@/lib/identity/caller.ts";
import { accountRecord } from "@/lib/identity/records.ts";
import type { SealedMail } from "@/lib/mail/outbox.ts";
import { keys } from "@/lib/store/keys.ts";
import { readEntry } from "@/lib/store/store.ts";
import { links, type SentStatementAt } from "@/lib/ui/links.ts";
import { statementLetters } from "./mail_text.ts";
import { managesDocuments, operatorOf } from "./operator.ts";
import type { SettlementRecord } from "./records.ts";
import { statementName } from "./text.ts";

/** What the letters about a statement say of it. */
function factsOf(record: SettlementRecord) {
  const { sheet } = record;
  return {
    statement: statementName(record),
    landlord: sheet.landlord,
    operator: sheet.terms?.operator ?? "",
    residence: sheet.residence,
    boilerRoom: sheet.boilerRoomName,
  };
}

/**
 * The mail of the link to the provider in charge of the contract of the terms; null without one, or where the
 * organisation does not manage documents.
 *
 * @spec settlement.mails
 */
export async function operatorMail(
  services: Services,
  at: SentStatementAt,
  { record, token }: { readonly record: SettlementRecord; readonly token: string },
): Promise<SealedMail | null> {
  const contractId = record.sheet.terms?.contractId ?? null;
  if (contractId === null) return null;
  const operator = await operatorOf(services, { projectId: at.projectId, contractId });
  if (operator === null) return null;
  const { orgId: ownerId, providerId: reportId, provider } = operator;
  if (provider.archived || !await managesDocuments(services, ownerId)) return null;
  const path = links.sentStatement(at, token);
  const letter = { kind: "statement-sent", ...factsOf(record), path } as const;
  const key = keys.provider(ownerId, reportId).map(String);
  return await services.outbox.sealed(statementLetters.letter(letter), {
    to: provider.emails.map((email) => ({ email })),
    forReport: { ownerId, reportId, key },
  });
}

/** The mail of an operator's answer to the account that sent the statement, while it may see it. @spec settlement.mails */
export async function answerMail(
  services: Services,
  { projectId, boilerRoomId }: SentStatementAt,
  record: SettlementRecord,
): Promise<SealedMail | null> {
  const [sender, answer] = [record.acts[0], record.acts.at(-1)];
  const state = answer?.state;
  const accountId = sender?.accountId ?? null;
  if (accountId === null || (state !== "accepted" && state !== "contested")) return null;
  const { value } = await readEntry(services.store, keys.account(accountId), accountRecord);
  if (value === null) return null;
  const { email, forename, surname } = value;
  const roles = await services.callerRoles.of(memberCaller(accountId, email)).rolesOn(projectId);
  if (!roles.has("collect:boilerroom:read")) return null;
  const orgId = await organisationOf(services, projectId);
  const { isPart, from } = record.sheet;
  const day = isPart ? from : undefined;
  const page = links.settlement(projectId, boilerRoomId, record.yearStart, day);
  const letter = statementLetters.letter({
    kind: "statement-answered",
    ...factsOf(record),
    state,
    comment: answer?.comment ?? "",
    fileName: answer?.file?.name ?? null,
    path: links.inOrganisation(orgId, page),
  });
  return await services.outbox.sealed(letter, { to: [{ email, name: `${forename} ${surname}` }] });
}
