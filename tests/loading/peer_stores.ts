/**
 * Time series stores of other vendors that accept line protocol, where their packages are
 * installed. @module
 */
import { NotRun } from "@/tests/runner/run_named.ts";

/** A store that listens on this machine. */
export interface PeerStore {
  readonly port: number;
  readonly pid: number;
  /** Path of line protocol in seconds. */
  readonly path: string;
  stop(): Promise<void>;
}

export interface Peer {
  readonly name: string;
  /** What it has done with a write when it answers. */
  readonly durability: string;
  readonly program: string;
  readonly path: string;
  command(folder: string, port: number): Pick<Deno.CommandOptions, "args" | "env">;
  /** Requested until it succeeds. */
  ready(url: string): Promise<Response>;
}

const ALL_YEARS = "-retentionPeriod=100y";

/**
 * Debian's packages `influxdb` and `victoria-metrics`, with their defaults except for folders,
 * addresses and logs.
 */
export const PEERS: readonly Peer[] = [
  {
    name: "InfluxDB",
    durability: "synced at each answer",
    program: "influxd",
    path: "/write?db=bench&precision=s",
    command: (folder, port) => ({
      args: ["run"],
      env: {
        INFLUXDB_REPORTING_DISABLED: "true",
        INFLUXDB_BIND_ADDRESS: "127.0.0.1:0",
        INFLUXDB_HTTP_BIND_ADDRESS: `127.0.0.1:${port}`,
        INFLUXDB_HTTP_LOG_ENABLED: "false",
        INFLUXDB_META_DIR: `${folder}/meta`,
        INFLUXDB_DATA_DIR: `${folder}/data`,
        INFLUXDB_DATA_WAL_DIR: `${folder}/wal`,
        INFLUXDB_MONITOR_STORE_ENABLED: "false",
      },
    }),
    ready: (url) => fetch(`${url}/query?q=CREATE+DATABASE+bench`, { method: "POST" }),
  },
  {
    name: "VictoriaMetrics",
    durability: "in memory at the answer, synced within seconds",
    program: "victoria-metrics",
    path: "/write?precision=s",
    command: (folder, port) => ({
      args: [
        `-storageDataPath=${folder}`,
        `-httpListenAddr=127.0.0.1:${port}`,
        "-loggerLevel=ERROR",
        ALL_YEARS,
      ],
    }),
    ready: (url) => fetch(`${url}/health`),
  },
];

/** Starts a store on a free port and waits until it answers. @throws NotRun when it is not installed */
export async function startPeer(peer: Peer, folder: string): Promise<PeerStore> {
  const port = freePort();
  const child = spawned(peer, folder, port);
  const ended = child.status.then(({ code }) => ({ code }));
  await answering(peer, `http://127.0.0.1:${port}`, ended);
  return {
    port,
    pid: child.pid,
    path: peer.path,
    async stop() {
      child.kill("SIGTERM");
      await ended;
    },
  };
}

function spawned(peer: Peer, folder: string, port: number): Deno.ChildProcess {
  const options = peer.command(folder, port);
  try {
    return new Deno.Command(peer.program, {
      ...options,
      stdin: "null",
      stdout: "null",
      stderr: "null",
    }).spawn();
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
    throw new NotRun(`${peer.program} is not installed`);
  }
}

const TRIES = 300;
const PAUSE_MS = 100;

async function answering(
  { program, ready }: Peer,
  url: string,
  ended: Promise<{ readonly code: number }>,
): Promise<void> {
  for (let tries = 0; tries < TRIES; tries++) {
    const answer = await Promise.race([ended, ready(url).catch(() => null)]);
    if (answer instanceof Response) {
      await answer.body?.cancel();
      if (answer.ok) return;
    } else if (answer !== null) throw new Error(`${program} ended with ${answer.code}`);
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
  throw new Error(`${program} does not answer`);
}

/** A port that is free now. */
export function freePort(): number {
  using listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  return listener.addr.port;
}
