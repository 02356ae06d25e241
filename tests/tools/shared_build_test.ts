import { deepStrictEqual, rejects, strictEqual } from "node:assert/strict";
import { readConfig } from "@/fresh.config.ts";
import { siteOn } from "@/lib/app/site.ts";
import { LOGIN_PATH } from "@/lib/ui/links.ts";
import { withPlatform } from "@/tests/helpers/a_platform.ts";
import { inFolder } from "./folders.ts";
import { madeOnce, publicBuild } from "./shared_build.ts";

Deno.test("madeOnce() creates a file that is missing, or was made from other sources, and reads it afterwards", async () => {
  await inFolder(async (folder) => {
    const path = `${folder}/site`;
    let count = 0;
    const make = () =>
      Promise.resolve({ turn: ++count, files: new Map([["/a", new Uint8Array([count])]]) });
    const first = { turn: 1, files: new Map([["/a", new Uint8Array([1])]]) };
    deepStrictEqual(await madeOnce(path, "sources", make), first);
    deepStrictEqual(await madeOnce(path, "sources", make), first);
    strictEqual((await madeOnce(path, "sources, changed", make)).turn, 2);
    strictEqual((await madeOnce(path, "sources", make)).turn, 3);
    deepStrictEqual([...Deno.readDirSync(folder)].map(({ name }) => name).toSorted(), [
      "site",
      "site.lock",
    ]);
  });
});

Deno.test("madeOnce() makes once for all concurrent callers, and returns the whole result to each", async () => {
  await inFolder(async (folder) => {
    let count = 0;
    const make = () => Promise.resolve([++count, "x".repeat(1_000_000)]);
    const asked = Array.from({ length: 4 }, () => madeOnce(`${folder}/site`, "sources", make));
    const all = await Promise.all(asked);
    deepStrictEqual(
      all.map(([turn, text = ""]) => [turn, `${text}`.length]),
      all.map(() => [1, 1_000_000]),
    );
  });
});

Deno.test("madeOnce() makes again after a failure, which only its caller gets", async () => {
  await inFolder(async (folder) => {
    const path = `${folder}/site`;
    await rejects(madeOnce(path, "sources", () => Promise.reject(new Error("no disk"))), /no disk/);
    strictEqual(await madeOnce(path, "sources", () => Promise.resolve("made")), "made");
  });
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
