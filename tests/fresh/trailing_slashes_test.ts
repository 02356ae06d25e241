/** One spelling for each path: other ones are redirected to it with 302, as in the real Fresh. */
import { App, trailingSlashes } from "fresh";
import { deepStrictEqual, strictEqual } from "node:assert/strict";
import { askerOf } from "./fixture_site.ts";

async function locationOf(mode: "always" | "never", path: string): Promise<string | null> {
  const app = new App().use(trailingSlashes(mode)).notFound(() => new Response("reached"));
  const response = await askerOf(app.handler())(path);
  strictEqual(response.headers.has("location"), response.status === 302);
  return response.headers.get("location");
}

Deno.test('trailingSlashes("never") redirects to the path without a slash, query kept', async () => {
  strictEqual(await locationOf("never", "/a/b/?c=d"), "/a/b?c=d");
});

Deno.test('trailingSlashes("never") redirects from any number of slashes', async () => {
  strictEqual(await locationOf("never", "/a//"), "/a");
});

Deno.test('trailingSlashes("always") redirects to the path with a slash, query kept', async () => {
  strictEqual(await locationOf("always", "/a/b?c=d"), "/a/b/?c=d");
});

Deno.test("trailingSlashes() leaves the root and right paths alone", async () => {
  deepStrictEqual(
    [
      await locationOf("never", "/"),
      await locationOf("never", "/a"),
      await locationOf("always", "/"),
      await locationOf("always", "/a/"),
    ],
    [null, null, null, null],
  );
});

Deno.test('trailingSlashes("always") adds a slash to a file name too', async () => {
  strictEqual(await locationOf("always", "/a/feed.xml"), "/a/feed.xml/");
});

Deno.test('trailingSlashes("never") cannot lead to another host', async () => {
  strictEqual(await locationOf("never", "//evil.example/"), "/evil.example");
});
