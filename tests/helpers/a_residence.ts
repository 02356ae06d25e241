import type { CallFunction } from "@/lib/app/catalogue.ts";
import type { EquipmentKind } from "@/lib/facilities/equipment_kinds.ts";
import type { Role } from "@/lib/identity/roles.ts";
import { NO_FEATURES, type ProjectRecord } from "@/lib/residences/records.ts";
import type { ProjectFeatures } from "@/lib/residences/schema.ts";
import { keys } from "@/lib/store/keys.ts";
import { StoredSeries } from "@/lib/timeseries/store/stored_series.ts";
import type { DataUnitId } from "@/lib/timeseries/units.ts";
import { projectRecord } from "@/tools/serving/seeded_stores.ts";
import {
  anAccount,
  type PlatformChoices,
  signedIn,
  type TestPlatform,
  withPlatform,
} from "./a_platform.ts";
import { seriesDraft, sourcesDraft } from "./drafts.ts";
import { answerOf } from "./fixtures.ts";

/** Ids that the tests of a residence share. */
export const ORG = "o1";
export const PROJECT = "p1";

/** The path parameter of calls about the residence. */
export const at = { projectId: PROJECT };

/** A residence of {@link ORG}. */
export function aProject(over: Partial<ProjectRecord> = {}): ProjectRecord {
  return projectRecord({ orgId: ORG, name: "Les Lilas", ...over });
}

/** What differs from a residence without any feature. */
export interface ResidenceChoices {
  readonly project?: Partial<ProjectRecord>;
  readonly features?: Partial<ProjectFeatures>;
}

/** Writes an organisation with one residence. */
export async function writeResidence(
  { store }: TestPlatform,
  { project, features }: ResidenceChoices = {},
): Promise<void> {
  await store.atomic()
    .set(keys.org(ORG), { name: "Bailleur" })
    .set(keys.project(PROJECT), aProject(project))
    .set(keys.projectFeatures(PROJECT), { ...NO_FEATURES, ...features })
    .set(keys.projectOfOrg(ORG, PROJECT), true)
    .commit();
}

/** The choices of a platform with one residence. */
type ResidencePlatform = PlatformChoices & { readonly residence?: ResidenceChoices };

/** Runs a test on a platform with one residence. */
export function withResidence(
  test: (built: TestPlatform) => Promise<void>,
  { residence, ...choices }: ResidencePlatform = {},
): Promise<void> {
  return withPlatform(async (built) => {
    await writeResidence(built, residence);
    await test(built);
  }, choices);
}

/** A user's membership of the organisation, and the roles they hold directly on the residence. */
export interface Belonging {
  email?: string;
  isAdmin?: boolean;
  roles?: readonly Role[];
}

/** A member who may write everything, besides the one whom a test is about. */
export const OTHER_WRITER = { email: "eve@bailleur.fr", roles: ["collect"] } as const;

/** A user of the organisation, signed in. */
export async function someone(
  built: TestPlatform,
  belonging: Belonging = {},
): Promise<CallFunction> {
  const { email = "ada@bailleur.fr", isAdmin = false, roles = [] } = belonging;
  await join(built, await anAccount(built, { email }), { isAdmin, roles });
  return (await signedIn(built, email)).ask;
}

/** Makes an account a member of the organisation, with roles in the residence; one without any awaits its first role. */
export async function join(
  { store }: TestPlatform,
  accountId: string,
  { isAdmin = false, roles = [] }: Omit<Belonging, "email">,
): Promise<void> {
  const atomic = store.atomic()
    .set(keys.member(ORG, accountId), {
      isAdmin,
      ...!isAdmin && roles.length === 0 && { awaitsRole: true },
    })
    .set(keys.orgOfAccount(accountId, ORG), true);
  if (roles.length > 0) {
    atomic.set(keys.roles(PROJECT, accountId), roles)
      .set(keys.rolesOfAccount(accountId, PROJECT), true);
  }
  await atomic.commit();
}

/** A residence, the calls of a member of its organisation, and its stored series. */
export interface MemberResidence {
  readonly built: TestPlatform;
  readonly ask: CallFunction;
  readonly stored: StoredSeries;
}

/** Runs a test on a platform with one residence, as a member of its organisation. */
export function withMember(
  belonging: Belonging,
  test: (residence: MemberResidence) => Promise<void>,
  choices: ResidencePlatform = {},
): Promise<void> {
  const { residence, ...platform } = choices;
  return withPlatform(
    async (built) => await test({ built, ...await aMember(built, belonging, residence) }),
    platform,
  );
}

/** Writes a residence and signs a member of its organisation in. */
export async function aMember(
  built: TestPlatform,
  belonging: Belonging = {},
  choices?: ResidenceChoices,
): Promise<Pick<MemberResidence, "ask" | "stored">> {
  await writeResidence(built, choices);
  return { ask: await someone(built, belonging), stored: storedSeries(built) };
}

/** The stored series of the residence. */
export function storedSeries({ store, clock }: Pick<TestPlatform, "store" | "clock">) {
  return new StoredSeries(store, PROJECT, clock.now);
}

/** Adds an equipment and returns its id. */
export async function anEquipment(
  ask: CallFunction,
  kind: EquipmentKind,
  { name = `Un ${kind}`, code = "", parentId = null }: {
    readonly name?: string;
    readonly code?: string;
    readonly parentId?: string | null;
  } = {},
): Promise<string> {
  const body = { kind, instrumented: true, parentId, settings: { name, code } };
  return (await answerOf(ask("addEquipment", { projectId: PROJECT, body }))).id;
}

/** Adds a boiler room and returns its id. */
export function aBoilerRoom(ask: CallFunction, name = "Chaufferie", code = ""): Promise<string> {
  return anEquipment(ask, "boilerroom", { name, code });
}

/** Adds a facility series and returns its id. */
export async function aSeries(
  ask: CallFunction,
  dataUnitId: DataUnitId,
  equipmentId: string | null = null,
): Promise<string> {
  const body = seriesDraft({ dataUnitId, equipmentId });
  return (await answerOf(ask("createDataseries", { projectId: PROJECT, body }))).id;
}

/** Adds an outdoor source and returns its id. */
export async function anOutdoorSource(
  ask: CallFunction,
  { name = "Station", station = "" } = {},
): Promise<string> {
  const body = { name, method: "meteo" as const, seriesId: null, station };
  return (await answerOf(ask("createOutdoorSource", { projectId: PROJECT, body }))).id;
}

/** Adds a boiler room that burns the gas of a delivery point, and returns its id. */
export async function aGasBoilerRoom(
  ask: CallFunction,
  gazPce: string,
  name?: string,
): Promise<string> {
  const boilerRoomId = await aBoilerRoom(ask, name);
  const sourceType = await aSeries(ask, "GAZV", boilerRoomId);
  const body = sourcesDraft({ sourceType, gazPce });
  await answerOf(ask("putEfficiencySources", { projectId: PROJECT, boilerRoomId, body }));
  return boilerRoomId;
}
