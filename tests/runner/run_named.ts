/**
 * Runs the files of a folder: trials and benches. A file exports by default what it does, or the
 * parts of it by their names.
 * @module
 */
import { filesUnder, ROOT } from "@/tools/files.ts";

/**
 * A feature that the machine does not support (sockets, a mount): reported as NOT RUN, never
 * silently skipped.
 */
export class NotRun extends Error {
  override readonly name = "NotRun";
}

type Act = (args: readonly string[]) => Promise<void>;

/**
 * Runs one file of `folder` by its name, a part of it by `name/part`, or `all` of them; lists them
 * for another name. The exit code reports failures; arguments after the name select what is done.
 */
export async function runNamed(
  folder: string,
  [name = "", ...args]: readonly string[],
): Promise<number> {
  const all = filesUnder(folder, ".ts").map((path) => path.slice(folder.length + 1, -3));
  const [file, part] = name.split("/");
  const acts: [name: string, act: Act][] = [];
  for (const one of all.filter((one) => name === "all" || one === file)) {
    const module: { default: Act | Readonly<Record<string, Act>> } = await import(
      `file://${ROOT}${folder}/${one}.ts`
    );
    const parts = typeof module.default === "function" ? { "": module.default } : module.default;
    for (const [of, act] of Object.entries(parts)) {
      if (part === undefined || of === part) acts.push([of === "" ? one : `${one}/${of}`, act]);
    }
  }
  if (acts.length === 0) {
    console.log(`Name one of ${folder}, or all: ${all.join(", ")}.`);
    return 1;
  }
  let failedCount = 0;
  for (const [one, act] of acts) failedCount += await succeeds(one, () => act(args)) ? 0 : 1;
  return failedCount === 0 ? 0 : 1;
}

async function succeeds(name: string, act: () => Promise<void>): Promise<boolean> {
  console.log(`\n== ${name}`);
  const startedAt = performance.now();
  try {
    await act();
  } catch (error) {
    if (error instanceof NotRun) {
      console.log(`${name}: NOT RUN, ${error.message}`);
      return true;
    }
    console.log(`${name}: FAILED`, error);
    return false;
  }
  console.log(`${name}: done in ${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
  return true;
}
