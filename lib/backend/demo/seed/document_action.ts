import { keys } from "@/lib/backend/kv/keys.ts";
import { listStored } from "@/lib/backend/kv/lists.ts";
import { readEntries, type Store } from "@/lib/backend/kv/store.ts";
import {
  type DocumentActionPart,
  type DocumentActionRecord,
  documentRecord,
} from "@/lib/backend/records/contracting.ts";
import { projectRecord } from "@/lib/backend/records/projects.ts";
import { deadlineOf } from "@/lib/domain/contracting/document_lists.ts";
import { DEMO_ORG } from "./demo_org.ts";

/** A year: longer than any demo runs, ms. */
const KEPT_MS = 365 * 24 * 3_600_000;
const REQUEST = "aquacontrol-carnet-sanitaire";
const ACTION = "abandon-1";

/** Writes a bulk action on three documents, one of which was deposited meanwhile. */
export async function seedDocumentAction(
  store: Store,
  { now, landlordId }: { now: number; landlordId: string },
): Promise<void> {
  const prefix = keys.document.under(DEMO_ORG.id, REQUEST);
  const stored = (await listStored(store, prefix, documentRecord)).slice(0, 3);
  const names = await readEntries(
    store,
    stored.map(({ record }) => keys.project(record.projectId)),
    projectRecord,
  );
  const lines: DocumentActionPart = stored.map(({ id, record }, rank) => ({
    documentId: id,
    requestId: REQUEST,
    label: `Carnet sanitaire, ${names[rank]?.value?.name ?? ""}`,
    deadline: deadlineOf(record),
    state: rank === 0 ? "refused" : "done",
    code: rank === 0 ? "document-not-awaiting-upload" : null,
  }));
  const record: DocumentActionRecord = {
    id: ACTION,
    accountId: landlordId,
    action: "drop",
    comment: "Chaufferie fermée",
    finalDueDate: null,
    state: "done",
    createdAt: new Date(now).toISOString(),
    lineCount: lines.length,
    doneCount: lines.length,
    refusedCount: 1,
    expiresAtMs: now + KEPT_MS,
  };
  await store.atomic()
    .set(keys.documentAction(DEMO_ORG.id, ACTION), record)
    .set(keys.documentActionLines(ACTION, 0), lines).commit();
}
