import { deepStrictEqual, match, ok, strictEqual } from "node:assert/strict";
import { dirname } from "node:path";
import { SETTINGS } from "@/fresh.config.ts";
import { DEMO_ACCOUNTS } from "@/lib/demo/seed/accounts.ts";
import { links } from "@/lib/ui/links.ts";
import { drain } from "@/tests/loading/started.ts";
import { pack } from "@/tools/pack.ts";
import { linesOf } from "@/tools/serving/server_process.ts";
import { textOf, Visitor } from "@/tools/serving/visitor.ts";
import { inFolder } from "./folders.ts";

/** The environment of a machine with Deno only: no cache, no registry. */
function alone(folder: string): Record<string, string> {
  const nobody = "http://127.0.0.1:1";
  return {
    DENO_DIR: `${folder}/empty`,
    NPM_CONFIG_REGISTRY: nobody,
    JSR_URL: nobody,
    HTTP_PROXY: nobody,
    HTTPS_PROXY: nobody,
    NO_PROXY: "127.0.0.1",
    NO_COLOR: "1",
    PATH: `${dirname(Deno.execPath())}:${Deno.env.get("PATH")}`,
  };
}

async function succeeds(command: string, args: string[], options: Deno.CommandOptions) {
  const { success, stdout, stderr } = await new Deno.Command(command, { args, ...options })
    .output();
  const said = new TextDecoder().decode(stdout) + new TextDecoder().decode(stderr);
  ok(success, said);
  return said;
}

/** The command of a Dockerfile's line, as Docker reads it. */
function dockerCommand(dockerfile: string, line: RegExp): string[] {
  return JSON.parse(line.exec(dockerfile)?.[1] ?? "");
}

/** Starts the unpacked archive as its Dockerfile does. */
async function startUnpacked(cwd: string, env: Record<string, string>) {
  const dockerfile = await Deno.readTextFile(`${cwd}/deploy/Dockerfile`);
  const child = new Deno.Command(Deno.execPath(), {
    args: dockerCommand(dockerfile, /^CMD (.+)$/m),
    cwd,
    env: { ...env, PORT: "0", TRUST_PROXY: "on", ACCESS_LOG: "off" },
    stdout: "piped",
    stderr: "null",
  }).spawn();
  const ready = Promise.withResolvers<string>();
  const said = (async () => {
    for await (const line of linesOf(child.stdout)) {
      const url = /^Ready: (.+)$/.exec(line)?.[1];
      if (url !== undefined) ready.resolve(url);
    }
    ready.reject(new Error("The server ended before it was ready."));
  })();
  const url = await ready.promise;
  return {
    url,
    health: dockerCommand(dockerfile, /^HEALTHCHECK[^[]+CMD (.+)$/m),
    async stop() {
      child.kill("SIGTERM");
      const [{ code }] = await Promise.all([child.status, said]);
      return code;
    },
  };
}

Deno.test("pack() makes an archive that Deno alone starts, backs up and stops, without a network", () =>
  inFolder(async (folder) => {
    const env = alone(folder);
    const archive = await pack(`${folder}/dist`);
    await succeeds("sha256sum", ["--check", `${archive.name}.tar.gz.sha256`], {
      cwd: `${folder}/dist`,
    });
    await succeeds("tar", ["-xzf", archive.path, "-C", folder], {});
    const cwd = `${folder}/${archive.name}`;
    const server = await startUnpacked(cwd, env);

    const [deno = "", ...health] = server.health;
    strictEqual(deno, "deno");
    await succeeds(Deno.execPath(), health, {
      cwd,
      env: { ...env, PORT: new URL(server.url).port },
    });

    const visitor = new Visitor(server.url);
    await visitor.signIn(DEMO_ACCOUNTS.landlord);
    const page = await visitor.ask(links.energyBalance("p01", "p01-c1", "monthly/2025"));
    strictEqual(page.status, 200);
    const html = textOf(page);
    match(html, /<h1[^>]*>[^<]*Bilan énergétique/);
    const [styles = ""] = /\/styles\.css[^"]*/.exec(html) ?? [];
    strictEqual((await visitor.ask(styles)).status, 200);

    const poster = await visitor.ask(links.displayPoster("p01"));
    match(textOf(poster), /^%PDF-[^]+\/FontFile2/);

    await succeeds("sh", ["deploy/backup.sh", `${folder}/backups`, "1"], { cwd, env });
    const backups = [...Deno.readDirSync(`${folder}/backups`)].map(({ name }) => name).sort();
    deepStrictEqual(backups.map((name) => name.replace(/^\d{8}T\d{6}Z/, "…")), [
      "….db",
      "….db.sha256",
    ]);

    const account = "deno task seed account anne@exemple.fr --forename Anne --surname Roux";
    await succeeds("sh", ["-c", `echo un-mot-de-passe-long | ${account}`], { cwd, env });
    await visitor.signIn({ email: "anne@exemple.fr", password: "un-mot-de-passe-long" });

    deepStrictEqual(await drain(server, 5), { answered: 5, dropped: 0, exitCode: 0 });
    await succeeds(Deno.execPath(), ["task", "kv:restore", `${folder}/backups/${backups[0]}`], {
      cwd,
      env,
    });
    match(await succeeds(Deno.execPath(), ["task", "kv:check"], { cwd, env }), /All is well\./);
  }));

Deno.test("pack() makes the same bytes from the same sources, with the version they contain", () =>
  inFolder(async (folder) => {
    const [first, second] = [await pack(`${folder}/a`), await pack(`${folder}/b`)];
    strictEqual(second.sha256, first.sha256);
    const packed = async (file: string) =>
      await succeeds("tar", ["-xzOf", first.path, `${first.name}/${file}`], {});
    const settings = await packed("settings.env.example");
    deepStrictEqual(
      settings.match(/^#[A-Z][A-Z0-9_]*(?==)/gm)?.map((name) => name.slice(1)),
      Object.keys(SETTINGS),
    );
    const ignored = (await packed(".dockerignore")).split("\n");
    for (const secret of ["settings.env", "**/*.env", "data", "backups", "**/*.db"]) {
      ok(ignored.includes(secret), secret);
    }
    const parties = await packed("THIRD-PARTIES.txt");
    const packages = ["preact", "zod", "chart.js", "leaflet", "nodemailer", "csv-parse"];
    for (const name of [...packages, "pdfkit"]) {
      match(parties, new RegExp(`^${name} \\d+\\.\\d+\\.\\d+\n\n`, "m"));
    }
    match(
      parties,
      /^@expo-google-fonts\/arimo \S+\n\nMIT License[^]+SIL OPEN FONT LICENSE Version 1\.1/m,
    );
    match(parties, /^fontkit \S+\n\nMIT License\n\nCopyright \(c\) Devon Govett/m);
    strictEqual(parties.includes("\nesbuild "), false);
  }));

Deno.test("the units of the archive start the same commands as its Dockerfile", async () => {
  const dockerfile = await Deno.readTextFile("deploy/Dockerfile");
  const unit = await Deno.readTextFile("deploy/eco-platform.service");
  const command = dockerCommand(dockerfile, /^CMD (.+)$/m).join(" ");
  strictEqual(/^ExecStart=(.+)$/m.exec(unit)?.[1], `/usr/local/bin/deno ${command}`);
});
