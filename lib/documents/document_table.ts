/** Search, filters and sorts of lists of documents. @module */

import { daysBetween, type IsoDate } from "@/lib/base/civil_dates.ts";
import type { ListRules } from "@/lib/ui/tables.ts";
import type { DocumentState } from "./document_states.ts";
import { deadlineOf } from "./due_dates.ts";
import type { DocumentChoices, DocumentRow } from "./schema.ts";

/** The fields by which a list of documents is searched, filtered and sorted. */
export type DocumentLine = Omit<
  DocumentRow,
  | "data"
  | "finalDueDate"
  | "completionDate"
  | "providerMail"
  | "validateDate"
  | "validatorUser"
  | "comment"
>;

/** Search, filters and sorts of a list of documents: the most urgent first. */
export const DOCUMENT_RULES: ListRules<DocumentLine> = {
  order: { field: "deadline", direction: "asc" },
  words: ({ id, typedocName, projectName, equipmentName, contractName, providerName }) => [
    typedocName,
    projectName,
    equipmentName ?? "",
    contractName,
    providerName,
    id,
  ],
  filters: {
    typedoc: ({ typedocName }) => typedocName,
    project: ({ projectName }) => projectName,
    equipment: ({ equipmentId }) => equipmentId ?? "",
    provider: ({ providerName }) => providerName,
    state: ({ state }) => state,
  },
  sorts: {
    typedoc: ({ typedocName }) => typedocName,
    project: ({ projectName, equipmentName }) => [projectName, equipmentName ?? ""],
    equipment: ({ equipmentName }) => equipmentName,
    provider: ({ providerName }) => providerName,
    contract: ({ contractName }) => contractName,
    deadline: deadlineOf,
    uploadDate: ({ uploadDate }) => uploadDate,
    state: ({ state }) => state,
    compliance: ({ compliance }) => compliance === null ? null : Number(compliance),
  },
};

/** The choices of a list's filters: each distinct value of its lines. */
export function documentChoices(lines: readonly DocumentLine[]): DocumentChoices {
  const [typedoc, project, provider, state] = [
    new Set<string>(),
    new Set<string>(),
    new Set<string>(),
    new Set<DocumentState>(),
  ];
  const equipments = new Map<string, string>();
  for (const line of lines) {
    typedoc.add(line.typedocName);
    project.add(line.projectName);
    provider.add(line.providerName);
    state.add(line.state);
    const { equipmentId, equipmentName } = line;
    if (equipmentId !== null && equipmentName !== null) equipments.set(equipmentId, equipmentName);
  }
  return {
    typedoc: [...typedoc],
    project: [...project],
    provider: [...provider],
    state: [...state],
    equipment: [...equipments].map(([id, name]) => ({ id, name })),
  };
}

export function daysLate(row: DocumentRow, today: IsoDate): number {
  return daysBetween(deadlineOf(row), today);
}
