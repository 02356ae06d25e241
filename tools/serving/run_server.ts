/** Serves until stopped: the part of a start after the build. @module */

import { appConfig, ConfigError } from "@/fresh.config.ts";
import { DEMO_ACCOUNTS } from "@/lib/demo/seed/accounts.ts";
import type { AppConfig } from "@/lib/web/config.ts";
import { isLoopback } from "@/lib/web/settings.ts";
import { type ServerOutput, type ServerProcess, startServer } from "./server_process.ts";

/** Reads the settings, runs `prepare`, serves. @returns the exit code; an invalid setting is printed in one sentence */
export async function runServer(prepare: () => Promise<unknown>): Promise<number> {
  try {
    const config = appConfig();
    refusePublicHost(config);
    await prepare();
    return await serveUntilStopped(config);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    console.error(error.message);
    return 1;
  }
}

/** @throws {ConfigError} for a public host without a proxy: `Deno.serve` gives slow clients all the time they want */
function refusePublicHost({ host, trustProxy, isUnprotected }: AppConfig): void {
  if (isLoopback(host) || trustProxy || isUnprotected) return;
  throw new ConfigError(
    `HOST is ${host}: other machines reach it, and nothing disconnects slow clients. Put a proxy ` +
      "in front (deploy/Caddyfile) and set TRUST_PROXY=on, or set UNPROTECTED=yes on a trusted network.",
  );
}

/** Serves until stopped, and restarts a server that ended by itself. @returns the exit code */
async function serveUntilStopped(config: AppConfig): Promise<number> {
  const stop = stopSignal().then(() => "stop" as const);
  let server = await startServer(config, OUTPUT);
  const { port } = new URL(server.url);
  const again = { ...config, port: Number(port) };
  for (let pauseMs: number | null = null;;) {
    const startedAt = performance.now();
    announce(server, config);
    const ended = await Promise.race([stop, server.ended]);
    if (ended === "stop") return await stopped(server);
    await server.kill();
    console.error(`The server ended by itself (exit code ${ended}).`);
    pauseMs = restartPause(pauseMs, { ranMs: performance.now() - startedAt });
    const next = await startedAgain(again, pauseMs, stop);
    if (next === null) return 0;
    [server, pauseMs] = [next.server, next.pauseMs];
  }
}

/** Starts a server after a pause, repeatedly. @returns null when stopped meanwhile */
async function startedAgain(
  config: AppConfig,
  firstPauseMs: number,
  stop: Promise<"stop">,
): Promise<{ server: ServerProcess; pauseMs: number } | null> {
  for (let pauseMs = firstPauseMs;; pauseMs = restartPause(pauseMs, { ranMs: 0 })) {
    console.error(`Starting again in ${pauseMs / 1_000} s.`);
    const pause = Promise.withResolvers<void>();
    const timer = setTimeout(pause.resolve, pauseMs);
    if (await Promise.race([stop, pause.promise]) === "stop") {
      clearTimeout(timer);
      return null;
    }
    try {
      return { server: await startServer(config, OUTPUT), pauseMs };
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      console.error(error.message);
    }
  }
}

const OUTPUT: ServerOutput = { stdout: "inherit", say: (line) => console.error(line) };

function announce(server: ServerProcess, config: AppConfig): void {
  console.log(`Ready: ${server.url}`);
  if (config.demo) console.log(demoLines());
}

async function stopped(server: ServerProcess): Promise<number> {
  console.log("Stopping: the answers in flight are finished first.");
  void stopSignal().then(() => server.kill());
  return await server.stop();
}

function demoLines(): string {
  const lines = Object.values(DEMO_ACCOUNTS).map(({ email, password, shows }) =>
    `  ${email.padEnd(22)} ${password.padEnd(16)} ${shows}`
  );
  return ["Demo accounts:", ...lines].join("\n");
}

/** Resolves at the next SIGTERM or SIGINT. */
function stopSignal(): Promise<void> {
  const signals: Deno.Signal[] = Deno.build.os === "windows" ? ["SIGINT"] : ["SIGTERM", "SIGINT"];
  return new Promise((resolve) => {
    const heard = () => {
      for (const signal of signals) Deno.removeSignalListener(signal, heard);
      resolve();
    };
    for (const signal of signals) Deno.addSignalListener(signal, heard);
  });
}

/** Pause after the first end of a server, and the longest one, ms. */
const FIRST_MS = 250;
const LONGEST_MS = 60_000;
/** Run after which the pause is the first one again, ms. */
const STABLE_RUN_MS = 60_000;

/**
 * The pause before a server that ended by itself is started again, ms: twice as long each time.
 *
 * @param lastMs the pause before; null at the first end
 * @param run how long the server ran, ms
 */
export function restartPause(lastMs: number | null, { ranMs }: { readonly ranMs: number }): number {
  if (lastMs === null || ranMs >= STABLE_RUN_MS) return FIRST_MS;
  return Math.min(LONGEST_MS, 2 * lastMs);
}
