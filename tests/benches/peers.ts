import { readConfig } from "@/fresh.config.ts";
import { seedDemo } from "@/lib/demo/seed/seed_demo.ts";
import { Tokens } from "@/lib/identity/tokens.ts";
import { openStore } from "@/lib/store/open_store.ts";
import { median } from "@/tests/loading/against_raw.ts";
import { PEERS, startPeer } from "@/tests/loading/peer_stores.ts";
import { processorMs } from "@/tests/loading/process_figures.ts";
import {
  claimTicks,
  type SenderAddress,
  TICK_S,
  tickBody,
  TickSender,
} from "@/tests/loading/ticks.ts";
import { NotRun } from "@/tests/runner/run_named.ts";
import { issuedToken } from "@/tools/serving/issued_token.ts";
import { UNLIMITED } from "@/tools/serving/unlimited.ts";
import { withServer } from "@/tools/serving/with_server.ts";

const SERIES = 10_000;
const ROUNDS = 4;
/** Bodies of a round, each with a value of each series: enough for a round to take about a second. */
const TICKS = 160;
const SENDERS = 4;
/** Warm-up rounds, not counted: a new process compiles its hot code and creates its series. */
const WARMING = 1;
const FROM_S = Math.floor(Date.now() / 1_000 / TICK_S) * TICK_S -
  (ROUNDS + WARMING) * TICKS * TICK_S;
const PROJECT = "p02";
/** A store that uses less than this share of a processor has no work left from its last round. */
const IDLE_SHARE = 0.1;
const IDLE_CHECK_MS = 200;
/** Longest wait for a store to be idle. */
const PATIENCE_MS = 30_000;
/** Cheap password hashing, since this store is temporary. */
const CHEAP = { memoryKiB: 64, passes: 1 };

/** A store under the load. */
interface Side {
  readonly name: string;
  readonly pid: number;
  readonly to: SenderAddress;
  /** Points a second of wall time, round by round. */
  readonly rates: number[];
  /** Processor time of a hundred thousand points, ms, with what the store does about them later. */
  readonly costs: number[];
}

/**
 * Points a second of line protocol over HTTP, in this program and in other time series stores: the
 * same bodies from the same senders, in alternating rounds. The program is durable at each 204 and
 * compacts the arrivals meanwhile. Each store ends its work before the next one starts its round.
 */
export default async function peers(): Promise<void> {
  const folder = await Deno.makeTempDir({ prefix: "peers-" });
  const stops: (() => Promise<void>)[] = [];
  try {
    const others: Side[] = [];
    for (const peer of PEERS) {
      try {
        const store = await startPeer(peer, `${folder}/${peer.program}`);
        stops.push(store.stop);
        others.push(sideOf(`${peer.name} (${peer.durability})`, store));
      } catch (error) {
        if (!(error instanceof NotRun)) throw error;
        console.log(`${peer.name}: NOT RUN, ${error.message}`);
      }
    }
    await besideOurs(others);
  } finally {
    for (const stop of stops) await stop();
    await Deno.remove(folder, { recursive: true });
  }
}

async function besideOurs(others: readonly Side[]): Promise<void> {
  let token = "";
  const prepare = async (kvPath: string) => {
    token = await prepared(kvPath);
  };
  const config = readConfig({ DEMO: "off", ACCESS_LOG: "off", ...UNLIMITED });
  await withServer(config, async ({ url, pid }) => {
    const port = Number(new URL(url).port);
    const ours = sideOf("ours (synced at each answer)", { port, pid, token });
    const sides = [ours, ...others];
    for (let round = 0; round < WARMING + ROUNDS; round++) {
      const bodies = bodiesOf(round);
      for (const side of sides) await run(side, bodies, round >= WARMING);
    }
    for (const side of sides) console.log(sideText(side));
    for (const other of others) console.log(ratioText(ours, other));
  }, { prepare });
}

/** The demo with a residence of many series. @returns the token of its collector */
async function prepared(kvPath: string): Promise<string> {
  const store = await openStore(kvPath);
  try {
    await seedDemo(store, { now: Date.now(), passwordCost: CHEAP });
    const owner = { kind: "ingest", projectId: PROJECT, visitorId: null } as const;
    const named = { name: "Concentrateurs", createdBy: "" };
    return (await issuedToken(new Tokens(store, Date.now), owner, named)).token;
  } finally {
    store.close();
    await claimTicks(kvPath, PROJECT, SERIES);
  }
}

function sideOf(name: string, to: SenderAddress & { readonly pid: number }): Side {
  return { name, pid: to.pid, to, rates: [], costs: [] };
}

function bodiesOf(round: number): readonly Uint8Array[] {
  return Array.from({ length: TICKS }, (_, tick) => {
    const epochS = FROM_S + (round * TICKS + tick) * TICK_S;
    return new TextEncoder().encode(tickBody(SERIES, epochS));
  });
}

async function run(side: Side, bodies: readonly Uint8Array[], isCounted: boolean): Promise<void> {
  const left = [...bodies];
  // Connections of this round: a store closes idle ones during the others' rounds.
  const senders = await Promise.all(Array.from({ length: SENDERS }, () => TickSender.to(side.to)));
  const before = processorMs(side.pid);
  const startedAt = performance.now();
  await Promise.all(senders.map(async (sender) => {
    for (let body = left.shift(); body !== undefined; body = left.shift()) await sender.send(body);
  }));
  const ms = performance.now() - startedAt;
  for (const sender of senders) sender.close();
  await idle(side.pid);
  if (!isCounted) return;
  const points = bodies.length * SERIES;
  side.rates.push(points / ms * 1_000);
  side.costs.push((processorMs(side.pid) - before) / points * 100_000);
}

/** Waits until a process has no work left. */
async function idle(pid: number): Promise<void> {
  const until = performance.now() + PATIENCE_MS;
  for (let before = processorMs(pid); performance.now() < until;) {
    await new Promise((resolve) => setTimeout(resolve, IDLE_CHECK_MS));
    const now = processorMs(pid);
    if (now - before < IDLE_SHARE * IDLE_CHECK_MS) return;
    before = now;
  }
}

function sideText({ name, rates, costs }: Side): string {
  const k = (rate: number) => `${Math.round(rate / 1_000)} k`;
  return `${name}: ${k(median(rates))} points/s (${rates.map(k).join(", ")}), ` +
    `${median(costs).toFixed(0)} ms of processor per 100,000 points`;
}

function ratioText(ours: Side, other: Side): string {
  const [least, middle, most] = spread(ours.rates.map((rate, at) => rate / (other.rates[at] ?? 0)));
  const byProcessor = median(other.costs) / median(ours.costs);
  return `ours is ${middle.toFixed(2)} × ${other.name} (${least.toFixed(2)} to ${
    most.toFixed(2)
  }), ${byProcessor.toFixed(2)} × by processor time`;
}

function spread(values: readonly number[]): [least: number, middle: number, most: number] {
  return [Math.min(...values), median(values), Math.max(...values)];
}

if (import.meta.main) await peers();
