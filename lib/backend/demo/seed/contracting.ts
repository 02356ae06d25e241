import { siteId } from "@/lib/backend/demo/simulation/simulated_series.ts";
import { keys } from "@/lib/backend/kv/keys.ts";
import type { Store } from "@/lib/backend/kv/store.ts";
import type {
  ContractRecord,
  ProviderRecord,
  RequestRecord,
} from "@/lib/backend/records/contracting.ts";
import { requestDefaults } from "@/lib/domain/contracting/rates.ts";
import { DEMO_ORG } from "./demo_org.ts";
import { demoSites } from "./sites.ts";
import { TYPEDOCS } from "./typedocs.ts";

/** Years of documents before the current one. */
const YEARS_BEFORE = 4;

/** Providers of the landlord on every residence, with the ids of the requested document types. */
const EVERYWHERE: Readonly<Record<string, readonly string[]>> = {
  Aquacontrol: ["carnet-sanitaire", "legionelles", "disconnecteur"],
  SecuriFeu: ["extincteurs", "desenfumage"],
  "Ramonage du Littoral": ["ramonage"],
};

/** Document types requested from the providers of boiler rooms. */
const OF_OPERATORS = ["entretien-chaudiere", "livret-chaufferie", "vmc"];

/** Writes the landlord's providers, their contracts, the document types and what is asked of whom. @spec contracting.demo */
export async function seedContracting(store: Store, now: number): Promise<void> {
  const year = new Date(now).getUTCFullYear();
  const orgId = DEMO_ORG.id;
  const atomic = store.atomic();
  for (const [id, typedoc] of Object.entries(TYPEDOCS)) {
    atomic.set(keys.typedoc(orgId, id), typedoc);
  }
  for (const { name, projects, asked } of hired()) {
    const id = slug(name);
    const email = `documents@${id}.example`;
    atomic.set(keys.provider(orgId, id), provider(name, email))
      .set(keys.providerOfEmail(email, orgId, id), true)
      .set(keys.contract(orgId, id), contract(name, { projects, year }));
    for (const typedocId of asked) {
      const request = requestOf(typedocId, { providerId: id, projects, year });
      atomic.set(keys.documentRequest(orgId, `${id}-${typedocId}`), request);
    }
  }
  await atomic.commit();
}

/** A provider with the ids of their residences, and the requested document types. */
interface Hired {
  readonly name: string;
  readonly projects: readonly string[];
  readonly asked: readonly string[];
}

function hired(): Hired[] {
  const operators = demoSites().flatMap(({ boilerRooms }) =>
    boilerRooms.map(({ operator }) => operator)
  );
  const run = [...new Set(operators)].map((name) => ({
    name,
    projects: demoSites().flatMap(({ boilerRooms }, index) =>
      boilerRooms.some(({ operator }) => operator === name) ? [siteId(index)] : []
    ),
    asked: OF_OPERATORS,
  }));
  const all = demoSites().map((_, index) => siteId(index));
  const everywhere = Object.entries(EVERYWHERE).map(([name, asked]) => (
    { name, projects: all, asked }
  ));
  return [...run, ...everywhere];
}

function provider(name: string, email: string): ProviderRecord {
  return { name, emails: [email], archived: false };
}

function contract(
  name: string,
  { projects, year }: { projects: readonly string[]; year: number },
): ContractRecord {
  const isEverywhere = projects.length === demoSites().length;
  const startDate = `${year - YEARS_BEFORE - 1}-07-01`;
  return {
    name: `${isEverywhere ? "Contrôles" : "Exploitation"} ${name}`,
    code: `${startDate.slice(2, 4)}-${slug(name).slice(0, 4).toUpperCase()}`,
    contact: "Service énergie, 03 53 01 00 12",
    equipment: "boilerroom",
    allprojects: isEverywhere,
    projects: isEverywhere ? [] : [...projects],
    dates: [{ id: "charge", providerId: slug(name), startDate, endDate: null }],
  };
}

/** Due at the end of a quarter. */
function requestOf(
  typedocId: string,
  { providerId, projects, year }: {
    providerId: string;
    projects: readonly string[];
    year: number;
  },
): RequestRecord {
  const { defaultRate = 12 } = TYPEDOCS[typedocId] ?? {};
  return {
    ...requestDefaults({ defaultRate }),
    projects: [...projects],
    firstRequest: `${year - YEARS_BEFORE}-${defaultRate % 12 === 0 ? "09-30" : "01-31"}`,
    close: false,
    providerId,
    typedocId,
    contractId: providerId,
  };
}

function slug(name: string): string {
  return name.toLowerCase().replaceAll(" ", "-");
}
