import { versionOf } from "@/lib/backend/embedded/saving.ts";
import type { Services } from "@/lib/backend/embedded/services.ts";
import { readEntry } from "@/lib/backend/kv/entries.ts";
import { keys } from "@/lib/backend/kv/keys.ts";
import {
  contractRecord,
  providerRecord,
  typedocRecord,
} from "@/lib/backend/records/contracting.ts";
import { equipmentRecord } from "@/lib/backend/records/facilities.ts";
import { projectRecord } from "@/lib/backend/records/projects.ts";
import type { Input, Outcome } from "@/lib/contract/catalogue.ts";
import { readMovable } from "./document_moves.ts";
import { documentOf } from "./document_rows.ts";

/** A document and all that it is about. @spec contracting.viewer */
export async function getDocumentInfo(
  services: Services,
  path: Input<"getDocumentInfo">,
): Promise<Outcome<"getDocumentInfo">> {
  const { store } = services;
  const movable = await readMovable(services, path);
  if (movable === null) return { ok: false, code: "not-found" };
  const { orgId } = path;
  const { document, request: { value: { typedocId, contractId, providerId } } } = movable;
  const { projectId, equipmentId } = document.value;
  const [typedoc, contract, provider, project, equipment] = await Promise.all([
    readEntry(store, keys.typedoc(orgId, typedocId), typedocRecord),
    readEntry(store, keys.contract(orgId, contractId), contractRecord),
    readEntry(store, keys.provider(orgId, providerId), providerRecord),
    readEntry(store, keys.project(projectId), projectRecord),
    equipmentId === null
      ? null
      : readEntry(store, keys.equipment(projectId, equipmentId), equipmentRecord),
  ]);
  const { name = "", multiple = false, values = [] } = typedoc.value ?? {};
  const answer = {
    document: documentOf(path, document.value),
    typedoc: { id: typedocId, name, multiple, values },
    contract: coded(contractId, contract.value),
    project: coded(projectId, project.value),
    equipment: equipmentId === null ? null : coded(equipmentId, equipment?.value ?? null),
    provider: { id: providerId, name: provider.value?.name ?? "" },
    hasPdf: document.value.file !== null,
    version: versionOf(document),
  };
  return { ok: true, answer };
}

/** A thing by its name and its code; both are empty for one that was deleted. */
function coded(id: string, thing: { name: string; code: string } | null) {
  return { id, name: thing?.name ?? "", code: thing?.code ?? "" };
}
