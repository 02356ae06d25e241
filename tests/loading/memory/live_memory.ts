/**
 * Memory of a server right after a collection, over V8's inspector: what its objects need, without
 * the dead ones, whose amount varies by more than a slow leak adds.
 * @module
 */
import { residentMiB } from "@/tests/loading/process_figures.ts";

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
