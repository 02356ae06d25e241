import { App, HttpError } from "fresh";
import { strictEqual } from "node:assert/strict";
import { siteFiles } from "@/lib/app/site.ts";

const here = import.meta.filename ?? "";

/** Looks for every path on the disk, as a build in memory of Fresh does. */
async function look(path: string): Promise<Response> {
  return new Response(await Deno.readTextFile(path));
}

/** Status of a path whose file is looked for, and else a page. */
async function statusOf(file: () => Promise<Response>, page: () => Promise<Response>) {
  const app = new App().use(siteFiles(file)).get("/", page);
  const { status } = await app.handler()(new Request("http://127.0.0.1/"));
  return status;
}

const page = () => Promise.resolve(new Response(null, { status: 204 }));

Deno.test("siteFiles() leaves to the pages a path under a file, and one that is longer than any file's", async () => {
  strictEqual(await statusOf(() => look(`${here}/x`), page), 204);
  strictEqual(await statusOf(() => look(`/${"x".repeat(300)}`), page), 204);
  strictEqual(await statusOf(() => look(here), page), 200);
});

Deno.test("siteFiles() passes on other errors, and those of the pages themselves", async () => {
  const isGone = () => Promise.reject(new HttpError(410));
  strictEqual(await statusOf(isGone, page), 410);
  let pages = 0;
  const failing = () => {
    pages++;
    return look(`${here}/x`);
  };
  const app = new App().use(siteFiles((ctx) => ctx.next())).get("/", failing);
  const { status } = await app.handler()(new Request("http://127.0.0.1/"));
  strictEqual(status, 500);
  strictEqual(pages, 1);
});
