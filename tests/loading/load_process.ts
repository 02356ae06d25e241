/** A load in a separate process, so that other work of this one is not measured. @module */
import { ROOT } from "@/tools/files.ts";
import { load, type LoadPlan, type LoadResult } from "./load.ts";

/** A load as data, which can be sent to another process. */
export type SentPlan = Omit<LoadPlan, "isAnswered">;

/** Runs a load in a separate process. */
export async function loadBeside(plan: SentPlan): Promise<LoadResult> {
  const { success, stdout } = await new Deno.Command(Deno.execPath(), {
    args: [
      "run",
      "--no-prompt",
      // Reading /proc requires every permission.
      ...plan.serverPid === undefined ? ["--allow-net=127.0.0.1"] : ["--allow-all"],
      "tests/loading/load_process.ts",
      JSON.stringify(plan),
    ],
    cwd: ROOT,
    stderr: "inherit",
  }).output();
  if (!success) throw new Error("The load ended badly: see the lines above.");
  return JSON.parse(new TextDecoder().decode(stdout));
}

if (import.meta.main) console.log(JSON.stringify(await load(JSON.parse(Deno.args[0] ?? ""))));
