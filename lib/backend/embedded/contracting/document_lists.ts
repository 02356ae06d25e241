import { bound } from "@/lib/backend/embedded/services.ts";
import type { Caller } from "@/lib/contract/caller.ts";
import type { Backend } from "@/lib/contract/catalogue.ts";
import type { DocumentList } from "@/lib/domain/contracting/document_lists.ts";
import type { DocumentRow } from "@/lib/domain/contracting/types.ts";
import { createDocumentAction } from "./document_actions.ts";
import { exportDocuments } from "./document_file.ts";
import { pageDocuments } from "./document_pages.ts";
import { rowsOf } from "./document_rows.ts";
import { listings, type ListQuery, type ListReader } from "./listings.ts";

/** The lists of documents of an organisation and of a residence. @spec contracting.lists */
export function documentLists(reader: ListReader) {
  const listed = (list: DocumentList) => async (place: Place, caller: Caller) => ({
    ok: true as const,
    answer: await listDocuments(reader, { ...place, list, caller }),
  });
  const [running, late, toValidate, refused, history] = [
    listed("running"),
    listed("late"),
    listed("to-validate"),
    listed("refused"),
    listed("history"),
  ];
  return {
    ...bound(reader, { pageDocuments, exportDocuments, createDocumentAction }),
    listDocumentsRunning: running,
    listDocumentsLate: late,
    listDocumentsToValidate: toValidate,
    listDocumentsRefused: refused,
    listDocumentsHistory: history,
    listProjectDocumentsRunning: running,
    listProjectDocumentsLate: late,
    listProjectDocumentsToValidate: toValidate,
    listProjectDocumentsRefused: refused,
    listProjectDocumentsHistory: history,
    countDocuments: async ({ orgId }: Place, caller: Caller) => {
      const inList = (list: DocumentList) => listings(reader, { orgId, list, caller });
      const [running, late, toValidate, refused] = await Promise.all([
        inList("running"),
        inList("late"),
        // Documents awaiting a verdict are in the landlord's list only.
        caller.kind === "provider" ? [] : inList("to-validate"),
        inList("refused"),
      ]);
      const answer = {
        running: running.length,
        late: late.length,
        toValidate: toValidate.length,
        refused: refused.length,
        again: [...running, ...late].filter(({ state }) => state === "from-refused").length,
      };
      return { ok: true as const, answer };
    },
  } satisfies Partial<Backend>;
}

type Place = Pick<ListQuery, "orgId" | "projectId" | "year">;

async function listDocuments(reader: ListReader, query: ListQuery): Promise<DocumentRow[]> {
  const registers = await reader.registers.of(query.orgId);
  return await rowsOf(reader.services.store, registers, await listings(reader, query));
}
