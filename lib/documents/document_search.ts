/** Searches contracts and types of document by words, and documents by number. @module */

import type { Services } from "@/lib/api/services.ts";
import { formatDay } from "@/lib/base/date_format.ts";
import type { Role } from "@/lib/identity/roles.ts";
import { collectFeaturesRecord } from "@/lib/organisations/records.ts";
import type { SearchHit } from "@/lib/residences/schema.ts";
import { NO_PLACE } from "@/lib/residences/search_rules.ts";
import { keys } from "@/lib/store/keys.ts";
import { readEntries, readEntry } from "@/lib/store/store.ts";
import { holdsWords, plainHoldsWords, plainText } from "@/lib/ui/search.ts";
import { documentKey, type DocumentPath, requestOfDocument } from "./document_index.ts";
import { namedRegisters, nameIn, type Registers } from "./document_rows.ts";
import { deadlineOf } from "./due_dates.ts";
import { documentRecord } from "./records.ts";

const READ_ROLE: Role = "collect:documents:read";
/** The end of a document's number, after its request, which is enough to find it. */
const SHORT_NUMBER = /^[\w-]{16}(~\d{1,4})?$/;

interface Query {
  readonly orgId: string;
  /** Words, or the number of a document. */
  readonly q: string;
  readonly roles: ReadonlyMap<string, ReadonlySet<Role>>;
}

/** Contracts and types of document found by words and documents by number, for users who may read documents. @spec projects.search */
export async function searchDocuments(services: Services, query: Query): Promise<SearchHit[]> {
  const { orgId, q, roles } = query;
  const isReader = [...roles.values()].some((granted) => granted.has(READ_ROLE));
  if (!isReader) return [];
  const features = keys.orgFeatures(orgId);
  const { value } = await readEntry(services.store, features, collectFeaturesRecord);
  if (!value?.documentManagement) return [];
  const registers = await namedRegisters(services, orgId);
  return [
    ...contractHits(registers, q),
    ...typedocHits(registers, query),
    ...await documentHits(services, registers, query),
  ];
}

/** The documents of each type found by its name, of one residence when other words name it. */
function typedocHits({ typedocs, projectNames }: Registers, { q, roles }: Query): SearchHit[] {
  const places = [...projectNames].filter(([id]) => roles.get(id)?.has(READ_ROLE));
  return [...typedocs.values()].flatMap(({ name, archived }) => {
    if (archived) return [];
    const all: SearchHit = { ...NO_PLACE, kind: "document", label: name };
    if (holdsWords([name], q)) return [all];
    return places.flatMap(([projectId, projectName]) =>
      plainHoldsWords(plainText([name]), q, plainText([projectName]))
        ? [{ ...all, projectId, projectName }]
        : []
    );
  });
}

async function documentHits(
  { store }: Services,
  registers: Registers,
  { orgId, q, roles }: Query,
): Promise<SearchHit[]> {
  const paths = pathsOf(registers, orgId, q);
  const entries = await readEntries(store, paths.map(documentKey), documentRecord);
  return paths.flatMap(({ requestId, documentId }, rank) => {
    const document = entries[rank]?.value ?? null;
    if (document === null || !roles.get(document.projectId)?.has(READ_ROLE)) return [];
    const { typedocId } = registers.requests.get(requestId) ?? {};
    return [{
      ...NO_PLACE,
      kind: "document" as const,
      projectId: document.projectId,
      projectName: registers.projectNames.get(document.projectId) ?? "",
      label: nameIn(registers.typedocs, typedocId),
      detail: formatDay(deadlineOf(document)),
      requestId,
      documentId,
    }];
  });
}

function contractHits({ contracts }: Registers, q: string): SearchHit[] {
  return [...contracts].flatMap(([contractId, { name, code }]) =>
    holdsWords([name, code], q)
      ? [{ ...NO_PLACE, kind: "contract" as const, label: name, detail: code, contractId }]
      : []
  );
}

/** Possible keys of a document number: it contains its request, or it may belong to any request. */
function pathsOf({ requests }: Registers, orgId: string, q: string): DocumentPath[] {
  const requestId = requestOfDocument(q);
  if (requests.has(requestId)) return [{ orgId, requestId, documentId: q }];
  if (!SHORT_NUMBER.test(q)) return [];
  return [...requests.keys()].map((id) => ({ orgId, requestId: id, documentId: `${id}.${q}` }));
}
