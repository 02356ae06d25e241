/** Gathers what a mail to a provider contains. @module */

import type { Services } from "@/lib/api/services.ts";
import { accountRecord } from "@/lib/identity/records.ts";
import type { SealedMail, SendingReport } from "@/lib/mail/outbox.ts";
import { keys } from "@/lib/store/keys.ts";
import { type Atomic, readById, type Store } from "@/lib/store/store.ts";
import { deadlinesById, type DocumentPath, type Listing } from "./document_index.ts";
import { type Registers, rowsOf } from "./document_rows.ts";
import {
  type AskedDetails,
  type DocumentLetter,
  documentLetters,
  type MailedDocuments,
} from "./mail_text.ts";
import type { DocumentRow } from "./schema.ts";
import { contractText } from "./text.ts";

/** Maximum number of types, of values of a type, and of contacts in a mail. */
const MOST = 10;
const MOST_VALUES = 20;

/** Where what is mailed is read. */
interface Readings {
  readonly store: Store;
  readonly registers: Registers;
}

/**
 * What a provider needs to answer new requests: the values of each type, and for each contract a person to call, who is
 * that of the contract, or else who asked.
 *
 * @spec contracting.mails
 */
export async function readDetails(
  { store, registers }: Readings,
  documents: readonly DocumentPath[],
): Promise<AskedDetails> {
  const requests = [...new Set(documents.map(({ requestId }) => requestId))]
    .flatMap((id) => registers.requests.get(id) ?? []);
  const typedocs = [...new Set(requests.map(({ typedocId }) => typedocId))]
    .flatMap((id) => registers.typedocs.get(id) ?? []);
  const authors = requests.flatMap(({ askedBy }) => askedBy ?? []);
  const accounts = await readById(store, authors, keys.account, accountRecord);
  const contacts = new Map(requests.map(({ contractId, askedBy }) => {
    const contract = registers.contracts.get(contractId);
    const author = accounts.get(askedBy ?? "");
    const asker = author && `${author.forename} ${author.surname}, ${author.email}`.trim();
    const person = contract?.contact || asker || "";
    const name = nameOfContract(registers, contractId);
    return [`${contractId} ${person}`, { contract: name, person }];
  }));
  return {
    values: typedocs.filter(({ values }) => values.length > 0).slice(0, MOST)
      .map(({ name, values }) => ({
        typedoc: name,
        values: values.slice(0, MOST_VALUES),
        others: Math.max(0, values.length - MOST_VALUES),
      })),
    contacts: [...contacts.values()].filter(({ person }) => person !== "").slice(0, MOST),
  };
}

/** A letter whose link is not created yet. */
export type UnlinkedLetter =
  Extract<DocumentLetter, { kind: `documents-${string}`; token: string }> extends infer Letter
    ? Letter extends unknown ? Omit<Letter, "token" | "until"> : never
    : never;

/** Maximum number of documents named in a mail; the others are counted. */
const NAMED = 20;

/**
 * A letter to each user of a provider, each with their own link, which is added to the commit.
 *
 * @spec contracting.mails
 */
export async function providerMails(
  { outbox, providerLinks }: Pick<Services, "outbox" | "providerLinks">,
  atomic: Atomic,
  { emails, letter, ownerId, reportId }: Pick<SendingReport, "ownerId" | "reportId"> & {
    readonly emails: readonly string[];
    readonly letter: UnlinkedLetter;
  },
): Promise<SealedMail> {
  const key = keys.provider(ownerId, reportId).map(String);
  const forReport: SendingReport = { ownerId, reportId, key };
  const mails = await Promise.all(emails.map((email) => {
    const { token, expiresAt, keep } = providerLinks.create(email, { requested: false });
    keep(atomic);
    const until = new Date(expiresAt).toISOString();
    return outbox.sealed(documentLetters.letter({ ...letter, token, until }), {
      to: [{ email }],
      forReport,
    });
  }));
  return { rows: mails.flatMap(({ rows }) => rows) };
}

/** Documents named in a mail, with their listed deadlines: the first ones are read; unreadable ones are only counted. */
export async function mailedDocuments(
  { store, registers }: Readings,
  listings: readonly Listing[],
): Promise<MailedDocuments> {
  const named = listings.slice(0, NAMED);
  const rows = await rowsOf(store, registers, named);
  const deadlines = deadlinesById(named);
  const first = rows.map((row) => ({
    name: rowName(row),
    contract: nameOfContract(registers, registers.requests.get(row.requestId)?.contractId),
    deadline: deadlines.get(row.id) ?? row.dueDate,
  }));
  return { count: listings.length, first };
}

function nameOfContract({ contracts }: Registers, id = ""): string {
  const contract = contracts.get(id);
  return contract ? contractText(contract) : "";
}

/** Name of a document in a mail: its type, residence and equipment. */
export function rowName({ typedocName, projectName, equipmentName }: DocumentRow): string {
  return nameOf(typedocName, projectName, equipmentName);
}

export function nameOf(...names: readonly (string | null | undefined)[]): string {
  return names.filter(Boolean).join(", ");
}
