import { deepStrictEqual, rejects } from "node:assert/strict";
import { pageData } from "@/lib/ui/requests.ts";

const BASE = "http://127.0.0.1/home";

Deno.test("pageData() fetches JSON from an address of the page", async () => {
  const asked: string[] = [];
  const fetch = (request: Request) => {
    asked.push(request.url);
    return Promise.resolve(Response.json([{ name: "Les Tilleuls" }]));
  };
  deepStrictEqual(await pageData("/home/pins", { base: BASE, fetch }), [{ name: "Les Tilleuls" }]);
  deepStrictEqual(asked, ["http://127.0.0.1/home/pins"]);
});

Deno.test("pageData() does not treat a sign-in page as data", async () => {
  const page = Object.defineProperty(new Response("<!doctype html>"), "redirected", {
    value: true,
  });
  const fetch = () => Promise.resolve(page);
  await rejects(pageData("/home/pins", { base: BASE, fetch }), /session has ended/);
});
