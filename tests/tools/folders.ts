/** Runs `act` with the path of a new folder, which is deleted afterwards. */
export async function inFolder<T>(act: (folder: string) => Promise<T>): Promise<T> {
  const folder = await Deno.makeTempDir({ prefix: "tests-" });
  try {
    return await act(folder);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

/** Silences standard error where a test causes a fault. */
export function muted(): { restore(): void } {
  const { error } = console;
  console.error = () => {};
  return { restore: () => void (console.error = error) };
}
