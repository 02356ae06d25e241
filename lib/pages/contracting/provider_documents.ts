import type { Ask } from "@/lib/contract/catalogue.ts";
import { deadlineOf } from "@/lib/domain/contracting/document_lists.ts";
import type { DocumentRow } from "@/lib/domain/contracting/types.ts";
import type { Organisation } from "@/lib/domain/organisations/types.ts";
import { answered } from "@/lib/web/answered.ts";

/** The lists of a provider, in the order of their urgency. @spec B §2 "Provider portal" */
export const PROVIDER_LISTS = ["refused", "late", "running"] as const;

export type ProviderList = typeof PROVIDER_LISTS[number];

/** A document asked by a landlord. */
export interface AskedDocument extends DocumentRow {
  readonly organisation: Organisation;
}

export type AskedDocuments = Readonly<Record<ProviderList, readonly AskedDocument[]>>;

/** What all the landlords of a provider ask, each list by due date. @spec providers.one-list */
export async function askedDocuments(ask: Ask): Promise<AskedDocuments> {
  const organisations = answered(await ask("listOrgs", {}));
  const all = await Promise.all(organisations.map((organisation) => askedBy(ask, organisation)));
  const merged = (list: ProviderList) =>
    all.flatMap((one) => one[list]).sort((a, b) => deadlineOf(a).localeCompare(deadlineOf(b)));
  return { refused: merged("refused"), late: merged("late"), running: merged("running") };
}

async function askedBy(ask: Ask, organisation: Organisation): Promise<AskedDocuments> {
  const { id: orgId } = organisation;
  const [refused, late, running] = await Promise.all([
    ask("listDocumentsRefused", { orgId }),
    ask("listDocumentsLate", { orgId }),
    ask("listDocumentsRunning", { orgId }),
  ]);
  const rows = (result: typeof refused | typeof late | typeof running) => {
    if (isUnmanaged(result)) return [];
    return answered(result).map((row) => ({ ...row, organisation }));
  };
  return { refused: rows(refused), late: rows(late), running: rows(running) };
}

/** Whether a call was refused by a landlord who no longer manages documents, and so asks nothing. */
export function isUnmanaged(result: { readonly ok: boolean; readonly code?: string }): boolean {
  return !result.ok && result.code === "document-management-off";
}
