/**
 * Batches of test files, each run in one isolate: what its files import is loaded once, not once a file.
 *
 * @module
 */
import { readText, ROOT } from "./files.ts";

/** More balance better between two cores, fewer load less. */
const BATCH_COUNT = 6;

/** Files dealt like cards, so that the long ones of a folder do not fall together. */
export function dealt(files: readonly string[], count = BATCH_COUNT): string[][] {
  return Array.from(
    { length: Math.min(count, files.length) },
    (_, first) => files.filter((_, index) => index % count === first),
  );
}

/** Runs `act` on modules to test: one for each batch, and the files that must be their own. */
export async function inBatches<T>(
  files: readonly string[],
  act: (modules: readonly string[]) => Promise<T>,
): Promise<T> {
  const folder = await Deno.makeTempDir({ prefix: "test-batches-" });
  try {
    const alone = files.filter((path) => standsAlone(readText(path)));
    const batches = dealt(files.filter((path) => !alone.includes(path)));
    const modules = batches.map((batch, index) => {
      const module = `${folder}/batch_${index + 1}.ts`;
      const imports = batch.map((path) => `import ${JSON.stringify(`file://${ROOT}${path}`)};\n`);
      Deno.writeTextFileSync(module, imports.join(""));
      return module;
    });
    return await act([...modules, ...alone]);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

/**
 * Whether a file needs an isolate of its own: a snapshot is beside the module requested, and what a test
 * without sanitizers leaves behind (a timer of a widget) would be held against the test of another file.
 */
function standsAlone(text: string): boolean {
  return text.includes("assertSnapshot(") || text.includes("sanitizeOps: false");
}
