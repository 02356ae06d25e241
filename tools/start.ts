/**
 * `deno task start`: reads the settings, builds if the sources changed, and serves until told to stop.
 *
 * @module
 */
import { appConfig, ConfigError } from "../fresh.config.ts";
import { DEMO_ACCOUNTS } from "../lib/backend/demo/accounts.ts";
import { buildIfStale } from "./serving/build_state.ts";
import { startServer } from "./serving/server_process.ts";

if (import.meta.main) Deno.exit(await main());

async function main(): Promise<number> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    console.error(error.message);
    return 1;
  }
}

async function run(): Promise<number> {
  const config = appConfig();
  await buildIfStale();
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
