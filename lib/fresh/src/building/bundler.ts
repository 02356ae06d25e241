import * as esbuild from "esbuild";

let running = 0;

/** Runs builds, and stops the bundler's process once nobody needs it any more. */
export async function withBundler<T>(use: (bundler: typeof esbuild) => Promise<T>): Promise<T> {
  running++;
  try {
    return await use(esbuild);
  } finally {
    running--;
    if (running === 0) await esbuild.stop();
  }
}
