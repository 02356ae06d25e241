import type { Handler, Services } from "@/lib/backend/embedded/services.ts";
import type { Caller } from "@/lib/contract/caller.ts";
import type { DocumentList } from "@/lib/domain/contracting/document_lists.ts";
import { rowsOf } from "./document_rows.ts";
import { listings, type ListQuery, listReader } from "./listings.ts";

/** The lists of documents of an organisation and of a residence. @spec contracting.lists */
export const listDocumentsRunning = listOf("running");
export const listDocumentsLate = listOf("late");
export const listDocumentsToValidate = listOf("to-validate");
export const listDocumentsRefused = listOf("refused");
export const listDocumentsHistory = listOf("history");
export const listProjectDocumentsRunning = listOf("running");
export const listProjectDocumentsLate = listOf("late");
export const listProjectDocumentsToValidate = listOf("to-validate");
export const listProjectDocumentsRefused = listOf("refused");
export const listProjectDocumentsHistory = listOf("history");

type Place = Pick<ListQuery, "orgId" | "projectId" | "year">;

function listOf(list: DocumentList) {
  return async (services: Services, place: Place, caller: Caller) => {
    const reader = listReader(services);
    const registers = await reader.registers.of(place.orgId);
    const listed = await listings(reader, { ...place, list, caller });
    return { ok: true, answer: await rowsOf(services.store, registers, listed) } as const;
  };
}

export const countDocuments: Handler<"countDocuments"> = async (services, { orgId }, caller) => {
  const inList = (list: DocumentList) => listings(listReader(services), { orgId, list, caller });
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
  return { ok: true, answer };
};
