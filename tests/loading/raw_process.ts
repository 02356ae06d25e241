/** A raw `Deno.serve` in a separate process: the reference for the program. @module */
import { ROOT } from "@/tools/files.ts";
import { linesOf } from "@/tools/serving/lines.ts";

export interface RawServer {
  readonly url: string;
  readonly pid: number;
  /** Length of its answer. */
  readonly bytes: number;
  stop(): Promise<void>;
}

/** Starts a raw server of an answer, and waits until it listens. */
export async function startRaw(bytes: Uint8Array, encoding: string): Promise<RawServer> {
  const file = await Deno.makeTempFile();
  await Deno.writeFile(file, bytes);
  const child = new Deno.Command(Deno.execPath(), {
    args: [
      "serve",
      "--no-prompt",
      `--allow-read=${file}`,
      "--host=127.0.0.1",
      "--port=0",
      "tests/loading/raw_server.ts",
      file,
      "text/html; charset=utf-8",
      encoding,
    ],
    cwd: ROOT,
    env: { NO_COLOR: "1" },
    stdout: "null",
    stderr: "piped",
  }).spawn();
  const lines = linesOf(child.stderr);
  let url: string | undefined;
  while (url === undefined) {
    const { value, done } = await lines.next();
    if (done) throw new Error("The raw server did not start.");
    url = /http:\/\/[\d.:]+/.exec(value)?.[0];
  }
  return {
    url,
    pid: child.pid,
    bytes: bytes.length,
    async stop() {
      child.kill("SIGKILL");
      for await (const _ of lines);
      await child.status;
      await Deno.remove(file);
    },
  };
}
