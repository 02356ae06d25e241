import { ok, strictEqual } from "node:assert/strict";
import { BALANCE_PATH, READER, withBalancePage } from "@/tests/loading/filled_store.ts";
import { loadBeside, type LoadResult, median, timesText } from "@/tests/loading/load.ts";
import { landlordAt } from "@/tests/loading/own_site.ts";
import {
  inspectorIn,
  type LiveMemory,
  liveMemory,
  residentMiB,
} from "@/tests/loading/process_figures.ts";
import { LEAST_ALARMS, LiveTicks, TickSender, watchTicks } from "@/tests/loading/ticks.ts";

const MINUTES = Number(Deno.args[1] ?? 30);
/** The figures of each minute, during the run and afterwards. */
const FIGURES = "data/soak.json";
/** A residence whose collector sends meanwhile. */
const WATCHED = "p02";
const SERIES = 1_000;
const TICK_EVERY_MS = 3_000;
/** Largest memory, its growth, and drift of the slowest requests that the trial accepts. */
const MOST = { mib: 300, mibPer10Minutes: 1, drift: 0.2 };
const SAMPLED_EVERY_MS = 1_000;

/** A minute of the soak. */
interface Minute {
  readonly load: LoadResult;
  /** Least and most resident memory, MiB. */
  readonly mib: Range;
}

/** The soak, with the memory after a collection at its first third and at its end. */
interface Soak {
  readonly minutes: readonly Minute[];
  readonly settled: LiveMemory;
  readonly last: LiveMemory;
}

interface Range {
  readonly least: number;
  readonly most: number;
}

/**
 * QF13, and the memory of QP10: half an hour at half of saturation on pages rendered anew and
 * compressed, while a collector sends a thousand watched series, some of them wrong, and the jobs
 * run. No error, the 99th percentile no slower at the end than at the beginning, without the
 * server's wait for a processor, memory that does not grow: it is compared right after a collection,
 * twice in all, since collections free more than a leak adds. Each minute is printed, and stored in
 * `data/soak.json`. `deno task trial soak [minutes]`: with 8, the whole trial takes less than ten.
 */
export default async function soakTrial(): Promise<void> {
  const { minutes, settled, last } = await soaked();
  const third = thirdOf(minutes.length);
  const before = median(minutes.slice(0, third).map(({ load }) => load.own.p99));
  const after = median(minutes.slice(-third).map(({ load }) => load.own.p99));
  const most = Math.max(...minutes.slice(third).map(({ mib }) => mib.most));
  const grown = growth(settled, last, (minutes.length - third) / 10);
  const errors = minutes.reduce((sum, { load }) => sum + load.errors, 0);
  const requests = minutes.reduce((sum, { load }) => sum + load.requests, 0);
  const drift = after / before - 1;
  console.log(`${errors} errors in ${requests} requests`);
  console.log(
    `memory: ${most.toFixed(0)} MiB at most; after a collection ${
      memoryText(settled)
    }, at the end ${memoryText(last)}, ${grown.heap.toFixed(1)} and ${
      grown.resident.toFixed(1)
    } MiB more per 10 min`,
  );
  console.log(
    `p99 left by the minute, middle of the first third ${before.toFixed(1)} ms, of the last ${
      after.toFixed(1)
    } (${(drift * 100).toFixed(0)} %)`,
  );
  strictEqual(errors, 0);
  const mostGrown = Math.max(grown.heap, grown.resident);
  ok(most <= MOST.mib && mostGrown <= MOST.mibPer10Minutes, "memory");
  ok(drift <= MOST.drift, "drift of the slowest hundredth");
}

async function soaked(): Promise<Soak> {
  const minutes: Minute[] = [];
  const live: LiveMemory[] = [];
  let inspector = "";
  await Deno.mkdir("data", { recursive: true });
  await withBalancePage(async ({ url, pid }, cookie) => {
    using memory = await Deno.openKv(":memory:");
    const landlord = await landlordAt(url, memory, READER);
    const body = { name: "Concentrateurs" };
    const { token } = await landlord.ask("createIngestToken", { projectId: WATCHED, body });
    const port = Number(new URL(url).port);
    const ticks = new LiveTicks(await TickSender.to(port, token), SERIES, TICK_EVERY_MS);
    const plan = {
      port,
      path: `${BALANCE_PATH}?n={n}`,
      headers: { cookie, "accept-encoding": "br, gzip" },
      connections: 16,
    };
    await loadBeside({ ...plan, requests: 5000 });
    const full = await loadBeside({ ...plan, requests: 5000, firstNumber: 5001 });
    const perSecond = full.perSecond / 2;
    const requests = Math.round(perSecond * 60);
    console.log(`${perSecond.toFixed(0)} requests a second, half of saturation`);
    for (let minute = 1; minute <= MINUTES; minute++) {
      const [load, mib] = await memoryDuring(
        pid,
        () =>
          loadBeside({
            ...plan,
            requests,
            perSecond,
            serverPid: pid,
            firstNumber: 10_000 + minute * requests,
          }),
      );
      minutes.push({ load, mib });
      if (minute === thirdOf(MINUTES) || minute === MINUTES) {
        live.push(await liveMemory(inspector, pid));
      }
      // An interrupted run also has results.
      await Deno.writeTextFile(FIGURES, JSON.stringify(minutes, null, 1));
      console.log(
        `minute ${minute} of ${MINUTES}: ${timesText(load)}, ${mib.least.toFixed(0)} to ${
          mib.most.toFixed(0)
        } MiB, ${load.errors} errors`,
      );
    }
    const acknowledged = await ticks.stop();
    const alarms = await landlord.ask("listAlarms", { projectId: WATCHED });
    console.log(`${acknowledged} ticks of ${SERIES} series, ${alarms.length} alarms open`);
    ok(alarms.length >= LEAST_ALARMS, "alarms");
  }, {
    prepare: (kvPath) => watchTicks(kvPath, WATCHED, SERIES),
    isInspected: true,
    say: (line) => inspector = inspectorIn(line) ?? inspector,
  });
  const [settled, last] = live;
  ok(settled !== undefined && last !== undefined, "a soak takes two minutes or more");
  return { minutes, settled, last };
}

/** Minutes after which the server has settled. */
function thirdOf(minutes: number): number {
  return Math.ceil(minutes / 3);
}

/** Growth per unit of `duration`. */
function growth(from: LiveMemory, to: LiveMemory, duration: number): LiveMemory {
  return {
    heap: (to.heap - from.heap) / duration,
    resident: (to.resident - from.resident) / duration,
  };
}

function memoryText({ heap, resident }: LiveMemory): string {
  return `${heap.toFixed(1)} MiB of objects in ${resident.toFixed(1)}`;
}

/** Result of a work, and the memory of a process meanwhile. */
async function memoryDuring<T>(pid: number, work: () => Promise<T>): Promise<[T, Range]> {
  const samples = [residentMiB(pid)];
  const timer = setInterval(() => samples.push(residentMiB(pid)), SAMPLED_EVERY_MS);
  try {
    return [await work(), { least: Math.min(...samples), most: Math.max(...samples) }];
  } finally {
    clearInterval(timer);
  }
}
