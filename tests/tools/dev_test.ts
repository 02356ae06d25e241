import { match, ok, strictEqual } from "node:assert/strict";
import { readConfig } from "@/fresh.config.ts";
import { siteOn } from "@/lib/app/site.ts";
import { LOGIN_PATH } from "@/lib/ui/links.ts";
import { withPlatform } from "@/tests/helpers/a_platform.ts";
import { ROOT } from "@/tools/files.ts";
import { linesOf } from "@/tools/serving/server_process.ts";
import { publicBuild } from "./shared_build.ts";

const LISTENING = /^Listening on (http:\/\/127\.0\.0\.1:\d+)\/$/;

/** `dev.ts` as a child process, with a free port and a store of its own. */
function startDev(...args: string[]) {
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "dev.ts", ...args],
    cwd: ROOT,
    env: { NO_COLOR: "1", PORT: "0", DENO_KV_PATH: ":memory:", ACCESS_LOG: "off" },
    stdout: "null",
    stderr: "piped",
  }).spawn();
  const lines = linesOf(child.stderr);
  return {
    /** The next address it listens on. */
    async listening(): Promise<string> {
      for (let next = await lines.next(); !next.done; next = await lines.next()) {
        const url = LISTENING.exec(next.value)?.[1];
        if (url !== undefined) return url;
      }
      throw new Error("dev.ts ended before it listened");
    },
    async stopped(signal: Deno.Signal): Promise<number> {
      child.kill(signal);
      for await (const _ of lines);
      return (await child.status).code;
    },
  };
}

for (const signal of ["SIGTERM", "SIGINT"] satisfies Deno.Signal[]) {
  Deno.test(`dev.ts serve ends on ${signal}, while its store and jobs are running`, async () => {
    const dev = startDev("serve");
    await dev.listening();
    strictEqual(await dev.stopped(signal), 0);
  });
}

Deno.test("dev.ts serves the sources, builds again when one changes, and leaves no process", async () => {
  const dev = startDev();
  const first = await dev.listening();
  const page = await (await fetch(`${first}/login`)).text();
  const stylesheet = /href="(\/styles\.css[^"]*)"/.exec(page)?.[1] ?? "";
  match(await (await fetch(first + stylesheet)).text(), /@layer/);
  // The file is saved unchanged: the watcher only sees the save.
  const source = `${ROOT}components/styles/tokens.css`;
  await Deno.writeTextFile(source, await Deno.readTextFile(source));
  const second = await dev.listening();
  const again = await fetch(`${second}/login`);
  match(await again.text(), /<h1>/);
  strictEqual(await dev.stopped("SIGTERM"), 0);
  ok(await fetch(second).then(() => false, () => true), "its child has ended too");
});

Deno.test("publicBuild() serves the site as Fresh itself is asked to", () =>
  withPlatform(async ({ platform }) => {
    const app = siteOn(platform, readConfig({ ACCESS_LOG: "off" }));
    (await publicBuild())(app);
    const handler = app.handler();
    for (const path of [LOGIN_PATH, "/styles.css"]) {
      const answer = await handler(new Request(`http://127.0.0.1:8000${path}`));
      strictEqual(answer.status, 200, path);
      await answer.body?.cancel();
    }
  }));
