/** Signs of the bar. */
const WIDTH = 40;

/** Draws how far an import is, over what was drawn before; nothing when nobody watches. */
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
