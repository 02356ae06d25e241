import { DEFAULT_DELAYS_MIN } from "@/lib/alarms/alarm_handlers.ts";
import { keys } from "@/lib/store/keys.ts";
import { openStore } from "@/lib/store/open_store.ts";
import type { Key } from "@/lib/store/store.ts";
import { seriesDraft } from "./drafts.ts";
import { claimTicks, tickBody, TickSender } from "./ticks.ts";

/** Circuits on the first series: some of their temperatures are above the bound in each tick. */
const CIRCUITS = 200;
const MOST_C = 22;
/** Fewest open alarms once a tick was evaluated: the demo's own are fewer. */
export const LEAST_ALARMS = 20;
const ROWS_PER_COMMIT = 500;

/**
 * Attaches series of a residence to the sources of {@link tickBody}, and watches their silence and
 * the circuits.
 */
export async function watchTicks(
  kvPath: string,
  projectId: string,
  seriesCount: number,
): Promise<void> {
  await claimTicks(kvPath, projectId, seriesCount);
  const rows: (readonly [Key, unknown])[] = [
    [keys.alarmSettings(projectId), { ...DEFAULT_DELAYS_MIN, "boilerroom-circuit": 0 }],
  ];
  for (let at = 0; at < seriesCount; at++) {
    rows.push([keys.dataseries(projectId, `tick${at}`), SERIES]);
    if (at < CIRCUITS) rows.push([keys.equipment(projectId, `circuit${at}`), circuitOf(at)]);
  }
  const store = await openStore(kvPath);
  for (let from = 0; from < rows.length; from += ROWS_PER_COMMIT) {
    const atomic = store.atomic().sum(keys.version("project", projectId), 1n);
    for (const [key, value] of rows.slice(from, from + ROWS_PER_COMMIT)) atomic.set(key, value);
    await atomic.commit();
  }
  store.close();
}

const SERIES = seriesDraft({ dataUnitId: "TDEP" });

/** Hot water, which is watched all year. */
function circuitOf(at: number) {
  const bounds = { outMin: null, outMax: MOST_C, backMin: null, backMax: null, backType: null };
  const circuit = { enabled: true, ...bounds, outType: `tick${at}`, isHotWater: true };
  const named = { kind: "boilerroom-circuit", name: `Circuit ${at}`, code: "", parentId: null };
  return { ...named, instrumented: true, details: { circuit } };
}

/** Sends current ticks at regular intervals until it is stopped. */
export class LiveTicks {
  readonly #timer: ReturnType<typeof setInterval>;
  #last: Promise<unknown> = Promise.resolve();
  #count = 0;

  constructor(
    private readonly sender: TickSender,
    private readonly seriesCount: number,
    everyMs: number,
  ) {
    this.#timer = setInterval(() => {
      this.#last = this.#last.then(() => this.#send());
    }, everyMs);
  }

  /** @returns how many were acknowledged @throws when one was not */
  async stop(): Promise<number> {
    clearInterval(this.#timer);
    await this.#last;
    this.sender.close();
    return this.#count;
  }

  async #send(): Promise<void> {
    const epochS = Math.floor(Date.now() / 1_000);
    await this.sender.send(new TextEncoder().encode(tickBody(this.seriesCount, epochS)));
    this.#count++;
  }
}
