/** `deno task start`: reads the settings, builds if the sources changed, and serves until stopped. @module */
import { buildIfStale } from "./serving/build_state.ts";
import { runServer } from "./serving/run_server.ts";

if (import.meta.main) Deno.exit(await runServer(buildIfStale));
