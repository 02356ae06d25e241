import { readConfig } from "../../fresh.config.ts";
import { links } from "../../lib/links/links.ts";
import { ROOT } from "../files.ts";
import type { ServerProcess } from "../serving/server_process.ts";
import { Visitor } from "../serving/visitor.ts";
import { withServer } from "../serving/with_server.ts";

/** The page every figure is taken on: a whole year of a boiler room. */
export const BALANCE_PATH = links.energyBalance("p01", "p01-c1", "monthly/2025");

const READER = { email: "lecture@exemple.fr", password: "douze-caracteres-au-moins" };

/** Runs `act` beside a server on stored readings of two years, with the cookie of somebody who may read the balance. */
export async function withBalancePage(
  act: (server: ServerProcess, cookie: string) => Promise<void>,
): Promise<void> {
  const config = readConfig({ DEMO: "off", ACCESS_LOG: "on" });
  await withServer(config, async (server) => {
    const visitor = new Visitor(server.url);
    await visitor.signIn(READER);
    await act(server, visitor.cookie);
  }, { prepare: fillStore });
}

async function fillStore(kvPath: string): Promise<void> {
  const { email, password } = READER;
  await seed(kvPath, [
    "account",
    email,
    "--forename",
    "Lecture",
    "--surname",
    "Seule",
    "--platform-admin",
  ], password);
  await seed(kvPath, ["demo", "--admin", email, "--years", "2"], "");
}

async function seed(kvPath: string, args: readonly string[], typed: string): Promise<void> {
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "tools/seed.ts", ...args],
    cwd: ROOT,
    env: { DENO_KV_PATH: kvPath },
    stdin: "piped",
    stdout: "null",
    stderr: "inherit",
  }).spawn();
  const writer = child.stdin.getWriter();
  await writer.write(new TextEncoder().encode(`${typed}\n`));
  await writer.close();
  const { success } = await child.status;
  if (!success) throw new Error(`\`seed ${args[0]}\` failed: see the lines above.`);
}
