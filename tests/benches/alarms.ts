import process from "node:process";
import v8 from "node:v8";
import vm from "node:vm";
import { watchAlarms } from "@/lib/alarms/evaluation_job.ts";
import { Platform } from "@/lib/app/platform.ts";
import { BODY_BUDGET } from "@/lib/base/memory_budget.ts";
import { takeLines } from "@/lib/ingest/receive.ts";
import { NO_FEATURES } from "@/lib/residences/records.ts";
import { compactSeries } from "@/lib/series/compaction_jobs.ts";
import { keys } from "@/lib/store/keys.ts";
import { openStore } from "@/lib/store/open_store.ts";
import type { Store } from "@/lib/store/store.ts";
import type { TakenReadings } from "@/lib/web/state.ts";
import { UNLIMITED_RATES } from "@/tests/helpers/a_platform.ts";
import { projectRecord } from "@/tools/serving/project_record.ts";

const RESIDENCES = 10;
const DWELLINGS = 1_000;
const SERIES = 8;
const CIRCUITS = 20;
const TICKS = 24;
const TICK_S = 300;
/** Tick of the first memory measure: every residence was evaluated and compacted. */
const FIRST_MEASURED = 6;
const START_S = Date.UTC(2026, 0, 15) / 1_000;

/**
 * Cost of the evaluation of alarms relative to the ingestion of the same readings, in processor
 * time: two hours of readings every five minutes of 10,000 dwellings with 8 series each and of 200
 * circuits, evaluated after each body and each minute; and the memory in use.
 */
export default async function alarms(): Promise<void> {
  const folder = await Deno.makeTempDir({ prefix: "alarms_" });
  const store = await openStore(`${folder}/store.db`);
  let nowS = START_S;
  const now = () => nowS * 1_000;
  const platform = aPlatform(store, now);
  try {
    for (let rank = 0; rank < RESIDENCES; rank++) await writeResidence(store, `p${rank}`);
    const spent = { ingest: 0, alarms: 0 };
    // The first evaluation of each residence reads all its series.
    let first = spent;
    const heaps: number[] = [];
    for (let tick = 0; tick < TICKS; tick++) {
      for (let rank = 0; rank < RESIDENCES; rank++) {
        const place = { projectId: `p${rank}`, store, versions: platform.versions };
        const taken = (readings: TakenReadings) => {
          const before = process.cpuUsage();
          platform.watcher.hear(`p${rank}`, readings);
          spent.alarms += msSince(before);
        };
        const collector = { ...place, readingYears: 10, now, onReceived: taken };
        const parts = [bodyOf(nowS, tick)];
        const sent = { precision: "s", parts, reservation: BODY_BUDGET.open() };
        const handed = spent.alarms;
        spent.ingest += await processorMs(async () => {
          await takeLines(collector, sent);
          // The work that remains in the store's own thread belongs to the body.
          await store.get(keys.project(`p${rank}`));
        });
        spent.ingest -= spent.alarms - handed;
        spent.alarms += await processorMs(() => platform.watcher.watch(`p${rank}`, ["read"]));
      }
      for (const endS = nowS + TICK_S; nowS < endS; nowS += 60) {
        const { watcher } = platform;
        const job = () => watchAlarms({ store, now, watcher });
        spent.alarms += await processorMs(job);
      }
      // As in the job: arrivals of less than an hour ago are not compacted.
      await compactSeries(store, now);
      if (tick === 0) first = { ...spent };
      if (tick === FIRST_MEASURED || tick === TICKS - 1) heaps.push(heldBytes());
    }
    const restartMs = await restarted(store, now);
    const readings = RESIDENCES * (DWELLINGS * SERIES + CIRCUITS) * TICKS;
    const microseconds = (ms: number) => (ms * 1_000 / readings).toFixed(2);
    const mebibytes = (at: number) => ((heaps.at(at) ?? 0) / 1_048_576).toFixed(0);
    console.log(
      `ingest ${microseconds(spent.ingest)} µs of processor a reading, ${readings} readings`,
    );
    console.log(
      `alarms ${microseconds(spent.alarms)} µs a reading: ${
        percent(spent.alarms, spent.ingest)
      } % of ingest; ${
        percent(spent.alarms - first.alarms, spent.ingest - first.ingest)
      } % once each residence was looked at, which took ${first.alarms.toFixed(0)} ms, and ${
        restartMs.toFixed(0)
      } ms after a restart`,
    );
    console.log(
      `memory held ${mebibytes(0)} MiB after ${FIRST_MEASURED + 1} ticks, ${
        mebibytes(1)
      } MiB after ${TICKS}; ${
        (Deno.memoryUsage().rss / 1_048_576).toFixed(0)
      } MiB of the process, what is not collected yet included`,
    );
  } finally {
    await platform.close();
    store.close();
    await Deno.remove(folder, { recursive: true });
  }
}

/**
 * Cost of the first evaluation of every residence in a new process, with the heads of all series
 * stored.
 */
async function restarted(store: Store, now: () => number): Promise<number> {
  const platform = aPlatform(store, now);
  try {
    return await processorMs(() => watchAlarms({ store, now, watcher: platform.watcher }));
  } finally {
    await platform.close();
  }
}

function aPlatform(store: Store, now: () => number): Platform {
  return new Platform({
    store,
    now,
    demo: false,
    rates: UNLIMITED_RATES,
    upstream: null,
    addressApi: "http://127.0.0.1:1",
    logFault: (part, fault) => console.error(part, fault),
  });
}

function percent(part: number, whole: number): string {
  return (100 * part / whole).toFixed(1);
}

/** A circuit that is too hot in one body of four, and dwellings that all send. */
function bodyOf(epochS: number, tick: number): Uint8Array<ArrayBuffer> {
  const lines: string[] = [];
  for (let at = 0; at < CIRCUITS; at++) {
    lines.push(`m,serial=c${at} value=${tick % 4 === at % 4 ? 82 : 65} ${epochS}`);
  }
  for (let house = 0; house < DWELLINGS; house++) {
    for (let one = 0; one < SERIES; one++) {
      lines.push(`m,serial=h${house}s${one} value=${20 + (house + tick) % 5} ${epochS}`);
    }
  }
  return new TextEncoder().encode(lines.join("\n"));
}

async function writeResidence(store: Store, projectId: string): Promise<void> {
  const entries: (readonly [key: readonly (string | number)[], value: unknown])[] = [];
  const set = (key: Parameters<ReturnType<Store["atomic"]>["set"]>[0], value: unknown) =>
    entries.push([key.map(String), value]);
  set(keys.project(projectId), projectRecord({ orgId: "o1", name: projectId }));
  set(keys.projectFeatures(projectId), { ...NO_FEATURES, houseMode: 1 });
  set(keys.projectOfOrg("o1", projectId), true);
  const series = { renamed: null, importedUnit: null, manualIndex: false, dataSourceOptions: {} };
  const claim = (serial: string, seriesId: string, houseId: string | null) =>
    set(keys.seriesSource(projectId, `m,serial=${serial} value`), {
      seriesId,
      houseId,
      kind: "instant",
      attachedAtMs: 0,
    });
  for (let at = 0; at < CIRCUITS; at++) {
    const dataseries = { ...series, dataUnitId: "TDEP", scope: "facilities", equipmentId: null };
    set(keys.dataseries(projectId, `c${at}`), dataseries);
    claim(`c${at}`, `c${at}`, null);
    const bounds = { outMin: null, outMax: 80, backMin: null, backMax: null };
    const circuit = {
      enabled: true,
      ...bounds,
      outType: `c${at}`,
      backType: null,
      isHotWater: false,
    };
    const kind = { kind: "boilerroom-circuit", name: `Circuit ${at}`, code: "", parentId: null };
    set(keys.equipment(projectId, `e${at}`), { ...kind, instrumented: true, details: { circuit } });
  }
  for (let one = 0; one < SERIES; one++) {
    const dataseries = { ...series, dataUnitId: "TEMP", scope: "housing", equipmentId: null };
    set(keys.dataseries(projectId, `s${one}`), dataseries);
  }
  for (let house = 0; house < DWELLINGS; house++) {
    const choices = { collectMode: 0, hourlyMode: 0, floor: null, buildingId: null };
    const settings = { name: `${house}`, ...choices, houseTypeId: null, anonymousGroupId: null };
    const bare = { kind: "enocean", projectModuleId: null, serial: "", config: {} };
    set(keys.house(projectId, `h${house}`), { ...bare, settings });
    for (let one = 0; one < SERIES; one++) claim(`h${house}s${one}`, `s${one}`, `h${house}`);
  }
  for (let from = 0; from < entries.length; from += 500) {
    const atomic = store.atomic();
    for (const [key, value] of entries.slice(from, from + 500)) atomic.set(key, value);
    await atomic.commit();
  }
}

v8.setFlagsFromString("--expose-gc");
const collectGarbage: () => void = vm.runInNewContext("gc");

/** Bytes of memory in use after garbage collection. */
function heldBytes(): number {
  collectGarbage();
  const { heapUsed, external } = Deno.memoryUsage();
  return heapUsed + external;
}

async function processorMs(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  return msSince(before);
}

function msSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

if (import.meta.main) await alarms();
