import { ok, strictEqual } from "node:assert/strict";
import { aSeries, withMember } from "@/tests/helpers/a_residence.ts";
import { importedText } from "@/tests/tools/imported_text.ts";
import { processorMs } from "@/tests/loading/process_figures.ts";

/** Three years of five minutes; a third of it, and three times as much. */
const LINES = 315_360;
const SIZES = [LINES / 3, LINES, LINES * 3];
const MOST_SECONDS = 10;
/** Memory that an import may add for three times as many lines, MB. */
const MOST_MORE_MB = 100;

/** Three years of five minutes, imported by the command. */
export default async function readingFiles(): Promise<void> {
  const more: number[] = [];
  for (const lines of SIZES) {
    await withMember({ roles: ["collect:boilerroom:write"] }, async ({ built, ask }) => {
      await aSeries(ask, "GAZV");
      const text = registers(lines);
      const before = Deno.memoryUsage().rss;
      let peak = before;
      const look = () => peak = Math.max(peak, Deno.memoryUsage().rss);
      const timer = setInterval(look, 20);
      const [from, cpuFrom] = [performance.now(), processorMs(Deno.pid)];
      const report = await importedText(built, text, { onShare: look });
      clearInterval(timer);
      const seconds = (performance.now() - from) / 1_000;
      const cpu = (processorMs(Deno.pid) - cpuFrom) / 1_000;
      more.push((peak - before) / 1e6);
      console.log(
        `${lines} lines, ${(text.length / 1e6).toFixed(1)} MB: ${seconds.toFixed(1)} s, ` +
          `${cpu.toFixed(1)} s of processor, ${more.at(-1)?.toFixed(0)} MB more at most`,
      );
      strictEqual(report.insertedCount, lines);
      if (lines === LINES) ok(cpu <= MOST_SECONDS, "too slow");
    });
  }
  const [least = 0, , most = 0] = more;
  ok(most - least <= MOST_MORE_MB, "memory grows with the file");
}

function registers(lines: number): string {
  const start = Date.UTC(2017, 0);
  const all = Array.from({ length: lines }, (_, n) => {
    return `${new Date(start + n * 300_000).toISOString()};GAZV;${(n / 8).toFixed(3)}`;
  });
  return ["date;serie;valeur", ...all].join("\n");
}
