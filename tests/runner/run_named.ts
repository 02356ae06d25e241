/** Runs the files of a folder, each by its default export: trials and benches. @module */
import { filesUnder, ROOT } from "@/tools/files.ts";

/**
 * A feature that the machine does not support (sockets, a mount): reported as NOT RUN, never
 * silently skipped.
 */
export class NotRun extends Error {
  override readonly name = "NotRun";
}

/**
 * Runs one file of `folder` by its name, those of a folder under it, `all` of them, or lists them;
 * the exit code reports failures. Arguments after the name select a part of it.
 */
export async function runNamed(
  folder: string,
  [name, ...parts]: readonly string[],
): Promise<number> {
  const all = filesUnder(folder, ".ts").map((path) => path.slice(folder.length + 1, -3));
  const chosen = all.filter((one) => name === "all" || `${one}/`.startsWith(`${name}/`));
  if (chosen.length === 0) {
    console.log(`Name one of ${folder}, or all: ${all.join(", ")}.`);
    return 1;
  }
  let failedCount = 0;
  for (const one of chosen) failedCount += await runOne(folder, one, parts) ? 0 : 1;
  return failedCount === 0 ? 0 : 1;
}

async function runOne(folder: string, name: string, parts: readonly string[]): Promise<boolean> {
  console.log(`\n== ${name}`);
  const startedAt = performance.now();
  try {
    const module: { default: (parts: readonly string[]) => Promise<void> } = await import(
      `file://${ROOT}${folder}/${name}.ts`
    );
    await module.default(parts);
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
