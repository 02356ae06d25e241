/** Fills a store with the demo's organisations and all their stories. @module */

import { monthOf } from "@/lib/base/civil_dates.ts";
import { DAY_MS } from "@/lib/base/durations.ts";
import { civilDateOf } from "@/lib/base/time_zones.ts";
import { allSites, siteId } from "@/lib/demo/simulation/site_series.ts";
import { seasonYearOf } from "@/lib/energy_balance/heating_season.ts";
import { createAccount, type NewAccount } from "@/lib/identity/accounts.ts";
import type { PasswordCost } from "@/lib/identity/passwords.ts";
import type { Role } from "@/lib/identity/roles.ts";
import { setMember } from "@/lib/organisations/members.ts";
import type { TagRecord, TeamRecord } from "@/lib/organisations/records.ts";
import type { StockImport, StockLine } from "@/lib/portfolio/schema.ts";
import { STOCK_MESSAGES } from "@/lib/portfolio/text_import.ts";
import { keys } from "@/lib/store/keys.ts";
import type { Atomic, Store } from "@/lib/store/store.ts";
import { DEMO_ACCOUNTS, type DemoAccount } from "./accounts.ts";
import { seedAlarmReports, seedAlarms, seedEndedAlarms } from "./alarms.ts";
import { importWeather } from "./boiler_room.ts";
import { seedContracting } from "./contracts.ts";
import { seedDocumentAction, seedDocuments } from "./documents.ts";
import { seedGas } from "./gas.ts";
import { seedPilot } from "./heating_control.ts";
import { seedDisplay, seedHousingAlerts } from "./messages.ts";
import { DEMO_ORG, SAMPLE_ORG, seedOccupants, seedPeople, tagValueId } from "./people.ts";
import { seedPrices } from "./prices.ts";
import { seedSite } from "./residence.ts";
import { seedOperation } from "./self_consumption.ts";
import { seedAnnotations, seedManualIndexes, seedMeterEvents } from "./series.ts";
import { demoSites, sampleSites } from "./site_table.ts";

/** An import the landlord has tried, and may confirm. */
const DEMO_IMPORT = "essai-1";

const ROWS: readonly Readonly<Record<string, string>>[] = [
  {
    code: "0701",
    name: "Les Platanes",
    street: "4 rue des Platanes",
    zipCode: "54000",
    city: "Nancy",
  },
  {
    code: "0702",
    name: "Le Verger",
    street: "18 rue du Verger",
    zipCode: "54510",
    city: "Tomblaine",
  },
  { code: "0703", name: "Le Parc", street: "", zipCode: "54000", city: "Nancy" },
];

/** A year: longer than any demo runs, ms. */
const KEPT_MS = 365 * 24 * 3_600_000;

/** Writes an import of residences as its try left it: two to create, one without its street. */
async function seedStock(store: Store, now: number): Promise<void> {
  const lines = ROWS.map(({ code = "", name = "", street }, index): StockLine => ({
    line: index + 2,
    label: `${code} ${name}`,
    action: street ? "create" : "refused",
    messages: [
      street
        ? STOCK_MESSAGES.willLookUp
        : STOCK_MESSAGES.field("Numéro et rue", "Ce champ est obligatoire"),
    ],
  }));
  const record: StockImport & { expiresAtMs: number } = {
    id: DEMO_IMPORT,
    kind: "residences",
    fileName: "nouvelles-residences.csv",
    state: "tried",
    createdAt: new Date(now).toISOString(),
    lineCount: lines.length,
    doneCount: 0,
    counts: { create: 2, change: 0, same: 0, refused: 1 },
    missingColumns: [],
    ignoredColumns: [],
    refused: lines.filter(({ action }) => action === "refused"),
    retryAt: null,
    expiresAtMs: now + KEPT_MS,
  };
  const rows = ROWS.map((cells, index) => ({ line: index + 2, kind: "residences", cells }));
  await store.atomic()
    .set(keys.stockImport(DEMO_ORG.id, DEMO_IMPORT), record)
    .set(keys.stockLines(DEMO_IMPORT, 0), { rows, lines })
    .commit();
}

/** Roles of the landlord: every feature on its residences. */
const LANDLORD_ROLES: Role[] = ["pilot", "collect:documents:write", "collect:housing:alerts:write"];
const PILOT_ROLES: Role[] = ["pilot"];

const TAGS: Record<string, TagRecord> = {
  branch: {
    name: "Agence",
    sortOrder: 1,
    values: tagValues("branch", ["Nord", "Est", "Centre", "Sud"]),
  },
  decade: {
    name: "Construction",
    sortOrder: 2,
    values: tagValues("decade", ["1960", "1970", "1980", "2000"]),
  },
};

/** Writes the whole demo into an empty store: its accounts, their organisation and its residences. */
export async function seedDemo(
  store: Store,
  { now, passwordCost }: { now: number; passwordCost: PasswordCost },
): Promise<void> {
  const options = { now, cost: passwordCost };
  const [landlordId, pilotId, occupantId, sampleId] = await Promise.all([
    created(store, DEMO_ACCOUNTS.landlord, options),
    created(store, DEMO_ACCOUNTS.pilot, options),
    created(store, DEMO_ACCOUNTS.occupant, options),
    created(store, DEMO_ACCOUNTS.sample, options),
  ]);
  await seedOrganisation(store, { landlordId, now });
  await seedSamples(store, { landlordId: sampleId, now });
  await seedPeople(store, now);
  await seedStock(store, now);
  await seedAlarms(store, now);
  await seedAlarmReports(store, landlordId);
  await seedManualIndexes(store, now);
  await seedAnnotations(store, now);
  await seedMeterEvents(store, now);
  await seedOccupants(store, { occupantId, now });
  await seedHousingAlerts(store, now);
  await seedDisplay(store, now);
  await seedPilot(store, now);
  const piloted = siteId(demoSites().findIndex((site) => site.hasPilot));
  await setMember(store.atomic(), { orgId: DEMO_ORG.id, accountId: pilotId }, { isAdmin: false })
    .set(keys.roles(piloted, pilotId), PILOT_ROLES)
    .set(keys.rolesOfAccount(pilotId, piloted), true)
    .commit();
}

/** Writes the demo's organisation and residences for an account that administers them. */
export async function seedOrganisation(
  store: Store,
  { landlordId, now }: { landlordId: string; now: number },
): Promise<void> {
  await organisation(store, DEMO_ORG, landlordId)
    .set(keys.orgFeatures(DEMO_ORG.id), { documentManagement: true })
    .set(keys.letterReader(DEMO_ORG.id, landlordId), { month: null })
    .set(keys.tag(DEMO_ORG.id, "branch"), TAGS.branch)
    .set(keys.tag(DEMO_ORG.id, "decade"), TAGS.decade)
    .commit();
  for (const [index, site] of demoSites().entries()) {
    await seedSite(store, site, { index, now });
    await seedOperation(store, site, { projectId: siteId(index), now });
  }
  await seedGas(store, now);
  await seedPrices(store, seasonYearOf(monthOf(civilDateOf(now))));
  await seedContracting(store, now);
  await seedDocuments(store, now);
  await seedDocumentAction(store, { now, landlordId });
}

/** What else the demo has that needs neither its accounts nor a mail. @spec demo.seeded-store */
export async function seedStories(
  store: Store,
  { landlordId, now }: { landlordId: string; now: number },
): Promise<void> {
  await seedPilot(store, now, landlordId);
  await seedEndedAlarms(store, now, landlordId);
  await seedAnnotations(store, now);
  await seedHousingAlerts(store, now);
  await seedDisplay(store, now, demoSites());
}

/** Writes the other data set: an organisation of its own, with three residences. */
async function seedSamples(
  store: Store,
  { landlordId, now }: { landlordId: string; now: number },
): Promise<void> {
  await organisation(store, SAMPLE_ORG, landlordId).commit();
  for (const [position, site] of sampleSites().entries()) {
    await seedSite(store, site, {
      index: demoSites().length + position,
      now,
      orgId: SAMPLE_ORG.id,
    });
  }
}

function organisation(
  store: Store,
  { id: orgId, name }: { readonly id: string; readonly name: string },
  accountId: string,
): Atomic {
  return setMember(store.atomic(), { orgId, accountId }, { isAdmin: true })
    .set(keys.org(orgId), { name })
    .set(keys.team(orgId, "equipe"), landlordTeam(accountId));
}

/** Brings the weather stations and the gas lines of the demo to yesterday, once a day. */
export async function refreshDemo(store: Store, now: number): Promise<void> {
  const sinceYear = new Date(now - DAY_MS).getUTCFullYear();
  for (const [index, site] of allSites().entries()) {
    await importWeather(store, siteId(index), { site, now, sinceYear });
  }
  await seedGas(store, now);
  await seedDocuments(store, now);
}

async function created(
  store: Store,
  { id, email, password, forename, surname }: DemoAccount,
  options: { now: number; cost: PasswordCost },
): Promise<string> {
  const account: NewAccount = { email, password, forename, surname, platformAdmin: false };
  const created = await createAccount(store, account, { ...options, id });
  if (created === null) throw new TypeError("The demo is written into an empty store");
  return created;
}

/** A team without tags counts on every residence. */
function landlordTeam(accountId: string): TeamRecord {
  return { name: "Direction technique", roles: LANDLORD_ROLES, accountIds: [accountId], tags: [] };
}

function tagValues(group: "branch" | "decade", labels: readonly string[]): TagRecord["values"] {
  return labels.map((label, index) => (
    { id: tagValueId(group, label), label, sortOrder: index + 1 }
  ));
}
