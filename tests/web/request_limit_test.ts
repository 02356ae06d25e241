import { deepStrictEqual } from "node:assert/strict";
import { tellWait } from "@/lib/web/errors.ts";

function refreshOf(status: number, path: string): string | null {
  const answer = new Response(null, { status });
  tellWait(answer, new Request(`http://127.0.0.1:8000${path}`), undefined);
  return answer.headers.get("refresh");
}

// @spec display.refresh
Deno.test("tellWait() makes the error page of an information screen refresh, and no other one", () => {
  const asked = [429, 500, 503].map((status) => refreshOf(status, "/display/p1"));
  deepStrictEqual(asked, ["300", "300", "300"]);
  deepStrictEqual(refreshOf(200, "/display/p1"), null);
  deepStrictEqual([500, 503].map((status) => refreshOf(status, "/home?x=/display/")), [null, null]);
});
