import { readConfig } from "@/fresh.config.ts";
import { openStore } from "@/lib/store/open_store.ts";
import type { DataUnitId } from "@/lib/timeseries/units.ts";
import { seed, seedCommand } from "@/tools/seed.ts";
import { withServer } from "@/tools/serving/with_server.ts";
import { type Landlord, landlordAt } from "./a_landlord.ts";
import { LOCATION, seriesDraft } from "./drafts.ts";

/** The administrator of the residence. */
export const PERSON = { email: "anne@oph.fr", password: "un-mot-de-passe-long" };

/** A running server with one landlord and one residence, created by the API. */
export interface OwnSite {
  readonly url: string;
  /** The file of its store. */
  readonly kvPath: string;
  readonly landlord: Landlord;
  readonly projectId: string;
}

/** Runs a test on a separate server, whose store had only an account. */
export async function withOwnSite(test: (site: OwnSite) => Promise<void>): Promise<void> {
  let kvPath = "";
  const prepare = async (path: string) => {
    kvPath = path;
    const store = await openStore(path);
    const person = ["account", PERSON.email, "--forename", "Anne", "--surname", "Roux"];
    const admin = seedCommand([...person, "--platform-admin"]);
    await seed(store, admin, () => Promise.resolve(PERSON.password));
    store.close();
  };
  const config = readConfig({ DEMO: "off", ACCESS_LOG: "off" });
  await withServer(config, async ({ url }) => {
    using memory = await Deno.openKv(":memory:");
    const landlord = await landlordAt(url, memory, PERSON);
    const { projectId } = await aResidence(landlord, PERSON);
    await test({ url, kvPath, landlord, projectId });
  }, { prepare });
}

export async function aResidence(
  { ask }: Landlord,
  { email: adminEmail }: { email: string },
): Promise<{ orgId: string; projectId: string }> {
  const { id: orgId } = await ask("createOrg", { body: { name: "OPH de la Moselle", adminEmail } });
  const { id: projectId } = await ask("createProject", {
    orgId,
    body: {
      name: "Les Tilleuls",
      code: "0301",
      location: LOCATION,
      tags: [],
    },
  });
  return { orgId, projectId };
}

/** A series of a residence, and its source as its collector names it. */
export async function aFedSeries(
  { ask }: Landlord,
  { projectId, name, unit, source }: {
    readonly projectId: string;
    readonly name: string;
    readonly unit: DataUnitId;
    readonly source: string;
  },
): Promise<string> {
  const { id: series } = await ask("createDataseries", {
    projectId,
    body: seriesDraft({ dataUnitId: unit, renamed: name }),
  });
  await ask("attachSource", { projectId, series, body: { source, houseId: null } });
  return series;
}
