const WIDTH = 40;

/** Draws the progress of an import over the previous one; does nothing without a terminal. */
export function drawBar(share: number): void {
  if (!Deno.stderr.isTerminal()) return;
  Deno.stderr.writeSync(new TextEncoder().encode(`\r${barText(share)}${share < 1 ? "" : "\n"}`));
}

/** A bar and its percentage. @param share from 0 to 1 */
export function barText(share: number): string {
  const done = Math.floor(share * WIDTH);
  const bar = "#".repeat(done) + ".".repeat(WIDTH - done);
  return `[${bar}] ${String(Math.floor(share * 100)).padStart(3)} %`;
}
