/**
 * Serves until told to stop: what a start does once the program is built.
 *
 * @module
 */
import { type AppConfig, appConfig, ConfigError } from "../../fresh.config.ts";
import { DEMO_ACCOUNTS } from "../../lib/backend/demo/accounts.ts";
import { startServer } from "./server_process.ts";

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

async function serveUntilStopped(config: AppConfig): Promise<number> {
  const server = await startServer(config, {
    stdout: "inherit",
    say: (line) => console.error(line),
  });
  console.log(`Ready: ${server.url}`);
  if (config.demo) console.log(demoLines());
  const ended = await Promise.race([stopSignal(), server.ended]);
  if (typeof ended === "number") {
    console.error(`The server ended by itself (exit code ${ended}).`);
    return ended === 0 ? 1 : ended;
  }
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
