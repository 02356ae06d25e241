/** The server as a child of this process. @module */

import { ConfigError } from "@/fresh.config.ts";
import type { AppConfig } from "@/lib/web/config.ts";
import { ROOT } from "@/tools/files.ts";
import { serverPermissions, storeFolder } from "./permissions.ts";
import { serverEnvironment } from "./server_environment.ts";

export async function* linesOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  let rest = "";
  const decoder = new TextDecoder();
  for await (const bytes of stream) {
    const lines = (rest + decoder.decode(bytes, { stream: true })).split("\n");
    rest = lines.pop() ?? "";
    yield* lines;
  }
  if (rest !== "") yield rest;
}

const LAST_ANSWERS_MS = 40_000;

/**
 * Memory options of V8: no pretenuring, since an object allocated as long-lived retains its whole page
 * until a major collection; and no size of the old generation, which would replace the smaller ones of Workers.
 *
 * Marking runs with the allocations and on other threads, without its own tasks, which keep the event loop ready: it
 * then polls sockets once in about sixty of them.
 *
 * The heap is collected once it has grown by a fifth instead of two, and not before 40 MiB.
 */
export const HEAP = `--v8-flags=${
  [
    "--max-semi-space-size=8",
    "--no-allocation-site-pretenuring",
    "--no-concurrent-array-buffer-sweeping",
    "--no-incremental-marking-task",
    "--heap-growing-percent=20",
    "--initial-old-space-size=40",
  ].join()
}`;

/**
 * Blocks of the C library from 16 KiB on are mapped separately, and unmapped once they are free: bodies of many sizes
 * left 170 MiB in its heap, hashes of passwords 19 each, answers 36.
 */
export const GIVEN_BACK = { MALLOC_MMAP_THRESHOLD_: "16384", MALLOC_TRIM_THRESHOLD_: "131072" };

export interface ServerProcess {
  readonly url: string;
  readonly pid: number;
  /** Exit code: 0 when it was stopped and answered everything. */
  readonly ended: Promise<number>;
  /** Stops listening, answers the requests in flight, ends. */
  stop(): Promise<number>;
  /** Kills it immediately; resolves when it has ended. */
  kill(): Promise<void>;
}

/** Output of a child; none when omitted. */
export interface ServerOutput {
  readonly stdout?: "inherit" | "null";
  readonly say?: (line: string) => void;
  /** Opens V8's inspector of the server on a free port of this machine, whose address is said. */
  readonly isInspected?: boolean;
}

/**
 * Starts the built server and waits until it listens.
 *
 * @throws {ConfigError} when the port is taken, the store's folder cannot be created, or the server ends immediately
 */
export async function startServer(
  config: AppConfig,
  output: ServerOutput = {},
): Promise<ServerProcess> {
  await makeStoreFolder(config);
  refuseTakenPort(config);
  const { child, port } = await listening(serverCommand(config, output), output);
  const ended = child.status.then(({ code }) => code);
  return {
    url: urlOf(config.host, port),
    pid: child.pid,
    ended,
    async stop() {
      const giveUp = setTimeout(() => killQuietly(child, "SIGKILL"), LAST_ANSWERS_MS);
      killQuietly(child, "SIGTERM");
      const code = await ended;
      clearTimeout(giveUp);
      return code;
    },
    async kill() {
      killQuietly(child, "SIGKILL");
      await ended;
    },
  };
}

function urlOf(host: string, port: number): string {
  const { hostname } = new URL(`http://${host.includes(":") ? `[${host}]` : host}`);
  return `http://${hostname === "0.0.0.0" ? "127.0.0.1" : hostname}:${port}`;
}

function serverCommand(
  config: AppConfig,
  { stdout = "null", isInspected = false }: ServerOutput,
): Deno.Command {
  const listen = ["--host", config.host, "--port", String(config.port)];
  const inspect = isInspected ? ["--inspect=127.0.0.1:0"] : [];
  const permissions = serverPermissions(config, ROOT);
  return new Deno.Command(Deno.execPath(), {
    args: [
      "serve",
      // The build has put the packages there, as an archive has: they are not compared with the lock file again.
      "--node-modules-dir=manual",
      HEAP,
      ...inspect,
      ...listen,
      ...permissions,
      "_fresh/server.js",
    ],
    cwd: ROOT,
    env: { ...serverEnvironment(config), ...GIVEN_BACK, NO_COLOR: "1" },
    stdin: "null",
    stdout,
    stderr: "piped",
  });
}

/** A child that listens; the rest of its output is passed on. */
async function listening(
  command: Deno.Command,
  { say = () => {} }: ServerOutput,
): Promise<{ readonly child: Deno.ChildProcess; readonly port: number }> {
  const child = command.spawn();
  const port = Promise.withResolvers<number>();
  const early: string[] = [];
  let pass: (line: string) => void = (line) => void early.push(line);
  const heard = (async () => {
    for await (const line of linesOf(child.stderr)) {
      const listens = /^deno serve: .*[Ll]istening on .*?(\d+)\/?$/.exec(line);
      if (listens === null) pass(line);
      else {
        pass = say;
        early.forEach(say);
        port.resolve(Number(listens[1]));
      }
    }
  })();
  void child.status.then(async ({ code }) => {
    await heard;
    port.reject(new ConfigError(exitReason(early, code)));
  });
  return { child, port: await port.promise };
}

/** The child's last line when it is one of our messages; else its whole output. */
function exitReason(lines: readonly string[], code: number): string {
  const ours = lines.flatMap((line) =>
    /(?:StoreUnavailable|ConfigError): (.+)$/.exec(line)?.[1] ?? []
  );
  return ours[0] ??
    [...lines, `The server ended before it listened (exit code ${code}).`].join("\n");
}

async function makeStoreFolder(config: AppConfig): Promise<void> {
  const folder = storeFolder(config, ROOT);
  if (folder === null) return;
  try {
    await Deno.mkdir(folder, { recursive: true });
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new ConfigError(`The store's folder ${folder} cannot be made: ${why}.`);
  }
}

function refuseTakenPort({ host, port }: AppConfig): void {
  try {
    Deno.listen({ hostname: host, port }).close();
  } catch (error) {
    if (error instanceof Deno.errors.AddrInUse) {
      throw new ConfigError(
        `Port ${port} of ${host} is taken by another program: stop it, or set PORT to another one.`,
      );
    }
    if (error instanceof Error) {
      throw new ConfigError(`Cannot listen on ${host}:${port}: ${error.message}.`);
    }
    throw error;
  }
}

function killQuietly(child: Deno.ChildProcess, signal: Deno.Signal): void {
  try {
    child.kill(signal);
  } catch (error) {
    // It has already ended.
    if (!(error instanceof TypeError || error instanceof Deno.errors.NotFound)) throw error;
  }
}
