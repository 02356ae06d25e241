import type { Stored } from "@/lib/backend/kv/lists.ts";
import type { DocumentRecord } from "@/lib/backend/records/contracting.ts";
import type { MadeDocument } from "@/lib/domain/contracting/occurrences.ts";
import { isReplacement } from "./document_index.ts";

type Subject = Pick<DocumentRecord, "projectId" | "equipmentId">;

/** The documents initially created by a request, by subject. @spec contracting.changed-calendar */
export function madeOf(
  stored: readonly Stored<DocumentRecord>[],
): ReadonlyMap<string, readonly MadeDocument[]> {
  const made = new Map<string, MadeDocument[]>();
  for (const { id, record } of stored) {
    if (isReplacement(id)) continue;
    const one = { dueDate: record.dueDate, isAnswered: record.state !== "none" };
    const subject = subjectName(record);
    const known = made.get(subject);
    if (known === undefined) made.set(subject, [one]);
    else known.push(one);
  }
  return made;
}

/** The subject of a document, as a string. */
export function subjectName({ projectId, equipmentId }: Subject): string {
  return `${projectId} ${equipmentId ?? ""}`;
}
