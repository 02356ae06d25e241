import { accountRecord } from "@/lib/backend/accounts/records.ts";
import { keys } from "@/lib/backend/kv/keys.ts";
import { readById } from "@/lib/backend/kv/lists.ts";
import type { Store, Unreadable } from "@/lib/backend/kv/store.ts";
import { contractText } from "@/lib/text/contracting/documents.ts";
import type { AskedDetails } from "@/lib/text/contracting/reminders.ts";
import type { DocumentPath } from "./document_index.ts";
import type { Registers } from "./document_rows.ts";

/** Maximum number of types, of values of a type, and of contacts in a mail. */
const MOST = 10;
const MOST_VALUES = 20;

/**
 * What a provider needs to answer new requests: the values of each type, and for each contract a person to call, who is
 * that of the contract, or else who asked.
 *
 * @spec contracting.mails
 */
export async function readDetails(
  { store, registers, unreadable }: {
    readonly store: Store;
    readonly registers: Registers;
    readonly unreadable: Unreadable;
  },
  documents: readonly DocumentPath[],
): Promise<AskedDetails> {
  const requests = [...new Set(documents.map(({ requestId }) => requestId))]
    .flatMap((id) => registers.requests.get(id) ?? []);
  const typedocs = [...new Set(requests.map(({ typedocId }) => typedocId))]
    .flatMap((id) => registers.typedocs.get(id) ?? []);
  const authors = requests.flatMap(({ askedBy }) => askedBy ?? []);
  const accounts = await readById(store, authors, keys.account, accountRecord, unreadable);
  const contacts = new Map(requests.map(({ contractId, askedBy }) => {
    const contract = registers.contracts.get(contractId);
    const author = accounts.get(askedBy ?? "");
    const asker = author && `${author.forename} ${author.surname}, ${author.email}`.trim();
    const person = contract?.contact || asker || "";
    return [`${contractId} ${person}`, {
      contract: contract ? contractText(contract) : "",
      person,
    }];
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
