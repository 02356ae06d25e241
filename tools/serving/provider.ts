import { addDays } from "@/lib/base/civil_dates.ts";
import { civilDateOf } from "@/lib/base/time_zones.ts";
import { awaitedDocument, setDocument } from "@/lib/documents/document_index.ts";
import { ProviderLinks } from "@/lib/identity/provider_links.ts";
import { keys } from "@/lib/store/keys.ts";
import { withStore } from "@/lib/store/open_store.ts";
import type { Store } from "@/lib/store/store.ts";
import { links } from "@/lib/ui/links.ts";
import { DEMO_DOCUMENT, type WeighedPage } from "@/tools/weighed_pages.ts";
import { projectRecord } from "./project_record.ts";

const EMAIL = "lea@thermalia.example";
const ORG = "demo";
const PROJECT = "p01";
const DOCUMENTS = 60;

const RESIDENCE = projectRecord({ orgId: ORG, name: "Les Tilleuls", code: "0301" });

/** The document of its pages: the first that is due. */
export const ASKED_DOCUMENT = {
  orgId: ORG,
  requestId: DEMO_DOCUMENT.requestId,
  documentId: DEMO_DOCUMENT.docId,
};

/** Fills the file of a store as {@link writeAskedDocuments} does. */
export async function seedProvider(kvPath: string): Promise<string> {
  return await withStore(kvPath, async (store) => {
    return await writeAskedDocuments(store, Date.now);
  });
}

/** Writes a landlord that requests documents from a provider. @returns the token of a link to them */
export async function writeAskedDocuments(store: Store, now: () => number): Promise<string> {
  const equipment = null;
  const value = { type: "number", required: true, unit: "°C" } as const;
  const values = [
    { ...value, id: "w1", name: "Départ ECS", min: 60, max: 80 },
    { ...value, id: "w2", name: "Retour de boucle", min: 50, max: null },
  ];
  const today = civilDateOf(now());
  const request = {
    projects: [PROJECT],
    firstRequest: today,
    rate: 2,
    reminder: 3_000,
    nbDaysForNewDeadline: 15,
    close: false,
    providerId: "v1",
    typedocId: "t1",
    contractId: "c1",
  };
  const atomic = store.atomic()
    .set(keys.org(ORG), { name: "Habitat du Lac" })
    .set(keys.orgFeatures(ORG), { documentManagement: true })
    .set(keys.project(PROJECT), RESIDENCE)
    .set(keys.projectOfOrg(ORG, PROJECT), true)
    .set(keys.provider(ORG, "v1"), { name: "Thermalia", emails: [EMAIL], archived: false })
    .set(keys.providerOfEmail(EMAIL, ORG, "v1"), true)
    .set(keys.contract(ORG, "c1"), {
      name: "Exploitation des chaufferies",
      code: "EX-1",
      equipment,
      allprojects: true,
      projects: [],
      dates: [],
    })
    .set(keys.typedoc(ORG, "t1"), {
      name: "Relevé de températures d’eau chaude",
      equipment,
      defaultRate: 2,
      multiple: true,
      archived: false,
      values,
    })
    .set(keys.documentRequest(ORG, ASKED_DOCUMENT.requestId), request);
  for (let position = 1; position <= DOCUMENTS; position++) {
    const dueDate = addDays(today, position - 2);
    const documentId = position === 1 ? ASKED_DOCUMENT.documentId : `r1.d${position}`;
    const path = { ...ASKED_DOCUMENT, documentId };
    const after = awaitedDocument({ projectId: PROJECT, equipmentId: null, dueDate }, request);
    setDocument(atomic, path, { before: null, after });
  }
  const { token, keep } = new ProviderLinks(store, now).create(EMAIL, { requested: false });
  keep(atomic);
  const committed = await atomic.commit();
  if (!committed.ok) throw new TypeError("The store had these documents already");
  // A job would delete them: their ids are not those of the request's calendar.
  const created = { version: committed.versionstamp, day: today, isDone: true };
  await store.atomic().set(keys.documentMaking(ORG, ASKED_DOCUMENT.requestId), created).commit();
  return token;
}

/** The pages of providers, as the provider of {@link ASKED_DOCUMENT} reads them. */
export const PORTAL_PAGES: readonly WeighedPage[] = [
  { name: "a provider’s link", path: links.providerLogin({ new: "1" }), kind: "deposit" },
  { name: "documents asked", path: links.providerDocuments(), kind: "asked" },
  { name: "many deposits", path: links.providerDeposits(), kind: "asked" },
  { name: "a deposit", path: links.providerDocument(ASKED_DOCUMENT), kind: "deposit" },
];
