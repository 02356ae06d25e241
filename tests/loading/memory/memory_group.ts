/** A control group that limits the memory of a process, as a container does (Linux). @module */
import { NotRun } from "@/tests/runner/run_named.ts";

/** Paths of the kernel's memory controller, and the names of its files. */
const VERSIONS = [
  {
    root: "/sys/fs/cgroup",
    needs: "cgroup.subtree_control",
    limit: "memory.max",
    events: "memory.events",
  },
  {
    root: "/sys/fs/cgroup/memory",
    needs: "memory.limit_in_bytes",
    limit: "memory.limit_in_bytes",
    events: "memory.oom_control",
  },
] as const;

/** A group of one process, deleted once the process has ended. */
export interface MemoryGroup {
  /** Number of processes of the group that the kernel has killed for lack of memory. */
  killCount(): number;
  remove(): void;
}

/**
 * Puts a running process in a group of its own, with a memory limit from now on.
 * @throws NotRun where this machine does not allow it
 */
export function boundMemory(pid: number, maxBytes: number): MemoryGroup {
  const version = VERSIONS.find(({ root, needs }) => offersMemory(root, needs));
  if (version === undefined) throw new NotRun("this machine has no memory control group");
  const group = `${version.root}/memory-trial-${pid}`;
  try {
    Deno.mkdirSync(group);
    Deno.writeTextFileSync(`${group}/${version.limit}`, String(maxBytes));
    Deno.writeTextFileSync(`${group}/cgroup.procs`, String(pid));
  } catch (error) {
    throw new NotRun(`no memory control group of its own: ${error}`);
  }
  return {
    killCount() {
      const events = Deno.readTextFileSync(`${group}/${version.events}`);
      return Number(/^oom_kill (\d+)$/m.exec(events)?.[1]);
    },
    remove: () => Deno.removeSync(group),
  };
}

function offersMemory(root: string, file: string): boolean {
  try {
    const text = Deno.readTextFileSync(`${root}/${file}`);
    return file !== "cgroup.subtree_control" || text.includes("memory");
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
}
