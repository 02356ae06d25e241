/** Keeps standard error quiet where a test provokes a fault. */
export function muted(): { restore(): void } {
  const { error } = console;
  console.error = () => {};
  return { restore: () => void (console.error = error) };
}
