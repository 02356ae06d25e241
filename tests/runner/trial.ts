/**
 * `deno task trial NAME`: one quality gate at its full figures, or `all`; throws when a gate fails.
 */
import { runNamed } from "./run_named.ts";

if (import.meta.main) Deno.exit(await runNamed("tests/trials", Deno.args));
