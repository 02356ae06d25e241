import { ROOT } from "@/tools/files.ts";
import { linesOf } from "@/tools/serving/lines.ts";

/** A running `deno task start`. */
export interface Started {
  readonly pid: number;
  readonly url: string;
  /** Its address when it has printed that it is ready this many more times. */
  again(times: number): Promise<string>;
  /** Stops it; returns its exit code. */
  stop(): Promise<number>;
}

/** Starts the program as a user does, and waits until it is ready. */
export async function started(env: Readonly<Record<string, string>>): Promise<Started> {
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "tools/start.ts"],
    cwd: ROOT,
    env: { NO_COLOR: "1", ...env },
    stdout: "piped",
    stderr: "null",
  }).spawn();
  const announced: PromiseWithResolvers<string>[] = [];
  const nth = (count: number) => announced[count] ??= Promise.withResolvers<string>();
  const heard = (async () => {
    let count = 0;
    for await (const line of linesOf(child.stdout)) {
      const url = /^Ready: (.+)$/.exec(line)?.[1];
      if (url !== undefined) nth(count++).resolve(url);
    }
    announced.forEach((one) => one.reject(new Error("It ended before it was ready.")));
  })();
  return {
    pid: child.pid,
    url: await nth(0).promise,
    again: (times) => nth(times).promise,
    async stop() {
      child.kill("SIGTERM");
      const [{ code }] = await Promise.all([child.status, heard]);
      return code;
    },
  };
}
