import { Versions } from "@/lib/backend/cache/versions.ts";
import { groupsOf } from "@/lib/backend/core/groups.ts";
import {
  awaitedDocument,
  type DocumentChange,
  replacementId,
  setDocuments,
} from "@/lib/backend/embedded/contracting/document_index.ts";
import { makeDocuments } from "@/lib/backend/embedded/contracting/document_making.ts";
import { readRegisters } from "@/lib/backend/embedded/contracting/document_rows.ts";
import { keys } from "@/lib/backend/kv/keys.ts";
import { listStored, type Stored } from "@/lib/backend/kv/lists.ts";
import type { Store } from "@/lib/backend/kv/store.ts";
import {
  type DocumentRecord,
  documentRecord,
  type ProviderRecord,
  type RequestRecord,
  type TypedocRecord,
} from "@/lib/backend/records/contracting.ts";
import { documentCompliance } from "@/lib/domain/contracting/compliance.ts";
import { dueDateAfterRefusal } from "@/lib/domain/contracting/occurrences.ts";
import type { DocumentState } from "@/lib/domain/contracting/types.ts";
import { addDays, daysBetween, type IsoDate } from "@/lib/domain/periods/civil_dates.ts";
import { civilDateOf, DEFAULT_TIME_ZONE } from "@/lib/domain/periods/zoned_days.ts";
import { compareValues } from "@/lib/domain/tables/sort.ts";
import { DEMO_ACCOUNTS } from "./accounts.ts";
import { DEMO_ORG } from "./demo_org.ts";
import { storyOfDocument } from "./document_stories.ts";
import { seedSampleDocument } from "./sample_document.ts";

/** Days for which a delivered document awaits its verdict. */
const AWAITS_DAYS = 7;
/** Interval in ranks between two refused, or abandoned, documents. */
const REFUSED_EVERY = 10;
const ABANDONED_EVERY = 12;
/** Days before the due date that a document is delivered. */
const LEAD_DAYS = { least: 7, most: 15 };
/** Days after which the replacement of a refused document was delivered too. */
const REPLACED_DAYS = 120;
/** Documents of one commit. */
const PER_COMMIT = 150;

/** The day on which a document of the demo is delivered. @spec contracting.demo "document lead time 7 to 15 days" */
export function deliveryDay(dueDate: IsoDate, rank: number): IsoDate {
  const { least, most } = LEAD_DAYS;
  return addDays(dueDate, -(least + rank * 7 % (most - least + 1)));
}

/**
 * The state of a document of the demo.
 *
 * @spec contracting.demo "to-valid within 7 days of delivery, else valid, refused (every 10th) or not-transmitted (every 12th)"
 */
export function demoState(
  { dueDate, rank }: { dueDate: IsoDate; rank: number },
  today: IsoDate,
): DocumentState {
  const age = daysBetween(deliveryDay(dueDate, rank), today);
  if (age < 0) return "none";
  if (age <= AWAITS_DAYS) return "to-valid";
  if (rank % ABANDONED_EVERY === 0) return "not-transmitted";
  return rank % REFUSED_EVERY === 0 ? "refused" : "valid";
}

/** Makes the documents of the demo's requests, and brings each to the state it has today; again on another day. */
export async function seedDocuments(store: Store, now: number): Promise<void> {
  const { id: orgId } = DEMO_ORG;
  const { requests, typedocs, providers } = await readRegisters(store, orgId);
  const file = await seedSampleDocument(store);
  const options = { store, versions: new Versions(store, () => now), now: () => now };
  for (const [requestId, request] of requests) {
    await makeDocuments(options, { orgId, requestId });
    const story: Story = {
      requestId,
      request,
      typedoc: typedocs.get(request.typedocId) ?? null,
      provider: providers.get(request.providerId) ?? null,
      now,
      today: civilDateOf(now, DEFAULT_TIME_ZONE),
      file,
    };
    await bringToday(store, story);
  }
}

interface Story {
  readonly requestId: string;
  readonly request: RequestRecord;
  readonly typedoc: TypedocRecord | null;
  readonly provider: ProviderRecord | null;
  readonly now: number;
  readonly today: IsoDate;
  readonly file: DocumentRecord["file"];
}

async function bringToday(store: Store, story: Story): Promise<void> {
  const stored = await listStored(
    store,
    keys.document.under(DEMO_ORG.id, story.requestId),
    documentRecord,
  );
  const first = stored.filter(({ record }) => record.replaces === null).sort(byDueDate);
  const known = new Map(stored.map(({ id, record }) => [id, record]));
  for (const some of groupsOf([...first.entries()], PER_COMMIT)) {
    const changes = some.flatMap(([index, one]) =>
      changesOf({ story, known, one, rank: index + 1 })
    );
    if (changes.length === 0) continue;
    await setDocuments(store.atomic(), DEMO_ORG.id, { changes, atMs: story.now }).commit();
  }
}

function byDueDate(a: Stored<DocumentRecord>, b: Stored<DocumentRecord>): number {
  return compareValues(a.record.dueDate, b.record.dueDate) || compareValues(a.id, b.id);
}

interface DocumentStep {
  readonly story: Story;
  readonly known: ReadonlyMap<string, DocumentRecord>;
  readonly one: Pick<Stored<DocumentRecord>, "id" | "record">;
  readonly rank: number;
}

/** The changes that bring a document, and the replacement of a refused one, to today's state. */
function changesOf(
  { story, known, one: { id, record }, rank: ranked }: DocumentStep,
): DocumentChange[] {
  const { projectId, dueDate } = record;
  const asked = { requestId: story.requestId, projectId, dueDate, rate: story.request.rate };
  const { state, deliveredOn, rank } = storyOfDocument(asked, story.today) ?? {
    state: demoState({ dueDate, rank: ranked }, story.today),
    deliveredOn: deliveryDay(dueDate, ranked),
    rank: ranked,
  };
  const path = { orgId: DEMO_ORG.id, requestId: story.requestId, documentId: id };
  const isReplaced = state === "refused" && daysBetween(deliveredOn, story.today) > REPLACED_DAYS;
  const changes: DocumentChange[] = [];
  if (state !== record.state || isReplaced !== record.isReplaced) {
    const after = { ...delivered(record, { story, state, deliveredOn, rank }), isReplaced };
    changes.push({ path, before: record, after });
  }
  if (state !== "refused") return changes;
  const documentId = replacementId(id);
  const before = known.get(documentId) ?? null;
  const awaited = replacement(record, story.request);
  const after = isReplaced
    ? delivered(awaited, {
      story,
      state: "valid",
      deliveredOn: addDays(deliveredOn, 30),
      rank: rank + 1,
    })
    : awaited;
  if (before?.state === after.state) return changes;
  const replaced = { ...after, replaces: id };
  return [...changes, { path: { ...path, documentId }, before, after: replaced }];
}

const REFUSAL_REASON = "Document illisible";

function replacement(refused: DocumentRecord, request: RequestRecord): DocumentRecord {
  const { projectId, equipmentId } = refused;
  const dueDate = dueDateAfterRefusal(refused, request.nbDaysForNewDeadline);
  return {
    ...awaitedDocument({ projectId, equipmentId, dueDate }, request),
    state: "from-refused",
    comment: REFUSAL_REASON,
  };
}

function delivered(
  record: DocumentRecord,
  { story: { typedoc, provider, file }, state, deliveredOn, rank }: {
    story: Story;
    state: DocumentState;
    deliveredOn: IsoDate;
    rank: number;
  },
): DocumentRecord {
  if (state === "none") return record;
  if (state === "not-transmitted") return { ...record, state, comment: "Équipement à l’arrêt" };
  const asked = typedoc?.values ?? [];
  const data = asked.map(({ id, ...value }) => ({
    typedocValueId: id,
    rank: 0,
    value: valueOf(value, { rank, deliveredOn }),
  }));
  const deposited: DocumentRecord = {
    ...record,
    state,
    data,
    asked,
    file,
    uploadDate: `${deliveredOn}T09:30:00.000Z`,
    completionDate: addDays(deliveredOn, -3),
    providerMail: provider?.emails[0] ?? null,
    compliance: state === "refused" ? null : documentCompliance(data, asked),
  };
  if (state === "to-valid") return deposited;
  return {
    ...deposited,
    validateDate: `${addDays(deliveredOn, AWAITS_DAYS)}T14:00:00.000Z`,
    validatorUser: DEMO_ACCOUNTS.landlord.email,
    comment: state === "refused" ? REFUSAL_REASON : "",
  };
}

/** A value within its bounds, now and then under them. */
function valueOf(
  { type, min, max }: Pick<TypedocRecord["values"][number], "type" | "min" | "max">,
  { rank, deliveredOn }: { rank: number; deliveredOn: IsoDate },
): string {
  if (type === "date") return addDays(deliveredOn, -3);
  if (type === "text") return "Conforme";
  const low = min ?? (max === null ? 1 : max / 2);
  const high = max ?? low * 1.1;
  const part = rank % 25 === 0 ? -0.1 : rank * 37 % 100 / 100;
  return String(Math.round((low + (high - low) * part) * 10) / 10);
}
