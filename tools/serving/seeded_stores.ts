/**
 * Stores filled for pages that the demo does not show: of the platform administrator, of a provider, of a hall's
 * tablet.
 *
 * @module
 */

import { addDays } from "@/lib/base/civil_dates.ts";
import { civilDateOf } from "@/lib/base/time_zones.ts";
import { seedDisplay } from "@/lib/demo/seed/messages.ts";
import { awaitedDocument, setDocument } from "@/lib/documents/document_index.ts";
import { ProviderLinks } from "@/lib/identity/provider_links.ts";
import { type TokenName, type TokenOwner, Tokens } from "@/lib/identity/tokens.ts";
import { NO_FEATURES, type ProjectRecord } from "@/lib/residences/records.ts";
import { keys } from "@/lib/store/keys.ts";
import { withStore } from "@/lib/store/open_store.ts";
import type { Store } from "@/lib/store/store.ts";
import { links } from "@/lib/ui/links.ts";
import { seed, seedCommand } from "@/tools/seed.ts";
import { DEMO_DOCUMENT, type WeighedPage } from "@/tools/weighed_pages.ts";

/** The stored record of a residence, with default values for the fields that are not given. */
export function projectRecord(
  over: Pick<ProjectRecord, "orgId" | "name"> & Partial<ProjectRecord>,
): ProjectRecord {
  return {
    code: "",
    location: { street: "", zipCode: "", city: "", latitude: null, longitude: null },
    tags: [],
    hasPilot: false,
    hasTempPilot: false,
    instrumented: true,
    ecotouchAdmin: 0,
    timeZone: "Europe/Paris",
    ...over,
  };
}

/** Stores a new token of a residence, without a user who creates it. */
export async function issuedToken(
  tokens: Tokens,
  owner: TokenOwner,
  named: TokenName,
): Promise<{ readonly tokenId: string; readonly token: string }> {
  const { keep, ...issued } = tokens.newProjectToken(owner, named);
  await tokens.commit(keep);
  return issued;
}

/** The platform administrator, who signs in where {@link seedAdministrator} has filled the store. */
export const ADMINISTRATOR = {
  email: "anne@plateforme.example",
  password: "un-mot-de-passe-long",
} as const;

/** Makes {@link ADMINISTRATOR} the first account of a store, beside an organisation. */
export async function seedAdministrator(kvPath: string): Promise<void> {
  const { email, password } = ADMINISTRATOR;
  const names = ["--forename", "Anne", "--surname", "Roux"];
  const person = seedCommand(["account", email, ...names, "--platform-admin"]);
  await withStore(kvPath, async (store) => {
    await seed(store, person, () => Promise.resolve(password));
    await store.atomic().set(keys.org("demo"), { name: "Habitat du Lac" }).commit();
  });
}

const PROJECT = "p01";

const ORG = "demo";

const RESIDENCE = projectRecord({
  orgId: ORG,
  name: "Les Tilleuls",
  code: "0301",
  location: { street: "", zipCode: "", city: "Nancy", latitude: null, longitude: null },
});

/** Fills the file of a store with a residence that has an information screen. @returns the address of its tablet */
export async function seedHallScreen(kvPath: string): Promise<string> {
  return await withStore(kvPath, async (store) => {
    await store.atomic()
      .set(keys.project(PROJECT), RESIDENCE)
      .set(keys.projectOfOrg(RESIDENCE.orgId, PROJECT), true)
      .set(keys.projectFeatures(PROJECT), { ...NO_FEATURES, display: true })
      .commit();
    await seedDisplay(store, Date.now());
    const owner = { kind: "display", projectId: PROJECT, visitorId: null } as const;
    const named = { name: "Hall", createdBy: "" };
    const { token } = await issuedToken(new Tokens(store, Date.now), owner, named);
    return links.informationScreen(PROJECT, token);
  });
}

/** The page of the tablet of {@link seedHallScreen}. */
export const HALL_PAGES: readonly WeighedPage[] = [
  { name: "information screen", path: links.informationScreen(PROJECT), kind: "hall" },
];

const EMAIL = "lea@thermalia.example";
const DOCUMENTS = 60;

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
