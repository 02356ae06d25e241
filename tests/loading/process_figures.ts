/** Figures that the system (Linux) and V8 have of a running process. @module */
import { NotRun } from "@/tests/runner/run_named.ts";

const CLOCK_TICK_MS = 10;

/** Processor time a process has used, in milliseconds, all threads together. */
export function processorMs(pid: number): number {
  const fields = readProc(pid, "stat").split(") ")[1]?.split(" ") ?? [];
  return (Number(fields[11]) + Number(fields[12])) * CLOCK_TICK_MS;
}

export function residentMiB(pid: number): number {
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(readProc(pid, "status"))?.[1]) / 1024;
}

/** The most resident memory a process has had, MiB. */
export function peakResidentMiB(pid: number): number {
  return Number(/^VmHWM:\s+(\d+) kB/m.exec(readProc(pid, "status"))?.[1]) / 1024;
}

/** Resets the peak of a process to its present memory: starting takes more than some work does. */
export function forgetPeak(pid: number): void {
  try {
    Deno.writeTextFileSync(`/proc/${pid}/clear_refs`, "5");
  } catch (error) {
    const isAbsent = error instanceof Deno.errors.NotFound ||
      error instanceof Deno.errors.PermissionDenied;
    if (!isAbsent) throw error;
    throw new NotRun(`/proc/${pid}/clear_refs cannot be written`);
  }
}

/** The most memory a process ever held, MiB; null once it has ended. */
export function highWaterMiB(pid: number): number | null {
  const kib = /^VmHWM:\s+(\d+) kB/m.exec(readRunning(pid, "status") ?? "")?.[1];
  return kib === undefined ? null : Number(kib) / 1024;
}

/** How long the main thread of a process was ready and waited for a processor, ms in all; null once it has ended. */
export function runQueueWaitMs(pid: number): number | null {
  const [, waitedNs] = readRunning(pid, "schedstat")?.split(" ") ?? [];
  return waitedNs === undefined ? null : Number(waitedNs) / 1e6;
}

export function writtenBytes(pid: number): number {
  return Number(/^write_bytes: (\d+)/m.exec(readProc(pid, "io"))?.[1]);
}

/** Running child processes of a process. */
export function childrenOf(pid: number): number[] {
  return readProc(pid, `task/${pid}/children`).trim().split(" ").filter(Boolean).map(Number);
}

export function descriptorCount(pid: number): number {
  return [...Deno.readDirSync(`/proc/${pid}/fd`)].length;
}

/** Limits the open files of a running process from now on. */
export async function limitDescriptors(pid: number, count: number): Promise<void> {
  const args = ["--pid", String(pid), `--nofile=${count}:`];
  const { success, stderr } = await new Deno.Command("prlimit", { args }).output();
  if (!success) throw new NotRun(`prlimit: ${new TextDecoder().decode(stderr).trim()}`);
}

/** Ensures that this process may open `count` files. */
export async function needDescriptors(count: number): Promise<void> {
  const { stdout } = await new Deno.Command("sh", { args: ["-c", "ulimit -Hn"] }).output();
  const limit = new TextDecoder().decode(stdout).trim();
  if (limit !== "unlimited" && Number(limit) < count) {
    throw new NotRun(`${count} descriptors are needed, this machine gives ${limit}`);
  }
}

/** A file of a process that may end meanwhile; null once it has. */
function readRunning(pid: number, file: string): string | null {
  try {
    return Deno.readTextFileSync(`/proc/${pid}/${file}`);
  } catch (error) {
    // Reading an open file after the process has ended fails with "no such process".
    const hasEnded = error instanceof Deno.errors.NotFound ||
      (error instanceof Error && error.message.includes("os error 3"));
    if (hasEnded) return null;
    throw error;
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

/** MiB after a collection. */
export interface LiveMemory {
  /** Objects, with the bytes of their buffers. */
  readonly heap: number;
  /** Resident memory of the process. */
  readonly resident: number;
}

/** V8's answer to `Runtime.getHeapUsage`, bytes. */
interface HeapUsage {
  readonly usedSize: number;
  readonly backingStorageSize: number;
}

/** The address in the line that says where an inspector listens; null in another line. */
export function inspectorIn(line: string): string | null {
  return /^Debugger listening on (ws:\S+)$/.exec(line)?.[1] ?? null;
}

/** @param inspector address of the inspector of the process `pid` */
export async function liveMemory(inspector: string, pid: number): Promise<LiveMemory> {
  const socket = new WebSocket(inspector);
  await new Promise((opened, failed) => {
    socket.onopen = opened;
    socket.onerror = failed;
  });
  try {
    await call(socket, "HeapProfiler.collectGarbage");
    const usage = await call<HeapUsage>(socket, "Runtime.getHeapUsage");
    const heap = (usage.usedSize + usage.backingStorageSize) / 2 ** 20;
    return { heap, resident: residentMiB(pid) };
  } finally {
    const closed = new Promise((resolve) => socket.onclose = resolve);
    socket.close();
    await closed;
  }
}

/** A method of the inspector, called while no other is. */
function call<T>(socket: WebSocket, method: string): Promise<T> {
  return new Promise((answered, failed) => {
    socket.onmessage = ({ data }: MessageEvent<string>) => {
      const { result, error } = JSON.parse(data);
      if (error === undefined) answered(result);
      else failed(new Error(`${method}: ${error.message}`));
    };
    socket.onclose = () => failed(new Error(`${method}: the inspector has closed`));
    socket.send(JSON.stringify({ id: 1, method }));
  });
}
