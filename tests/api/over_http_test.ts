import { deepStrictEqual, ok, rejects, strictEqual } from "node:assert/strict";
import { overHttp } from "@/lib/api/client.ts";
import { callPaths } from "@/lib/api/routing.ts";
import { CALLS } from "@/lib/app/catalogue.ts";
import { RequestError } from "@/lib/ui/requests.ts";

const BASE = "http://127.0.0.1/";

function aHost(answer: () => Response) {
  const asked: Request[] = [];
  const fetch = (request: Request) => {
    asked.push(request);
    return Promise.resolve(answer());
  };
  return { asked, options: { base: BASE, fetch, headers: { "X-AuthToken": "t" } } };
}

Deno.test("overHttp() fills the path, sends the other parameters as a query, and returns the answer", async () => {
  const host = aHost(() => Response.json({ entries: [], next: null }));
  const ask = overHttp<Pick<typeof CALLS, "getAudit">>(
    callPaths({ getAudit: CALLS.getAudit }),
    host.options,
  );
  const result = await ask("getAudit", { orgId: "o/1", from: "2026-01-01" });
  deepStrictEqual(result, { ok: true, answer: { entries: [], next: null } });
  const [request] = host.asked;
  strictEqual(request?.url, "http://127.0.0.1/api/collect/orgs/o%2F1/audit?from=2026-01-01");
  strictEqual(request?.headers.get("x-authtoken"), "t");
});

Deno.test("overHttp() sends the body as JSON, and reads an empty answer as null", async () => {
  const host = aHost(() => new Response(null, { status: 200 }));
  const ask = overHttp<Pick<typeof CALLS, "putGasFactors">>(
    callPaths({ putGasFactors: CALLS.putGasFactors }),
    host.options,
  );
  const body = { pta: 0.968, pcs: null };
  const path = { projectId: "p1", boilerRoomId: "c1", fromDate: "2024-07-01" };
  deepStrictEqual(await ask("putGasFactors", { ...path, body }), { ok: true, answer: null });
  strictEqual(host.asked[0]?.method, "PUT");
  deepStrictEqual(await host.asked[0]?.json(), body);
});

Deno.test("overHttp() returns a refusal as a value, with its status and its cause", async () => {
  const issues = [{ path: "body.pta", message: "Too big" }];
  const said = { code: "invalid-input", message: "Invalid input", issues };
  const host = aHost(() => Response.json(said, { status: 400 }));
  const result = await overHttp<Pick<typeof CALLS, "listOrgs">>(
    callPaths({ listOrgs: CALLS.listOrgs }),
    host.options,
  )(
    "listOrgs",
    {},
  );
  deepStrictEqual(result, { ok: false, status: 400, ...said });
});

Deno.test("overHttp() throws when the answer is not from this product", async () => {
  const host = aHost(() => new Response("<h1>Bad gateway</h1>", { status: 502 }));
  await rejects(
    overHttp<Pick<typeof CALLS, "listOrgs">>(callPaths({ listOrgs: CALLS.listOrgs }), host.options)(
      "listOrgs",
      {},
    ),
    (error) => {
      ok(error instanceof RequestError);
      strictEqual(error.status, 502);
      return true;
    },
  );
});
