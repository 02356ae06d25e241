import { deepStrictEqual, match, ok, rejects, strictEqual } from "node:assert/strict";
import { readConfig } from "@/fresh.config.ts";
import { seeded } from "@/tests/helpers/made_series.ts";
import { childrenOf } from "@/tests/loading/process_figures.ts";
import { drain, started } from "@/tests/loading/started.ts";
import { malformedRequest, provoke } from "@/tests/trials/malformed_http.ts";
import { ROOT } from "@/tools/files.ts";
import { buildIfStale } from "@/tools/serving/build_state.ts";
import { startServer } from "@/tools/serving/server_process.ts";
import { Visitor } from "@/tools/serving/visitor.ts";
import { withServer } from "@/tools/serving/with_server.ts";
import { expectHeaders } from "./expect_headers.ts";

const IN_MEMORY = { PORT: "0", DENO_KV_PATH: ":memory:", ACCESS_LOG: "off" };

/** The output and exit code of `deno task start`, when it cannot start. */
async function startFails(env: Record<string, string>): Promise<{ said: string; code: number }> {
  const { code, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "tools/start.ts"],
    cwd: ROOT,
    env: { NO_COLOR: "1", ...env },
  }).output();
  return { said: new TextDecoder().decode(stderr), code };
}

Deno.test("start names an invalid setting in one sentence", async () => {
  deepStrictEqual(await startFails({ PORT: "abc" }), {
    said: 'PORT is "abc": it must be a whole number from 0 to 65535.\n',
    code: 1,
  });
});

Deno.test("start refuses a public host, unless a proxy is in front or the operator accepts none", async () => {
  const port = { PORT: "0", DENO_KV_PATH: ":memory:" };
  deepStrictEqual(await startFails({ ...port, HOST: "0.0.0.0" }), {
    said:
      "HOST is 0.0.0.0: other machines reach it, and nothing disconnects slow clients. Put a proxy in front (deploy/Caddyfile) and set TRUST_PROXY=on, or set UNPROTECTED=yes on a trusted network.\n",
    code: 1,
  });
  for (const accepted of [{ TRUST_PROXY: "on" }, { UNPROTECTED: "yes" }] as const) {
    const { url, stop } = await started({ ...port, HOST: "0.0.0.0", ...accepted });
    strictEqual((await new Visitor(url).ask("/health")).status, 200);
    strictEqual(await stop(), 0);
  }
});

Deno.test("start says that its port is in use", async () => {
  await buildIfStale();
  const other = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const { said, code } = await startFails({
    PORT: String(other.addr.port),
    DENO_KV_PATH: ":memory:",
  });
  other.close();
  strictEqual(
    said,
    `Port ${other.addr.port} of 127.0.0.1 is taken by another program: stop it, or set PORT to another one.\n`,
  );
  strictEqual(code, 1);
});

Deno.test("start names a store that cannot be used, and why", async () => {
  await buildIfStale();
  const file = await Deno.makeTempFile();
  await Deno.writeTextFile(file, "no store at all, though long enough to look like one".repeat(20));
  const { said, code } = await startFails({ PORT: "0", DENO_KV_PATH: file });
  await Deno.remove(file);
  strictEqual(said, `Cannot open the store "${file}": file is not a database\n`);
  strictEqual(code, 1);
});

Deno.test("start serves again at the same address each time its server ends unexpectedly", async () => {
  await buildIfStale();
  const { pid, url, again, stop } = await started(IN_MEMORY);
  for (const times of [1, 2, 3, 4]) {
    Deno.kill(childrenOf(pid)[0] ?? 0, "SIGKILL");
    strictEqual(await again(times), url);
  }
  strictEqual((await new Visitor(url).ask("/health")).status, 200);
  strictEqual(await stop(), 0);
});

Deno.test("startServer() reports why a server ended before it listened", async () => {
  const config = { ...readConfig({ ...IN_MEMORY }), host: "192.0.2.1" };
  await rejects(startServer(config), {
    name: "ConfigError",
    message: /^Cannot listen on 192\.0\.2\.1:0: /,
  });
});

Deno.test("every answer of the server has the security headers, including compressed files", async () => {
  await withServer(readConfig({}), async ({ url }) => {
    const visitor = new Visitor(url);
    for (
      const path of [
        "/login",
        "/health",
        "/nowhere",
        "/%ff/x",
        "/robots.txt",
        "/favicon.svg",
        "/api/nowhere",
      ]
    ) {
      const { status, headers } = await visitor.ask(path);
      expectHeaders(new Response(null, { status, headers }));
    }
    strictEqual((await visitor.ask("/health")).status, 200);
    const page = await visitor.ask("/login");
    strictEqual(page.headers.get("content-encoding"), "gzip");
    match(new TextDecoder().decode(page.bytes), /<html lang="fr"/);
  });
});

Deno.test("QF4 small: on SIGTERM the server answers requests in flight and exits with 0", async () => {
  await buildIfStale();
  const server = await startServer(readConfig(IN_MEMORY));
  deepStrictEqual(await drain(server, 20), { answered: 20, dropped: 0, exitCode: 0 });
});

Deno.test("QF6 small: malformed requests neither stop nor hang the server", async () => {
  await withServer(readConfig({}), async ({ url }) => {
    const chance = seeded(7);
    const port = Number(new URL(url).port);
    const endings = await Promise.all(
      Array.from({ length: 300 }, () => provoke(port, malformedRequest(chance), 8000)),
    );
    deepStrictEqual(endings.filter((ending) => ending === "hung" || ending === "fault"), []);
    ok(endings.includes("answered"));
    strictEqual((await new Visitor(url).ask("/health")).status, 200);
  });
});
