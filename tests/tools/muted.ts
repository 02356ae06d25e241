/** Silences standard error where a test causes a fault. */
export function muted(): { restore(): void } {
  const { error } = console;
  console.error = () => {};
  return { restore: () => void (console.error = error) };
}
