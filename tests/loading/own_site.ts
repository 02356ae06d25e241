/**
 * Running servers with a landlord, a residence and a collector of their own, all created by HTTP.
 * @module
 */
import { deepStrictEqual, strictEqual } from "node:assert/strict";
import { readConfig, type SettingName } from "@/fresh.config.ts";
import { Upstream } from "@/lib/api/upstream.ts";
import { type Answer, type CallName, CALLS, type Input } from "@/lib/app/catalogue.ts";
import { Versions } from "@/lib/store/cache.ts";
import { openStore, withStore } from "@/lib/store/open_store.ts";
import type { Store } from "@/lib/store/store.ts";
import { seriesFaults } from "@/lib/timeseries/store/check.ts";
import { compact } from "@/lib/timeseries/store/compaction.ts";
import { StoredSeries } from "@/lib/timeseries/store/stored_series.ts";
import type { DataUnitId } from "@/lib/timeseries/units.ts";
import { links } from "@/lib/ui/links.ts";
import { tableFileLinks } from "@/lib/ui/query.ts";
import { LOCATION, seriesDraft } from "@/tests/helpers/drafts.ts";
import { seed, seedCommand } from "@/tools/seed.ts";
import { ADMINISTRATOR } from "@/tools/serving/seeded_stores.ts";
import { textOf, type Visited, Visitor } from "@/tools/serving/visitor.ts";
import { withServer } from "@/tools/serving/with_server.ts";

/** A user who works over HTTP, like an external program: a refused call fails the test. */
export interface Landlord {
  ask<Name extends CallName>(name: Name, input: Input<Name>): Promise<Answer<Name>>;
}

/** Signs in to a running server by the API. Answers are parsed by the catalogue's own schemas. */
export async function landlordAt(
  origin: string,
  store: Store,
  credentials: { email: string; password: string },
): Promise<Landlord> {
  const now = () => Date.now();
  const host = new Upstream({ origin, store, versions: new Versions(store, now), now });
  const signedIn = await host.ask(CALLS.login, { body: credentials }, null);
  strictEqual(signedIn.ok, true, JSON.stringify(signedIn));
  const token = signedIn.ok ? signedIn.answer.token : "";
  return {
    async ask(name, input) {
      const result = await host.ask(CALLS[name], input, token);
      if (!result.ok) throw new Error(`${name}: ${JSON.stringify(result)}`);
      return result.answer;
    },
  };
}

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
export async function withOwnSite(
  test: (site: OwnSite) => Promise<void>,
  settings: Partial<Record<SettingName, string>> = {},
): Promise<void> {
  let kvPath = "";
  const prepare = async (path: string) => {
    kvPath = path;
    const store = await openStore(path);
    const person = ["account", PERSON.email, "--forename", "Anne", "--surname", "Roux"];
    const admin = seedCommand([...person, "--platform-admin"]);
    await seed(store, admin, () => Promise.resolve(PERSON.password));
    store.close();
  };
  const config = readConfig({ DEMO: "off", ACCESS_LOG: "off", ...settings });
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

/** First numbered reading, epoch s. */
const FROM_S = 1_764_000_000;
const STEP_S = 300;

/** A residence on a running server: its collector, and a member of its organisation. */
export class CollectedSite {
  /** Numbers of the acknowledged readings. */
  readonly acknowledged: number[] = [];
  #next = 0;

  private constructor(
    private readonly orgId: string,
    readonly projectId: string,
    private readonly seriesId: string,
    private readonly token: string,
    private visitor: Visitor,
  ) {}

  /** Creates the residence, as {@link ADMINISTRATOR}. */
  static async at(url: string): Promise<CollectedSite> {
    using memory = await Deno.openKv(":memory:");
    const landlord = await landlordAt(url, memory, ADMINISTRATOR);
    const { orgId, projectId } = await aResidence(landlord, ADMINISTRATOR);
    const fed = { projectId, name: "Index", unit: "GAZV", source: "serial=1" } as const;
    const seriesId = await aFedSeries(landlord, fed);
    const { token } = await landlord.ask("createIngestToken", { projectId, body: { name: "C" } });
    const visitor = new Visitor(url);
    await visitor.signIn(ADMINISTRATOR);
    return new CollectedSite(orgId, projectId, seriesId, token, visitor);
  }

  /** Continues with another server, in the same session. */
  moveTo(url: string): void {
    this.visitor = this.visitor.at(url);
  }

  /** Sends the next `count` readings of the collector, in one body. */
  async collect(count = 1): Promise<Visited> {
    const numbers = Array.from({ length: count }, (_, index) => this.#next + index);
    this.#next += count;
    const answer = await this.send(numbers);
    if (answer.status === 204) this.acknowledged.push(...numbers);
    return answer;
  }

  /** Sends readings of the collector, new or repeated. */
  async send(numbers: readonly number[]): Promise<Visited> {
    const lines = numbers.map((number) => `gaz,serial=1 value=${number} ${epochOf(number)}`);
    return await this.visitor.ask("/api/v2/write?precision=s", {
      method: "POST",
      body: lines.join("\n"),
      headers: { authorization: `Token ${this.token}` },
    });
  }

  /** Page views of a member. */
  async read(): Promise<readonly Visited[]> {
    const paths = [
      links.residences(),
      links.residence(this.projectId),
      links.outdoorSources(this.projectId),
      links.sensors(this.projectId),
      `/api/collect/projects/${this.projectId}`,
    ];
    return await Promise.all(paths.map((path) => this.visitor.ask(path)));
  }

  /** Submits a form that creates an outdoor source. */
  async fillForm(name: string): Promise<Visited> {
    const fields = { name, method: "meteo", seriesId: "", station: "" };
    return await this.visitor.ask(links.outdoorSources(this.projectId), {
      method: "POST",
      body: new URLSearchParams(fields).toString(),
      headers: { "content-type": "application/x-www-form-urlencoded" },
    });
  }

  /** Creates one by the API. */
  async create(name: string): Promise<Visited> {
    const body = { name, method: "meteo", seriesId: null, station: "" };
    return await this.#post(`/projects/${this.projectId}/facilities/outdoorsources`, body);
  }

  /** Invites a user into the organisation, by mail. */
  async invite(email: string): Promise<Visited> {
    const body = { email, forename: "Léa", surname: "Petit" };
    return await this.#post(`/orgs/${this.orgId}/inviteuser`, body);
  }

  async #post(path: string, body: unknown): Promise<Visited> {
    return await this.visitor.ask(`/api/collect${path}`, {
      method: "POST",
      body: JSON.stringify(body),
      headers: { "content-type": "application/json" },
    });
  }

  /**
   * Whether the outdoor sources include this one; the file has every row, the page the first ones.
   */
  async shows(name: string): Promise<boolean> {
    const { semicolon } = tableFileLinks(links.outdoorSources(this.projectId));
    return textOf(await this.visitor.ask(semicolon)).includes(name);
  }

  /**
   * Checks that every acknowledged reading is stored with its value, and that the figures match.
   */
  async losesNothing(kvPath: string): Promise<void> {
    await withStore(kvPath, async (store) => {
      const later = () => Date.now() + 60_000;
      await compact(store, this.projectId, later);
      const series = new StoredSeries(store, this.projectId, later);
      const points = await series.points(this.seriesId, { fromS: 0, toS: 2 ** 32 });
      const kept = new Map(points.map(({ epochS, value }) => [epochS, value]));
      const lost = this.acknowledged.filter((number) => kept.get(epochOf(number)) !== number);
      deepStrictEqual(lost, []);
      deepStrictEqual(await Array.fromAsync(seriesFaults(store, this.projectId)), []);
    });
  }
}

function epochOf(number: number): number {
  return FROM_S + number * STEP_S;
}
