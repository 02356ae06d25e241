/**
 * A storm: collectors, an import, absurd times, readers, failing sign-ins and kills, all at once
 * on one store, with two servers.
 * @module
 */

import { readConfig } from "@/fresh.config.ts";
import { DEMO_ACCOUNTS } from "@/lib/demo/seed/accounts.ts";
import { type DemoHouse, housesOfSite } from "@/lib/demo/seed/dwellings.ts";
import { seedSite } from "@/lib/demo/seed/residence.ts";
import { seedDemo } from "@/lib/demo/seed/seed_demo.ts";
import { seedReadings } from "@/lib/demo/seed/series.ts";
import { type DemoSite, demoSites } from "@/lib/demo/seed/site_table.ts";
import { chance } from "@/lib/demo/simulation/random.ts";
import { siteId } from "@/lib/demo/simulation/site_series.ts";
import { COLLECT_MODES } from "@/lib/housing/dwelling_settings.ts";
import { createAccount } from "@/lib/identity/accounts.ts";
import { Tokens } from "@/lib/identity/tokens.ts";
import { keys } from "@/lib/store/keys.ts";
import { withStore } from "@/lib/store/open_store.ts";
import type { Store } from "@/lib/store/store.ts";
import { compact } from "@/lib/timeseries/store/compaction.ts";
import { StoredSeries } from "@/lib/timeseries/store/stored_series.ts";
import type { AppConfig } from "@/lib/web/config.ts";
import { ROOT } from "@/tools/files.ts";
import { ADMINISTRATOR } from "@/tools/serving/administrator.ts";
import { buildIfStale } from "@/tools/serving/build_state.ts";
import { issuedToken } from "@/tools/serving/issued_token.ts";
import { linesOf, type ServerProcess, startServer } from "@/tools/serving/server_process.ts";
import { UNLIMITED } from "@/tools/serving/unlimited.ts";
import { Visitor } from "@/tools/serving/visitor.ts";
import { landlordAt } from "./own_site.ts";
import { highWaterMiB, runQueueWaitMs } from "./process_figures.ts";
import {
  checkAnswers,
  checkStore,
  STORM_SERIES,
  type StormBatch,
  StormCount,
  type StormDifferences,
  type StormResidence,
} from "./storm_batches.ts";
import type { CollectorsPlan, ReadersPlan, StormAnswer } from "./storm_senders.ts";

/** Load and duration of a storm. */
interface StormOptions extends StormSize {
  readonly seconds: number;
  /** Points of the history, divided between the last residences. */
  readonly historyPoints: number;
  readonly readers: number;
  readonly pauseMs: number;
  readonly absurdEveryMs: number;
  readonly killEveryMs: number;
}

export interface StormResult {
  readonly answers: readonly StormAnswer[];
  readonly servers: StormServers;
  /** Epoch milliseconds. */
  readonly startedAt: number;
  /** Seconds until the last body of the history was acknowledged. */
  readonly historyS: number;
  readonly exitCodes: readonly number[];
  /** Figures of the API, then points and figures of the store. */
  readonly differences: readonly [shown: StormDifferences, kept: StormDifferences];
}

const SERVERS = 2;
const HISTORY_RESIDENCES = 4;
const IMPORTERS = 2;
const HOUR_S = 3_600;
/** End of the history before now: no tick is in it. */
const HISTORY_ENDED_S = 30 * 24 * HOUR_S;
/** As many as an address may try. */
const FAILED_SIGN_INS = 20;

/** Runs a storm on a new store, and compares its result with the acknowledged writes. */
export async function storm(options: StormOptions): Promise<StormResult> {
  await buildIfStale();
  const folder = await Deno.makeTempDir({ prefix: "storm-" });
  const kvPath = `${folder}/kv.db`;
  const residences = await seedStorm(kvPath, options);
  const config = readConfig({ ...UNLIMITED, DEMO: "off", ACCESS_LOG: "off", PORT: "0" });
  const servers = await StormServers.start({ ...config, kvPath }, SERVERS);
  try {
    const log = `${folder}/acknowledged.jsonl`;
    const { answers, startedAt, historyS } = await blow(servers, {
      options,
      residences,
      folder,
      log,
    });
    const count = await StormCount.of(log, options.dwellings * STORM_SERIES.length);
    using memory = await Deno.openKv(":memory:");
    const { email, password } = DEMO_ACCOUNTS.landlord;
    const landlord = await landlordAt(servers.urls[0] ?? "", memory, { email, password });
    const shown = await checkAnswers(landlord, residences, count);
    const exitCodes = await servers.stop();
    const kept = await checkStore(kvPath, residences, count);
    return { answers, servers, startedAt, historyS, exitCodes, differences: [shown, kept] };
  } finally {
    await servers.end();
    await Deno.remove(folder, { recursive: true });
  }
}

interface Place {
  readonly options: StormOptions;
  readonly residences: readonly StormResidence[];
  readonly folder: string;
  readonly log: string;
}

/** Readers, collectors and kills until the end, and until the history is acknowledged. */
async function blow(
  servers: StormServers,
  place: Place,
): Promise<Pick<StormResult, "answers" | "startedAt" | "historyS">> {
  const { options, residences, folder, log } = place;
  const { urls } = servers;
  const cookies = await signIn(urls[0] ?? "");
  const startedAt = Date.now();
  const untilMs = startedAt + options.seconds * 1_000;
  const readers: ReadersPlan = {
    urls,
    cookies,
    projectIds: residences.map(({ projectId }) => projectId),
    today: new Date(startedAt).toISOString().slice(0, 10).replaceAll("-", "/"),
    readers: options.readers,
    untilMs,
    pauseMs: options.pauseMs,
    failedSignInsPerMinute: FAILED_SIGN_INS,
  };
  const collectors: CollectorsPlan = {
    urls,
    residences,
    log,
    untilMs,
    tickEveryMs: 1_000,
    absurdEveryMs: options.absurdEveryMs,
    history: historyOf(options, residences, Math.floor(startedAt / 1_000)),
    importers: IMPORTERS,
  };
  const [ofReaders, ofCollectors] = await Promise.all([
    beside("readers", folder, readers),
    beside("collectors", folder, collectors),
    killInTurn(servers, { untilMs, everyMs: options.killEveryMs }),
  ]);
  const imported = ofCollectors.filter(({ kind, status }) => kind === "history" && status === 204);
  const endedAt = Math.max(...imported.map(({ at, ms }) => at + ms));
  const answers = [...ofReaders, ...ofCollectors];
  return { answers, startedAt, historyS: (endedAt - startedAt) / 1_000 };
}

/** Signs in one user of each kind. */
async function signIn(url: string): Promise<ReadersPlan["cookies"]> {
  const people = { ...DEMO_ACCOUNTS, administrator: ADMINISTRATOR };
  const cookieOf = async (person: { email: string; password: string }) => {
    const visitor = new Visitor(url);
    await visitor.signIn(person);
    return visitor.cookie;
  };
  return {
    landlord: await cookieOf(people.landlord),
    pilot: await cookieOf(people.pilot),
    occupant: await cookieOf(people.occupant),
    administrator: await cookieOf(people.administrator),
  };
}

/** The bodies of the history: one a dwelling, of each residence in turn. */
function historyOf(
  { historyPoints, dwellings }: StormOptions,
  residences: readonly StormResidence[],
  nowS: number,
): StormBatch[] {
  const written = [...residences.keys()].slice(-HISTORY_RESIDENCES);
  const hours = Math.ceil(historyPoints / (written.length * dwellings * STORM_SERIES.length));
  const toS = Math.floor((nowS - HISTORY_ENDED_S) / HOUR_S) * HOUR_S;
  return Array.from({ length: dwellings }, (_, n) =>
    written.map((residence) => ({
      what: "history" as const,
      residence,
      n,
      epochS: toS - hours * HOUR_S,
      hours,
    }))).flat();
}

/** Kills one server, then the other, at moments spread over each period. */
async function killInTurn(
  servers: StormServers,
  { untilMs, everyMs }: { untilMs: number; everyMs: number },
): Promise<void> {
  const startedAt = Date.now();
  for (let kill = 0;; kill++) {
    const atMs = startedAt + everyMs * (kill + 0.2 + 0.6 * chance(10, kill));
    if (atMs > untilMs) return;
    await new Promise((resolve) => setTimeout(resolve, atMs - Date.now()));
    await servers.kill(kill % SERVERS);
  }
}

/** Runs a part of the storm in a separate process. @returns its answers */
async function beside(
  name: "readers" | "collectors",
  folder: string,
  plan: ReadersPlan | CollectorsPlan,
): Promise<StormAnswer[]> {
  const file = `${folder}/${name}.json`;
  await Deno.writeTextFile(file, JSON.stringify(plan));
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "--no-check", "tests/loading/storm_senders.ts", name, file],
    cwd: ROOT,
    stdout: "piped",
    stderr: "inherit",
  }).spawn();
  const answers: StormAnswer[] = [];
  for await (const line of linesOf(child.stdout)) answers.push(JSON.parse(line));
  const { success } = await child.status;
  if (!success) throw new Error(`${name} ended badly: see the lines above.`);
  return answers;
}

/** Interval in which one of the servers did not answer, epoch milliseconds. */
export interface Outage {
  readonly server: number;
  readonly fromMs: number;
  readonly toMs: number;
}

/** Operating system figures of a server at a moment. */
interface Sample {
  readonly atMs: number;
  readonly waitMs: number;
}

interface MemoryPeak {
  readonly mib: number;
  readonly server: number;
  /** Epoch milliseconds. */
  readonly atMs: number;
}

const SAMPLED_EVERY_MS = 100;

/** Servers on one store, killed and restarted, with their output and resource use. */
class StormServers {
  readonly outages: Outage[] = [];
  /** Lines of standard error, all servers together. */
  readonly said: string[] = [];
  /** The most memory that any of the processes ever held, and when. */
  peak: MemoryPeak = { mib: 0, server: 0, atMs: 0 };
  /** When each process began to answer. */
  readonly #starts: { readonly server: number; readonly atMs: number }[] = [];
  readonly #servers: ServerProcess[] = [];
  readonly #samples: Sample[][] = [];
  readonly #sampling: ReturnType<typeof setInterval>;

  private constructor(private readonly config: AppConfig) {
    this.#sampling = setInterval(() => this.#sample(), SAMPLED_EVERY_MS);
  }

  static async start(config: AppConfig, count: number): Promise<StormServers> {
    const servers = new StormServers(config);
    for (let at = 0; at < count; at++) await servers.#startAt(at, 0);
    return servers;
  }

  get urls(): string[] {
    return this.#servers.map(({ url }) => url);
  }

  /** Kills a server at once, and starts another on its port. */
  async kill(server: number): Promise<void> {
    const killed = this.#servers[server];
    if (killed === undefined) throw new TypeError(`No server ${server}.`);
    this.#sample();
    const fromMs = Date.now();
    await killed.kill();
    await this.#startAt(server, Number(new URL(killed.url).port));
    this.outages.push({ server, fromMs, toMs: Date.now() });
  }

  /**
   * How long a server waited for a processor between two instants, ms; null when it was killed
   * meanwhile.
   */
  waitedMs(server: number, fromMs: number, toMs: number): number | null {
    const samples = this.#samples[server] ?? [];
    const before = samples.findLast(({ atMs }) => atMs <= fromMs);
    const after = samples.find(({ atMs }) => atMs >= toMs) ?? samples.at(-1);
    const waited = (after?.waitMs ?? 0) - (before?.waitMs ?? 0);
    return before === undefined || waited < 0 ? null : waited;
  }

  /** How long a server had been answering at an instant, ms. */
  answeredMs(server: number, atMs: number): number {
    const start = this.#starts.findLast((one) => one.server === server && one.atMs <= atMs);
    return atMs - (start?.atMs ?? atMs);
  }

  /** Stops all of them. @returns their exit codes */
  async stop(): Promise<number[]> {
    clearInterval(this.#sampling);
    this.#sample();
    return await Promise.all(this.#servers.map((server) => server.stop()));
  }

  async end(): Promise<void> {
    clearInterval(this.#sampling);
    for (const server of this.#servers) await server.kill();
  }

  async #startAt(at: number, port: number): Promise<void> {
    const say = (line: string) => void this.said.push(line);
    this.#servers[at] = await startServer({ ...this.config, port }, { say });
    this.#starts.push({ server: at, atMs: Date.now() });
  }

  #sample(): void {
    for (const [at, { pid }] of this.#servers.entries()) {
      const waitMs = runQueueWaitMs(pid);
      const mib = highWaterMiB(pid);
      if (waitMs === null || mib === null) continue;
      const atMs = Date.now();
      if (mib > this.peak.mib) this.peak = { mib, server: at, atMs };
      (this.#samples[at] ??= []).push({ atMs, waitMs });
    }
  }
}

/** Cheap password hashing, since this store is temporary. */
const CHEAP = { memoryKiB: 64, passes: 1 };
/** Years of readings of the demo's boiler rooms. */
const YEARS = 1;

/** Size of the store. */
interface StormSize {
  readonly residences: number;
  /** Dwellings of each that send; four series each. */
  readonly dwellings: number;
  readonly hasDemoReadings: boolean;
}

/** Fills a new store. @returns the residences with collectors */
async function seedStorm(kvPath: string, size: StormSize): Promise<StormResidence[]> {
  return await withStore(kvPath, async (store) => {
    const now = Date.now();
    await seedDemo(store, { now, passwordCost: CHEAP });
    const person = { ...ADMINISTRATOR, forename: "Anne", surname: "Roux", platformAdmin: true };
    await createAccount(store, person, { now, cost: CHEAP });
    if (size.hasDemoReadings) await seedDemoReadings(store, now);
    const residences: StormResidence[] = [];
    for (let index = 1; residences.length < size.residences; index++) {
      const site = await siteAt(store, index, { size, now });
      if (site.dwellings.count < size.dwellings) continue;
      residences.push(await withCollector(store, site, { index, dwellings: size.dwellings }));
    }
    return residences;
  });
}

async function seedDemoReadings(store: Store, now: number): Promise<void> {
  for (const [index, site] of demoSites().entries()) {
    const series = new StoredSeries(store, siteId(index), () => now);
    await seedReadings(series, { site, index, years: YEARS, now });
    await compact(store, siteId(index), () => now);
  }
}

/**
 * A residence of the demo, or a copy of one; the first is unchanged, since its dwellings have
 * readings.
 */
async function siteAt(
  store: Store,
  index: number,
  { size, now }: { size: StormSize; now: number },
): Promise<DemoSite> {
  const known = demoSites()[index];
  if (known !== undefined) return known;
  const like = demoSites()[index % demoSites().length];
  if (like === undefined) throw new TypeError("The demo has no residence.");
  const dwellings = { ...like.dwellings, count: size.dwellings };
  const site = { ...like, name: `${like.name} ${index + 1}`, dwellings };
  await seedSite(store, site, { index, now });
  return site;
}

async function withCollector(
  store: Store,
  site: DemoSite,
  { index, dwellings }: { index: number; dwellings: number },
): Promise<StormResidence> {
  const projectId = siteId(index);
  const isShownAlone = ({ settings }: DemoHouse) =>
    settings.collectMode === COLLECT_MODES.NonAnonymous;
  const houses = housesOfSite(site, projectId)
    .toSorted((a, b) => Number(isShownAlone(b)) - Number(isShownAlone(a)))
    .slice(0, dwellings)
    .map(({ id, serial }) => ({ id, serial }));
  const atomic = store.atomic().sum(keys.version("sources", projectId), 1n);
  for (const { id: houseId, serial } of houses) {
    for (const { suffix, measure, kind } of STORM_SERIES) {
      const claim = { seriesId: `${projectId}-l-${suffix}`, houseId, kind, attachedAtMs: 0 };
      atomic.set(keys.seriesSource(projectId, `${measure},serial=${serial} value`), claim);
    }
  }
  await atomic.commit();
  const tokens = new Tokens(store, Date.now);
  const owner = { kind: "ingest", projectId, visitorId: null } as const;
  const { token } = await issuedToken(tokens, owner, { name: "Concentrateur", createdBy: "" });
  return { projectId, token, houses };
}
