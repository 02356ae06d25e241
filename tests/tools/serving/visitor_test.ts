import { deepStrictEqual } from "node:assert/strict";
import { serve } from "@/tests/tools/loopback.ts";
import { Visitor } from "@/tools/serving/visitor.ts";

Deno.test("Visitor.ask() sends the last cookies it received, and none that was deleted", async () => {
  const seen: (string | null)[] = [];
  const given: readonly (readonly string[])[] = [
    ["session=first; Path=/; HttpOnly", "theme=dark"],
    [],
    ["session=renewed; Path=/; HttpOnly"],
    ["theme=; Max-Age=0"],
    [],
  ];
  const server = serve((request) => {
    const headers = new Headers();
    for (const cookie of given[seen.length] ?? []) headers.append("set-cookie", cookie);
    seen.push(request.headers.get("cookie"));
    return new Response("ok", { headers });
  });
  const visitor = new Visitor(server.url);
  for (const _ of given) await visitor.ask("/");
  deepStrictEqual(seen, [
    null,
    "session=first; theme=dark",
    "session=first; theme=dark",
    "session=renewed; theme=dark",
    "session=renewed",
  ]);
  await server.close();
});
