import * as esbuild from "esbuild";
import { ChildProcess } from "node:child_process";
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { once } from "node:events";

const NEW_PROCESS = "child_process";

let running = 0;
const processes = new Set<ChildProcess>();

/**
 * Runs builds, and ends the bundler's process after the last one.
 *
 * The bundler itself does not wait for that process, and exposes no handle.
 */
export async function withBundler<T>(use: (bundler: typeof esbuild) => Promise<T>): Promise<T> {
  if (running++ === 0) subscribe(NEW_PROCESS, remember);
  try {
    return await use(esbuild);
  } finally {
    if (--running === 0) await end();
  }
}

function remember(message: unknown): void {
  const { process }: { process?: unknown } = Object(message);
  if (process instanceof ChildProcess) processes.add(process);
}

async function end(): Promise<void> {
  unsubscribe(NEW_PROCESS, remember);
  const own = [...processes].filter(({ spawnfile }) => spawnfile?.includes("esbuild"));
  processes.clear();
  const ended = own.map((process) => {
    process.ref();
    return once(process, "exit");
  });
  await esbuild.stop();
  await Promise.all(ended);
}
