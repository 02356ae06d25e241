/** `deno task bench NAME`: figures, as ratios measured in one run. */
import { runNamed } from "./run_named.ts";

if (import.meta.main) Deno.exit(await runNamed("tests/benches", Deno.args));
