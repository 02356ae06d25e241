import { ROOT } from "../files.ts";
import { linesOf } from "../serving/lines.ts";

/** `deno task start` as somebody runs it. */
export interface Started {
  readonly pid: number;
  readonly url: string;
  /** Where it says that it is ready once more. */
  readonly again: Promise<string>;
  /** Tells it to stop; its exit code. */
  stop(): Promise<number>;
}

/** Starts the program as somebody does, and waits until it is ready. */
export async function started(env: Readonly<Record<string, string>>): Promise<Started> {
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "tools/start.ts"],
    cwd: ROOT,
    env: { NO_COLOR: "1", ...env },
    stdout: "piped",
    stderr: "null",
  }).spawn();
  const [ready, again] = [Promise.withResolvers<string>(), Promise.withResolvers<string>()];
  const heard = (async () => {
    let count = 0;
    for await (const line of linesOf(child.stdout)) {
      const url = /^Ready: (.+)$/.exec(line)?.[1];
      if (url === undefined) continue;
      ready.resolve(url);
      if (++count === 2) again.resolve(url);
    }
    ready.reject(new Error("It ended before it was ready."));
  })();
  return {
    pid: child.pid,
    url: await ready.promise,
    again: again.promise,
    async stop() {
      child.kill("SIGTERM");
      const [{ code }] = await Promise.all([child.status, heard]);
      return code;
    },
  };
}
