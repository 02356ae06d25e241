/**
 * A residence of many series whose collector sends them all at once, at regular intervals.
 * @module
 */
import { DEFAULT_DELAYS_MIN } from "@/lib/alarms/alarm_handlers.ts";
import { keys } from "@/lib/store/keys.ts";
import { openStore } from "@/lib/store/open_store.ts";
import type { Key } from "@/lib/store/store.ts";
import { seriesDraft } from "@/tests/helpers/drafts.ts";
import { writeAll } from "@/tests/tools/loopback.ts";
import { AnswerReader } from "./load.ts";

/** Seconds between two ticks, as for collectors. */
export const TICK_S = 300;

/** A tick as line protocol: one value of each series, never the same twice in a row. */
export function tickBody(seriesCount: number, epochS: number): string {
  const tick = Math.floor(epochS / TICK_S);
  const lines = Array.from({ length: seriesCount }, (_, at) => {
    const tenths = 150 + (at * 7 + tick * 3) % 100;
    return `temperature,residence=R1,serial=${at} value=${tenths / 10} ${epochS}`;
  });
  return lines.join("\n");
}

/** A collector's connection, kept open. */
export class TickSender {
  readonly #reader = new AnswerReader();
  readonly #buffer = new Uint8Array(16 * 1024);

  private constructor(
    private readonly conn: Deno.TcpConn,
    private readonly head: readonly string[],
  ) {}

  static async to(port: number, token: string): Promise<TickSender> {
    const conn = await Deno.connect({ hostname: "127.0.0.1", port });
    conn.setNoDelay();
    return new TickSender(conn, [
      "POST /api/v2/write?precision=s HTTP/1.1",
      `host: 127.0.0.1:${port}`,
      `authorization: Token ${token}`,
    ]);
  }

  /** Sends an encoded tick. @returns ms until it was acknowledged */
  async send(body: Uint8Array): Promise<number> {
    const head = [...this.head, `content-length: ${body.length}`].join("\r\n");
    const startedAt = performance.now();
    await writeAll(this.conn, new TextEncoder().encode(`${head}\r\n\r\n`));
    await writeAll(this.conn, body);
    this.#reader.reset();
    for (;;) {
      const count = await this.conn.read(this.#buffer);
      if (count === null) throw new Error("The server ended the connection.");
      if (this.#reader.take(this.#buffer.subarray(0, count))) break;
    }
    const { status } = this.#reader;
    if (status !== 204) throw new Error(`A tick was answered ${status}.`);
    return performance.now() - startedAt;
  }

  close(): void {
    this.conn.close();
  }
}

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
  const rows: (readonly [Key, unknown])[] = [
    [keys.alarmSettings(projectId), { ...DEFAULT_DELAYS_MIN, "boilerroom-circuit": 0 }],
  ];
  for (let at = 0; at < seriesCount; at++) {
    const claim = { seriesId: `tick${at}`, houseId: null, kind: "instant", attachedAtMs: 0 };
    rows.push([keys.seriesSource(projectId, `temperature,serial=${at} value`), claim]);
    rows.push([keys.dataseries(projectId, `tick${at}`), SERIES]);
    if (at < CIRCUITS) rows.push([keys.equipment(projectId, `circuit${at}`), circuitOf(at)]);
  }
  const store = await openStore(kvPath);
  for (let from = 0; from < rows.length; from += ROWS_PER_COMMIT) {
    const atomic = store.atomic();
    for (const kind of ["project", "sources"]) atomic.sum(keys.version(kind, projectId), 1n);
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
