/**
 * `deno task start` of the archive: what it serves was built when it was packed.
 *
 * @module
 */
import { runServer } from "../serving/run_server.ts";

if (import.meta.main) Deno.exit(await runServer(() => Promise.resolve()));
