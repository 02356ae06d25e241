/** Writes the demo's documents in all their states, one with a file, and a running mass action. @module */

import { inflateSync } from "node:zlib";
import { addDays, addMonths, daysBetween, type IsoDate } from "@/lib/base/civil_dates.ts";
import { chunk } from "@/lib/base/concurrency.ts";
import { civilDateOf, DEFAULT_TIME_ZONE } from "@/lib/base/time_zones.ts";
import { makeDocuments } from "@/lib/documents/document_creation.ts";
import {
  awaitedDocument,
  type DocumentChange,
  replacementId,
  setDocuments,
} from "@/lib/documents/document_index.ts";
import { readRegisters } from "@/lib/documents/document_rows.ts";
import type { DocumentState } from "@/lib/documents/document_states.ts";
import { deadlineOf, dueDateAfterRefusal } from "@/lib/documents/due_dates.ts";
import {
  type DocumentActionPart,
  type DocumentActionRecord,
  type DocumentRecord,
  documentRecord,
  type ProviderRecord,
  type RequestRecord,
  type TypedocRecord,
} from "@/lib/documents/records.ts";
import { documentCompliance } from "@/lib/documents/upload_rules.ts";
import { projectRecord } from "@/lib/residences/records.ts";
import { writeParts } from "@/lib/store/blobs.ts";
import { Versions } from "@/lib/store/cache.ts";
import { keys } from "@/lib/store/keys.ts";
import { listStored, readEntries, type Store, type Stored } from "@/lib/store/store.ts";
import { compareValues } from "@/lib/ui/tables.ts";
import { DEMO_ACCOUNTS } from "./accounts.ts";
import { DEMO_ORG } from "./people.ts";

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

/** Requests, with the residences whose last document is late. */
const LATE: Readonly<Record<string, readonly string[]>> = {
  "aquacontrol-carnet-sanitaire": ["p04", "p12"],
  "ramonage-du-littoral-ramonage": ["p10"],
};
/** A document just deposited, before it is due: the register of the residence whose hot water is too cold. */
const DEPOSITED = { requestId: "aquacontrol-carnet-sanitaire", projectId: "p22" } as const;
/** A rank at which values are out of their bounds: its hot water leaves under 60 °C. */
const POOR_RANK = 25;

interface Awaited {
  readonly requestId: string;
  readonly projectId: string;
  readonly dueDate: IsoDate;
  /** Months from one to the next. */
  readonly rate: number;
}

/** A document that does not follow the rules of the others. */
interface DocumentStory {
  readonly state: DocumentState;
  readonly deliveredOn: IsoDate;
  readonly rank: number;
}

/** The story of a document; null for an ordinary one. */
function storyOfDocument(requested: Awaited, today: IsoDate): DocumentStory | null {
  const { requestId, projectId, dueDate, rate } = requested;
  const isLast = dueDate < today && addMonths(dueDate, rate) >= today;
  if (isLast && LATE[requestId]?.includes(projectId)) {
    return { state: "none", deliveredOn: dueDate, rank: 0 };
  }
  const isNext = dueDate >= today && addMonths(dueDate, -rate) < today;
  const isStory = requestId === DEPOSITED.requestId && projectId === DEPOSITED.projectId;
  return isNext && isStory
    ? { state: "to-valid", deliveredOn: addDays(today, -1), rank: POOR_RANK }
    : null;
}

/** A tagged page in French, drawn by `pdfBytes()`, deflated; `documents_test.ts` reads its text. */
const BASE64 = `
eNrNWQl81GQWrxxCB09+oIgKcaRKlU7y5ZhMhh5CD1rbQm2rHN0upJO0TDuT1CRDp0Vd7ioIgisUQWVBZAsqLaIIdIGKP46VGwFZ
saKcWuRSoWp3Yb9kjk6TDnV3RXZKm8nLe+977/997wpRWUkpMcBCm6Kuwo8JEAiGiAXFpthYE5qDoKnAhGYhAIfUbBOajuRh+ZBQ
hACgUeLjTbzAqfyAai2YpZMD4eSsugVxnSAeTpC+9oJEGDkcay2Xm2pC05KQ/gpb4OJjMPUnWlPF+FQNQnAQVEqGUwpClA6DSlVl
JnS4k1PGIgx0KZV3Fo1VEEBbAKCgDpbjnEIRtNJCIeoviaiqB4sSx0u5Y52OEoGXZYg2gllUYFXUcxxiKY+giaLL4xZUjSzkhTyt
LFeVsI6SIkn0CBxkFSWoxMLgFAndsTCE+lG/4ICyMsEV/YyCx+VS2W0Uxtggl43GKJv2BYpjeD6iMah/8kN9J9oDFOgBJYOAUuEA
Ja8BKI4xFiv5e4EKbgioVHug4npQrUFQreFAtf7fgIrfCFA1sEJBzdaB6oPU1pJ71FyRjWgnHF5U/7Jb7ZLt2rsE/CpxOrhLTFA5
HW6XmN8tl2SLZeESSWsnfhv8CX3qTdLDBXRwES2p1xYGLgL8Poe67dRwXWDC24MJ18NEBGFiwsFE3DiY8OsCE05fO5qBIZq1rwjh
C2oN5VbRTLSTc3F/NBNkEPeWnAvCNUaE9deFM05bcOL6RzP+2x1T+trHFPfvQAhcLXsBwvWDhO3Xn9P/AbL2ovk3hIlpDyZcBxOJ
tcAUrvslsRsGE359YCKvHc24Ppq1aIVhTPsujD6agb42+xAK0RmtH1EYX5n3ayT1GknQzqgCws0cJN7OcBRurgA6wRzeoaiyIYHk
602ADw1tmoIXnws+tBDNbngxJDwdQkmiw+PmBW2BkMRmEAOhOOSWq6kniy3i1RMmQXHEX7Mzec7JDha92olCKIaywARsI4HFptao
RFFQILOM+BuibF4WPZKDlxHgP/5Pyrz0pOCE+qB1iuRxKD79MoKZ1N2UIRyhVoVGRJYkOnJ4BclD4XgL9573Kgia5oZWDvZfE/3X
NGhLCrQFUcVSAAL8YZiCIzge2A1UO9o5payDV/kgpWXd0PDO4IUiGH8AfqAGp0vhJQRNcbEKn8Q7RI5XxWRF4lm3yfvawRGZM46n
3LHhzPADfQ+/saJx5QoBi9+586GF9dP6OQ4nbmdn8125u1+eeuJ8ZXHaldlnL/VK+Yjo8pIzrSH//IaK4oQOnaaUderKPLG98+d7
djU4mvb0dTedaWra+5wbG5OWtOzvWdKp/ndiWa/98+cRj6Qm75Om95jZeeOa0Qvqbu80I1luuvh15ZD6wnVTmrdVnqqZNjTm2U29
t0Z2n8xHdmcvrVvXPGvCnU8tPPVhsjl9Xu6AUdnvLU2mPwfFj7yTXFcxs+qCxTwgo6q+Q7e5FYu/XN/pn/c/lWA9P3wXuqv5pdtr
8i/sqav4dn3F1ESyT7eHepvu2pF+oThXcVe/O70qLyEv6uqXPfPHu2+bfvew55r62C6WR06qrR72k3zm3MjPLi0s3lc9csbHWw93
3FG9Z/23X3Pfzd73spAx4DJx4Goa3TvzmT6bavqemb5YGDBuy7HuqWM+auj+/srXtz7c3DxyS232yQ+dq76pqqwctbXjkj9OG5Ox
mFtgXtvwdN7bPXZ8MLRGWvvewciDd4KVb64qaGzq+dmtfaMbaz8p91yaWLb52NtT3nprSg9Pt/TeUzyOhu41j35SkLpkSMN+y8Q/
CFPrCrgllu3vpt6zgV1/7ABofKz24kPOI3Nfv/y+PHHtN82HVu//dPSiFfvBuekLEraMrT6xy3Fs16n5h+Y1Fpf0HP3qqnNbTj75
t5NrSu6nt20dkbn83F9E4unocVsWujfl/9L95qmzovKPko/0zjpZ7fyi65L971/ZOPHRl+2H96cMnPnmmGeOetIfXrr6l1rHwLOH
33h8Re13M6JumiYNqN7cb8HcmMh5L65qjAbYqOdfWYzN7myeuKmuMGdfPXJBTAQ3yaboFJu3IS6W6iUlHBk3rn72ELd8sOJ++2GW
9Fb8tNwSv7O56Ifc4RmmjF44vz2y67Z/PTMJrWlIq/TkPvdsDrp3wiTJlJxec9O0+7hvlnnmTlw7vO/e8klZr07d+/ih+v6OyAW7
a3vn/Dhj9R11NfPnjJxenh7z4MGZDf02zMlGejLp7409P6iu6mjUCs9dK4bcPHrzmtRbXjvNjl+ydM6F+e/ctqnz7qk5X3GnmWFX
+oxqTj8hOY7MOhvXMbNHv5Of0XvZL5/tyMu3NqyZuKQ8bduGLVesP5b95O3AvHD5+G1nY5PHv3L8vgnnifIxro4n6Jjvt/casTr3
wq07LnddnZwwb/uLA6owNGfnkPGvdvwhclHO+PJu27tVZV3o8L33rp/jxAdinZYFk/9xyyl8Z51oSeuwrMIuM1vyJtujUz8ac/HE
1zv3HDmOvuLiu3ZuPP1BQqce/RxZ8ZexmVfOpKxbOW5V1fO77zl839Jzb5+sr795VKV1fVrxg098tblD9mTLQMEsNeNXy9dt7Dpw
0Q+1zJhFWfZLtXTExtq+GZs6b1w7+fUuf9pYWrmy2+B+I+uPl/415d7eH1w6cO7qsPhPPRTWeeeQkbO65FKnDh768+4NtR/WCPc+
dmDE0pThJWXVH3PJe7+oi53zwO3fF7+xhBLfOX20cf6J9EuLl70Q1yT/+MTyLouPPv/zlY6bJzRXqFnJn2ECtSdQWPvDVJjuVKKD
D6hwDwIda/8kO47hVgwOA5gNg59RLTyB5q//lasRgyIU+MNHyPAvC3+dEWKEEIFEcJCm/v02wq1R1OdSC0eLMqJ16uY8Dpg4SX8m
ToTeKLCx0OwN3DtFIQmmVYT0F6pcp+KCd7S+fpKGUqUme/XVg8xraR+2OK5xvOJ0sLDKeAoUjUflhBk8WYBJW22ZYF8lDBJkZ4AQ
OoXgv36FmMGii/vvlgnxo4VoNSztq5O5Es9ni6ISqMjqvVq3EAQd6nHDbg5+Q6DsNZuHtt59IG2NUEhbnZi+6dD6hxBzhsKKnM6X
q7Vdne31LUboJJbJSiU8h0DP+FBAQpsXl7/uYiQZQCKTV1iOVUJ3dURmRkuJxkg6pBrHJnhhcS+BHUMBX+QU4szn6zaZEScXZx5O
ZWKZpYn8WGdqhcTnVAzNdVSUOBjOnBCvoRj4xHrtXnepG66KeN0uQbZ748wstJS3w+8qGTW3FtCEJK7Qng07FJ8IvIszj1WUUjuK
lpWVWcoIiygVoYBhGBTDURyPgRwxcrmgsN4YQX4wRKOplcokXnZIzlI1ShD1ni0QPUqc2RwwzV0aXEeQLZqZFofoRr1sKQosmN7U
WChg18KOV4MuXk0KMRiIAVQuZrNjGPw3KhbVMYXRIEq5ouiK96WcECE/vcUPVOdIiK8mA4btOMw5gv6WeiSXhirnQHkXr/a7MvQZ
6H02GTeLc9gVNc0Y9zFoxyCX0vbTIIfLqdpkd7FCUZzZG8PxhazHpZjjBykKLytaYkM4HuE+Xu4WBXg6NYoPDJczzMpo2KVj0fBG
62AMj3dr5l+Dd2nIQW51wOADCDZhOGCQbg8k/uDZaEX8zw9GCzOMMN16aDBaQxQHcwBMMXHmMjXCDdWUMKTcRJhkXGKRSZuB5MDw
M5R1wxv/hJcBNxvpXyjFpGRH+/JZmlAoIv561jpnByavp5x8GS9lSXwhD3OmOhfRgbHKl9gQ0qYvdm2OZbI6vXgEbYxKd3Ky+u7F
8B47RBIiC0csf7XQvMjzZe8W9tAXP0lOudTFlsPZ0VeCdWnaCx0wYQjJmLDgB7FSFKwZhYifRgO1AGlPhBYaTehpVoZi9DSKIg18
FG3DjXxW0rAGrta41jSCshlpDGawj6BtRpqVMNJIm1VPwzCjvxRB4kY+2kgDagnW09qwBbcZsAKwlTPI4mqh1tEI3GAzRZJGWQi0
gWa1GvYDY4DRFgwz7AeOEwYaIIz2AdJoH7CSRlkaN67LEAYaLGekET/M4BtOGPcNJzGDfbgVGGXpNvxlAGGkMQb7CIIGxnNl9I3C
KeO5x4zngAKANNKINvho4zm1gRDsYXlyunjJ9wLJWcGrcY5qWcz/HxJaniMDN0lIXixegAMHhwOWJR0kZcVInnYU0DYW8BxXwJBY
PNI+S76vc2MlRUsvNG4lTFFRycNSTP8GpCNeXg==`;

/** Not an id of a deposit: the sweep ignores it. */
const FILE_ID = "demo-document";

/** Writes the file that all deposited documents of the demo share. */
async function seedSampleDocument(
  store: Store,
): Promise<NonNullable<DocumentRecord["file"]>> {
  const bytes = new Uint8Array(inflateSync(Uint8Array.fromBase64(BASE64)));
  const manifest = await writeParts(store, FILE_ID, [bytes]);
  await store.atomic().set(keys.blob(FILE_ID), manifest).commit();
  return { id: FILE_ID, name: "document-de-demonstration.pdf", size: bytes.length };
}

/** Days for which a delivered document awaits its verdict. */
const AWAITS_DAYS = 7;
/** Interval in ranks between two refused, or abandoned, documents. */
const REFUSED_EVERY = 10;
const ABANDONED_EVERY = 12;
/** Days before the due date that a document is delivered. */
const LEAD_DAYS = { least: 7, most: 15 };
/** Days after which the replacement of a refused document was delivered too. */
const REPLACED_DAYS = 120;
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
  for (const some of chunk([...first.entries()], PER_COMMIT)) {
    const changes = some.flatMap(([index, one]) =>
      changesOf({ story, known, one, rank: index + 1 })
    );
    if (changes.length === 0) continue;
    await setDocuments(store.atomic(), DEMO_ORG.id, changes).commit();
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
  const requested = { requestId: story.requestId, projectId, dueDate, rate: story.request.rate };
  const { state, deliveredOn, rank } = storyOfDocument(requested, story.today) ?? {
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
  const requested = typedoc?.values ?? [];
  const data = requested.map(({ id, ...value }) => ({
    typedocValueId: id,
    rank: 0,
    value: valueOf(value, { rank, deliveredOn }),
  }));
  const deposited: DocumentRecord = {
    ...record,
    state,
    data,
    asked: requested,
    file,
    uploadDate: `${deliveredOn}T09:30:00.000Z`,
    completionDate: addDays(deliveredOn, -3),
    providerMail: provider?.emails[0] ?? null,
    compliance: state === "refused" ? null : documentCompliance(data, requested),
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
