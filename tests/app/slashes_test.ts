import { deepStrictEqual, ok } from "node:assert/strict";
import { SITE, withSite } from "@/tests/helpers/a_site.ts";

Deno.test("repeated slashes of a path are one: no redirect leads to the host that they would name", () =>
  withSite(async ({ handler }) => {
    const answered = async (path: string, method = "GET") => {
      const answer = await handler(new Request(SITE + path, { method, redirect: "manual" }));
      await answer.body?.cancel();
      return [answer.status, answer.headers.get("location")] as const;
    };
    deepStrictEqual(await answered("//login"), [200, null]);
    deepStrictEqual(await answered("//evil.example/"), [302, "/evil.example"]);
    for (const path of ["//evil.example//", "//evil.example/a", "/%2f/evil.example/", "//home"]) {
      for (const method of ["GET", "POST", "DELETE"]) {
        const [, location] = await answered(path, method);
        const to = new URL(location ?? "/", SITE);
        ok(to.origin === SITE, `${method} ${path} leads to ${location}`);
      }
    }
  }));
