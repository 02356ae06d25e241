import { ok, strictEqual } from "node:assert/strict";
import { readConfig } from "@/fresh.config.ts";
import { BALANCE_PATH, fillStore, READER } from "@/tests/loading/filled_store.ts";
import { loadBeside, median, quantile, timesText } from "@/tests/loading/load.ts";
import { landlordAt } from "@/tests/loading/own_site.ts";
import { writtenBytes } from "@/tests/loading/process_figures.ts";
import { LEAST_ALARMS, TICK_S, tickBody, TickSender, watchTicks } from "@/tests/loading/ticks.ts";
import { UNLIMITED, withServer } from "@/tools/serving/with_server.ts";
import { Visitor } from "@/tools/serving/visitor.ts";

const SECONDS = Number(Deno.args[1] ?? 300);
const SERIES = 10_000;
const PROJECT = "p02";
/** Start of the history; its ticks are five minutes apart, independent of the clock. */
const HISTORY_FROM_S = Date.UTC(2026, 0) / 1_000;

/** A collector sends every five minutes: this is a hundred times as often. */
const LIVE_EVERY_MS = 3_000;
/** Live ticks are recent: no job compacts them within two hours. */
const LIVE_FROM_S = Math.floor(Date.now() / 1_000) - 300;
const LIVE_TICKS = 12;
const PAGES_PER_SECOND = 100;

const TICK_MS = 50;
const BYTES_PER_POINT = 100;
const PAGE_RATIO = 2;
const POINTS_PER_SECOND = 100_000;

/**
 * QP8: a residence of 10,000 series written by HTTP, all of them watched, two hundred by bounds
 * that some exceed. A live tick is acknowledged within 50 ms (median), takes at most 100 bytes of
 * disk a point, and at most doubles the 99th percentile of pages; then as many ticks of the past as
 * one sender can, for five minutes: at least 100,000 points a second, while earlier ones are
 * compacted. Some eight minutes: `deno task trial ingest_load [seconds]`, of the last part.
 */
export default async function ingestLoad(): Promise<void> {
  const prepare = async (kvPath: string) => {
    await fillStore(kvPath);
    await watchTicks(kvPath, PROJECT, SERIES);
  };
  const config = readConfig({ DEMO: "off", ACCESS_LOG: "off", ...UNLIMITED });
  await withServer(config, async ({ url, pid }) => {
    const port = Number(new URL(url).port);
    using memory = await Deno.openKv(":memory:");
    const landlord = await landlordAt(url, memory, READER);
    const body = { name: "Concentrateurs" };
    const { token } = await landlord.ask("createIngestToken", { projectId: PROJECT, body });
    const sender = await TickSender.to(port, token);
    const visitor = new Visitor(url);
    await visitor.signIn(READER);
    const ticks = new Ticks(sender, LIVE_FROM_S, LIVE_EVERY_MS / 1_000);
    for (let warm = 0; warm < 5; warm++) await ticks.send();

    const seconds = LIVE_EVERY_MS * LIVE_TICKS / 1_000;
    const pages = {
      port,
      path: `${BALANCE_PATH}?n={n}`,
      headers: { cookie: visitor.cookie, "accept-encoding": "gzip" },
      connections: 16,
      requests: PAGES_PER_SECOND * seconds,
      perSecond: PAGES_PER_SECOND,
      serverPid: pid,
    };
    await loadBeside({ ...pages, requests: 2_000, firstNumber: 1_000_000 });
    const idle = await loadBeside(pages);
    const before = writtenBytes(pid);
    const [meanwhile, live] = await Promise.all([
      loadBeside({ ...pages, firstNumber: 2_000_000 }),
      liveTicks(ticks),
    ]);
    const perPoint = (writtenBytes(pid) - before) / (LIVE_TICKS * SERIES);
    const tick = median(live);
    console.log(`tick of ${SERIES} series: ${tick.toFixed(1)} ms, longest ${max(live)} ms`);
    console.log(`${perPoint.toFixed(0)} bytes written a point`);
    console.log(`pages without ticks: ${timesText(idle)}`);
    console.log(`pages with ticks: ${timesText(meanwhile)}`);
    const ratio = meanwhile.own.p99 / idle.own.p99;
    const alarms = await landlord.ask("listAlarms", { projectId: PROJECT });
    console.log(`${alarms.length} alarms open, of ${SERIES} series that are watched`);
    console.log(`left: p99 with ticks is ${ratio.toFixed(2)} × p99 without`);
    const written = writtenBytes(pid);
    const history = await sustainedRate(new Ticks(sender, HISTORY_FROM_S, TICK_S));
    const sustained = history.points / history.seconds;
    const perOldPoint = (writtenBytes(pid) - written) / history.points;
    console.log(
      `${
        Math.round(sustained / 1_000)
      } k points/s sustained over ${SECONDS} s, moved into series ` +
        `meanwhile: ${perOldPoint.toFixed(0)} bytes written a point in all`,
    );
    sender.close();
    strictEqual(idle.errors + meanwhile.errors, 0);
    ok(alarms.length >= LEAST_ALARMS, "alarms");
    ok(tick <= TICK_MS, "tick");
    ok(perPoint <= BYTES_PER_POINT, "bytes");
    ok(ratio <= PAGE_RATIO, "page");
    ok(sustained >= POINTS_PER_SECOND, "sustained");
  }, { prepare });
}

/** Ticks at regular times of the data. */
class Ticks {
  #next: number;

  /** @param fromS time of the first, seconds since 1970 */
  constructor(private readonly sender: TickSender, fromS: number, private readonly everyS: number) {
    this.#next = fromS;
  }

  /** Sends the next one. @returns ms until it was acknowledged */
  async send(): Promise<number> {
    const body = new TextEncoder().encode(tickBody(SERIES, this.#next));
    this.#next += this.everyS;
    return await this.sender.send(body);
  }
}

async function liveTicks(ticks: Ticks): Promise<number[]> {
  const times: number[] = [];
  const startedAt = performance.now();
  for (let tick = 0; tick < LIVE_TICKS; tick++) {
    const early = startedAt + (tick + 0.5) * LIVE_EVERY_MS - performance.now();
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, early)));
    times.push(await ticks.send());
  }
  return times;
}

/** Points of one sender that are acknowledged, and the time they took. */
async function sustainedRate(ticks: Ticks): Promise<{ points: number; seconds: number }> {
  const startedAt = performance.now();
  const times: number[] = [];
  let minute = 1;
  while (performance.now() - startedAt < SECONDS * 1_000) {
    times.push(await ticks.send());
    if (performance.now() - startedAt < minute * 60_000) continue;
    const lately = quantile(times.slice(-500).toSorted((a, b) => a - b), 0.99);
    console.log(
      `minute ${minute++}: ${times.length} ticks, p99 of the last ${lately.toFixed(0)} ms`,
    );
  }
  return { points: times.length * SERIES, seconds: (performance.now() - startedAt) / 1_000 };
}

function max(times: readonly number[]): string {
  return Math.max(...times).toFixed(1);
}
