/**
 * Serves until told to stop: what a start does once the program is built.
 *
 * @module
 */
import { type AppConfig, appConfig, ConfigError } from "../../fresh.config.ts";
import { DEMO_ACCOUNTS } from "../../lib/backend/demo/accounts.ts";
import { type ServerProcess, startServer } from "./server_process.ts";

/** Reads the settings, does `prepare`, serves; gives the exit code, a bad setting being one sentence. */
export async function runServer(prepare: () => Promise<unknown>): Promise<number> {
  try {
    const config = appConfig();
    await prepare();
    return await serveUntilStopped(config);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    console.error(error.message);
    return 1;
  }
}

/** A server that ends by itself so often has a fault that another start does not cure. */
const ENDS_MAX = 3;
const ENDS_WITHIN_MS = 60_000;

/** Serves, and starts again a server that ended by itself: out of descriptors, `deno serve` does. */
async function serveUntilStopped(config: AppConfig): Promise<number> {
  const stop = stopSignal();
  const ends: number[] = [];
  for (let { port } = config;;) {
    const server = await startServer({ ...config, port }, {
      stdout: "inherit",
      say: (line) => console.error(line),
    });
    console.log(`Ready: ${server.url}`);
    if (config.demo) console.log(demoLines());
    const ended = await Promise.race([stop, server.ended]);
    if (typeof ended !== "number") return await stopped(server);
    await server.kill();
    console.error(`The server ended by itself (exit code ${ended}).`);
    ends.push(performance.now());
    const [first = 0, , last = Infinity] = ends.slice(-ENDS_MAX);
    if (last - first < ENDS_WITHIN_MS) return ended === 0 ? 1 : ended;
    port = Number(new URL(server.url).port);
  }
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
