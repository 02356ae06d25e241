import { deepStrictEqual } from "node:assert/strict";
import { awaitedDocument, setDocument } from "@/lib/documents/document_index.ts";
import { DOCUMENT_STATES } from "@/lib/documents/document_states.ts";
import { listingsOf, type ListPath } from "@/lib/documents/listings.ts";
import { type DocumentRecord, documentRecord } from "@/lib/documents/records.ts";
import { keys } from "@/lib/store/keys.ts";
import { listEntries, type Store } from "@/lib/store/store.ts";
import { compareValues } from "@/lib/ui/tables.ts";

const ORG = "o1";
const LISTS: readonly ListPath[] = [
  { orgId: ORG, list: "running" },
  { orgId: ORG, list: "late" },
  { orgId: ORG, list: "to-validate" },
  { orgId: ORG, list: "refused" },
  { orgId: ORG, list: "history", year: "2025" },
  { orgId: ORG, list: "history", year: "2026" },
];
const DAYS = ["2025-12-31", "2026-01-01", "2026-01-31", "2026-02-10"];
const DOCUMENTS = 40;

/** Documents of one store, which move between its lists. */
export class DocumentHistory {
  /** @param draw a number from 0 to a bound, which is left out */
  constructor(private readonly store: Store, private readonly draw: (bound: number) => number) {}

  async move(): Promise<void> {
    const documentId = `d${this.draw(DOCUMENTS)}`;
    const path = { orgId: ORG, requestId: `r${documentId.length}`, documentId };
    const entry = await this.store.get(keys.document(ORG, path.requestId, documentId));
    const before = entry.value === null ? null : documentRecord.parse(entry.value);
    const after = before !== null && this.draw(8) === 0 ? null : this.#record();
    await setDocument(this.store.atomic(), path, { before, after }).commit();
  }

  async equalsStore(): Promise<void> {
    for (const path of LISTS) await isAsStored(this.store, path);
  }

  #record(): DocumentRecord {
    const state = this.#one(DOCUMENT_STATES);
    const occurrence = {
      projectId: `p${this.draw(3)}`,
      equipmentId: null,
      dueDate: this.#one(DAYS),
    };
    return {
      ...awaitedDocument(occurrence, { nbDaysForNewDeadline: 0 }),
      finalDueDate: "2026-03-01",
      requestFinalDueDate: this.draw(4) === 0 ? this.#one(DAYS) : null,
      state,
      uploadDate: state === "none" ? null : "2026-01-05T08:00:00Z",
      isReplaced: this.draw(2) === 0,
    };
  }

  #one<Value>(values: readonly Value[]): Value {
    const value = values[this.draw(values.length)];
    if (value === undefined) throw new RangeError("Nothing to draw from");
    return value;
  }
}

/** Compares a list with the documents themselves, by `contracting.lists`. */
async function isAsStored(store: Store, path: ListPath): Promise<void> {
  const listed = await listingsOf(store, path);
  const all = await listEntries(store, { prefix: keys.document.under(ORG) }, documentRecord);
  const expected = all.flatMap(({ key, value }) => {
    const deadline = value.requestFinalDueDate ?? value.dueDate;
    if (!isListed(path, value, deadline)) return [];
    const [, , requestId, documentId] = key.map(String);
    const { projectId, state } = value;
    return [{ deadline, requestId, documentId, projectId, state }];
  });
  const order = (one: typeof expected[number]) =>
    [one.deadline, one.requestId, one.documentId].join();
  deepStrictEqual(
    listed.map(({ deadline, requestId, documentId, projectId, state }) => ({
      deadline,
      requestId,
      documentId,
      projectId,
      state,
    })),
    expected.sort((a, b) => compareValues(order(a), order(b))),
  );
}

function isListed(
  { list, year }: ListPath,
  { state, isReplaced }: DocumentRecord,
  deadline: string,
): boolean {
  const isAwaited = state === "none" || state === "from-refused";
  if (list === "running" || list === "late") return isAwaited;
  if (list === "to-validate") return state === "to-valid";
  if (list === "refused") return state === "refused" && !isReplaced;
  return !isAwaited && deadline.slice(0, 4) === year;
}
