import { versionOf } from "@/lib/backend/embedded/saving.ts";
import type { Handler } from "@/lib/backend/embedded/services.ts";
import { awaitsUpload } from "@/lib/domain/contracting/states.ts";
import { replacementId } from "./document_index.ts";
import { documentOf } from "./document_rows.ts";
import { readMovable, readSubjects } from "./document_subjects.ts";

/** A document with its related records. @spec contracting.viewer */
export const getDocumentInfo: Handler<"getDocumentInfo"> = async (services, path) => {
  const movable = await readMovable(services, path);
  if (movable === null) return { ok: false, code: "not-found" };
  const { document, request: { value: request } } = movable;
  const { typedocId, contractId, providerId } = request;
  const { projectId, equipmentId } = document.value;
  const subjects = await readSubjects(services.store, movable);
  const { name = "", multiple = false, values = [] } = subjects.typedoc ?? {};
  const answer = {
    document: documentOf(path, document.value),
    typedoc: { id: typedocId, name, multiple, values },
    ...document.value.asked && { asked: document.value.asked },
    organisation: { id: path.orgId, name: subjects.organisation?.name ?? "" },
    contract: coded(contractId, subjects.contract),
    project: coded(projectId, subjects.project),
    equipment: equipmentId === null ? null : coded(equipmentId, subjects.equipment),
    provider: { id: providerId, name: subjects.provider?.name ?? "" },
    replaces: document.value.replaces,
    replacedBy: document.value.state === "refused" ? replacementId(path.documentId) : null,
    requestClosed: request.close,
    awaitsUpload: !request.close && awaitsUpload(document.value),
    hasPdf: document.value.file !== null,
    version: versionOf(document),
  };
  return { ok: true, answer };
};

/** Name and code of a record; both are empty when it was deleted. */
function coded(id: string, thing: { name: string; code: string } | null) {
  return { id, name: thing?.name ?? "", code: thing?.code ?? "" };
}
