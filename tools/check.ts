/**
 * `deno task check`: format, lint, types, areas and circles, page weight.
 *
 * Prints one line per step, and the whole output of a failed step.
 *
 * @module
 */
import { ROOT } from "./files.ts";

const TESTS_LOCK = ["--lock=tests/deno.lock", "--frozen"];

/** Steps in the order of the report; the first ones run concurrently, the last alone. */
const STEPS: readonly { name: string; args: readonly string[] }[] = [
  { name: "format", args: ["fmt", "--check"] },
  { name: "lint", args: ["lint"] },
  { name: "types", args: ["check", "--quiet", ...TESTS_LOCK] },
  { name: "areas", args: ["run", "-A", "tools/check_areas.ts"] },
  { name: "weight", args: ["run", "-A", "tools/check_weight.ts"] },
];

if (import.meta.main) Deno.exit(await main());

async function main(): Promise<number> {
  const results = await Promise.all(STEPS.slice(0, -1).map(step));
  results.push(...await Promise.all(STEPS.slice(-1).map(step)));
  const failed = results.filter((ok) => !ok).length;
  console.log(failed === 0 ? "check: all is well" : `check: ${failed} of ${STEPS.length} failed`);
  return failed === 0 ? 0 : 1;
}

async function step({ name, args }: (typeof STEPS)[number]): Promise<boolean> {
  const startedAt = performance.now();
  const { success, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: [...args],
    cwd: ROOT,
    stdout: "piped",
    stderr: "piped",
  }).output();
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  console.log(`${success ? "ok    " : "FAILED"} ${name} (${seconds} s)`);
  if (!success) console.log(new TextDecoder().decode(stdout) + new TextDecoder().decode(stderr));
  return success;
}
