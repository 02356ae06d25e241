/**
 * A storm: collectors, an import, absurd times, readers, failing sign-ins and kills, all at once on
 * one store.
 * @module
 */

import { readConfig } from "@/fresh.config.ts";
import { DEMO_ACCOUNTS } from "@/lib/demo/seed/accounts.ts";
import { chance } from "@/lib/demo/simulation/random.ts";
import { landlordAt } from "@/tests/loading/a_landlord.ts";
import { ROOT } from "@/tools/files.ts";
import { ADMINISTRATOR } from "@/tools/serving/administrator.ts";
import { buildIfStale } from "@/tools/serving/build_state.ts";
import { linesOf } from "@/tools/serving/lines.ts";
import { UNLIMITED } from "@/tools/serving/unlimited.ts";
import { Visitor } from "@/tools/serving/visitor.ts";
import { STORM_SERIES, type StormBatch, type StormResidence } from "./batches.ts";
import { checkAnswers, checkStore, type StormDifferences } from "./check.ts";
import type { CollectorsPlan } from "./collectors.ts";
import { StormCount } from "./count.ts";
import type { StormAnswer } from "./outcome.ts";
import type { ReadersPlan } from "./readers.ts";
import { StormServers } from "./servers.ts";
import { seedStorm, type StormSize } from "./site.ts";

/** Load and duration of a storm. */
export interface StormOptions extends StormSize {
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
    args: ["run", "-A", "--no-check", `tests/loading/storm/${name}.ts`, file],
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
