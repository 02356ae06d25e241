/**
 * What the machine says of a running process, where it says it (Linux).
 *
 * @module
 */
import { NotRun } from "../run_named.ts";

const CLOCK_TICK_MS = 10;

/** Processor time a process has used, in milliseconds, all threads together. */
export function processorMs(pid: number): number {
  const fields = readProc(pid, "stat").split(") ")[1]?.split(" ") ?? [];
  return (Number(fields[11]) + Number(fields[12])) * CLOCK_TICK_MS;
}

/** Resident memory of a process, MiB. */
export function residentMiB(pid: number): number {
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(readProc(pid, "status"))?.[1]) / 1024;
}

/** Makes sure this process may hold `count` descriptors. */
export async function needDescriptors(count: number): Promise<void> {
  const { stdout } = await new Deno.Command("sh", { args: ["-c", "ulimit -Hn"] }).output();
  const limit = new TextDecoder().decode(stdout).trim();
  if (limit !== "unlimited" && Number(limit) < count) {
    throw new NotRun(`${count} descriptors are needed, this machine gives ${limit}`);
  }
}

function readProc(pid: number, file: string): string {
  try {
    return Deno.readTextFileSync(`/proc/${pid}/${file}`);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) throw new NotRun(`there is no /proc/${pid}/${file}`);
    throw error;
  }
}
