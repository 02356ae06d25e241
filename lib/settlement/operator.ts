/** The operator: the provider in charge of the contract of documents of terms, and the mails about statements. @module */

import type { Services } from "@/lib/api/services.ts";
import { organisationOf } from "@/lib/api/writes.ts";
import { civilDateOf, DEFAULT_TIME_ZONE } from "@/lib/base/time_zones.ts";
import { type ContractRecord, contractRecord, providerRecord } from "@/lib/documents/records.ts";
import { inChargeOn } from "@/lib/documents/register_rules.ts";
import { memberCaller } from "@/lib/identity/caller.ts";
import { accountRecord } from "@/lib/identity/records.ts";
import type { SealedMail } from "@/lib/mail/outbox.ts";
import { collectFeaturesRecord } from "@/lib/organisations/records.ts";
import { keys } from "@/lib/store/keys.ts";
import { readEntry } from "@/lib/store/store.ts";
import { links, type SentStatementAt } from "@/lib/ui/links.ts";
import { statementLetters } from "./mail_text.ts";
import type { SettlementRecord } from "./records.ts";
import { statementName } from "./text.ts";

interface TiedContract {
  readonly projectId: string;
  readonly contractId: string;
}

/** The contract of documents, which covers the residence; null for another one, or once it is deleted. */
export async function contractOf(
  services: Services,
  { projectId, contractId }: TiedContract,
): Promise<ContractRecord | null> {
  const orgId = await organisationOf(services, projectId);
  const { value } = await readEntry(
    services.store,
    keys.contract(orgId, contractId),
    contractRecord,
  );
  return value?.allprojects || value?.projects.includes(projectId) ? value : null;
}

/** The operator: the provider in charge of the contract today, with its addresses; null for none. @spec settlement.contract */
export async function operatorOf(services: Services, tied: TiedContract) {
  const contract = await contractOf(services, tied);
  const today = civilDateOf(services.now(), DEFAULT_TIME_ZONE);
  const charge = contract === null ? null : inChargeOn(contract.dates, today);
  if (charge === null) return null;
  const orgId = await organisationOf(services, tied.projectId);
  const key = keys.provider(orgId, charge.providerId);
  const { value: provider } = await readEntry(services.store, key, providerRecord);
  return provider && { orgId, providerId: charge.providerId, provider };
}

/** Whether the organisation manages documents. @spec organisations.documents */
export async function managesDocuments(
  { store }: Pick<Services, "store">,
  orgId: string,
): Promise<boolean> {
  const { value } = await readEntry(store, keys.orgFeatures(orgId), collectFeaturesRecord);
  return value?.documentManagement ?? false;
}

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
