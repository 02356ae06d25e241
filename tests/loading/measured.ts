import process from "node:process";
import { threadTimes } from "./loop_delay.ts";

/** Interval of the turns requested of the event loop, ms. */
const TURN_MS = 2;
const MIB = 1_024 * 1_024;

/**
 * Runs one long function and prints its time, the processor time of all threads and the largest of
 * the main one between two turns of its event loop, its memory, and its own text.
 */
export async function measured(name: string, act: () => Promise<string>): Promise<void> {
  const before = Deno.memoryUsage().rss;
  let [most, held, last] = [before, 0, threadTimes(Deno.pid).usedMs];
  const timer = setInterval(() => {
    const used = threadTimes(Deno.pid).usedMs;
    held = Math.max(held, used - last);
    last = used;
    most = Math.max(most, Deno.memoryUsage().rss);
  }, TURN_MS);
  const [startedAt, used] = [performance.now(), process.cpuUsage()];
  const said = await act();
  const elapsed = performance.now() - startedAt;
  clearInterval(timer);
  const { user, system } = process.cpuUsage(used);
  const cpu = (user + system) / 1_000;
  console.log(
    `${name}: ${elapsed.toFixed(0)} ms, ${cpu.toFixed(0)} ms of processor, loop held ${
      held.toFixed(0)
    } ms at most, ${((most - before) / MIB).toFixed(0)} MiB more, ${said}`,
  );
}
