/** `deno task trial [name]`: quality gates at their full figures; a gate that is missed throws. */
import { runNamed } from "./run_named.ts";

if (import.meta.main) Deno.exit(await runNamed("tools/trials", Deno.args));
