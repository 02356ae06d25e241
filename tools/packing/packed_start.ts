/** `deno task start` of the archive: the server was built when it was packed. @module */
import { runServer } from "@/tools/serving/run_server.ts";

if (import.meta.main) Deno.exit(await runServer(() => Promise.resolve()));
