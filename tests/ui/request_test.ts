import { deepStrictEqual, ok, rejects, strictEqual } from "node:assert/strict";
import { request, RequestError, type RequestOptions } from "@/lib/ui/requests.ts";
import { Waiting } from "@/lib/ui/waiting.ts";

const BASE = "http://127.0.0.1/";

/** A host that returns these answers in turn and records its requests. */
function aHost(...answers: Response[]) {
  const asked: Request[] = [];
  const fetch = (request: Request) => {
    asked.push(request);
    const answer = answers.shift();
    return answer ? Promise.resolve(answer) : Promise.reject(new Error("asked too often"));
  };
  return { asked, fetch };
}

function anImmediateWaiting(slept: number[]): Waiting {
  let now = 0;
  return new Waiting({
    now: () => now,
    sleep: (ms) => {
      slept.push(ms);
      now += ms;
      return Promise.resolve();
    },
  });
}

async function failureOf(url: string, options: RequestOptions): Promise<RequestError> {
  let caught: unknown;
  await rejects(request({ method: "GET", url }, options), (error) => {
    caught = error;
    return true;
  });
  ok(caught instanceof RequestError, `not a RequestError: ${caught}`);
  return caught;
}

Deno.test("request() requires a url", async () => {
  const error = await failureOf("", { base: BASE });
  strictEqual(error.message, "url is required");
  deepStrictEqual([error.status, error.response, error.request], [0, null, null]);
});

Deno.test("request() refuses an address that is not http", async () => {
  for (const url of ["http://", "javascript:alert(1)", "file:///etc/passwd"]) {
    strictEqual((await failureOf(url, { base: BASE })).message, "invalid url", url);
  }
});

Deno.test("request() sends an object as JSON and the given headers", async () => {
  const host = aHost(new Response("null"));
  await request(
    { method: "PUT", url: "/api/x", body: { area: 12 }, headers: { "X-AuthToken": "t" } },
    { base: BASE, fetch: host.fetch },
  );
  const sent = host.asked[0];
  strictEqual(sent?.method, "PUT");
  strictEqual(sent?.url, "http://127.0.0.1/api/x");
  strictEqual(sent?.headers.get("content-type"), "application/json");
  strictEqual(sent?.headers.get("x-authtoken"), "t");
  strictEqual(await sent?.text(), '{"area":12}');
});

Deno.test("request() waits for reset + 1 s on 429, then retries with the same body", async () => {
  const host = aHost(
    new Response(null, { status: 429, headers: { "RateLimit-Reset": "2" } }),
    new Response("done"),
  );
  const slept: number[] = [];
  const response = await request(
    { method: "POST", url: "/api/x", body: "text" },
    { base: BASE, fetch: host.fetch, waiting: anImmediateWaiting(slept) },
  );
  strictEqual(await response.text(), "done");
  deepStrictEqual(slept, [3_000]);
  strictEqual(await host.asked[1]?.text(), "text");
});

// @spec calls.requests
Deno.test("request() raises 'ajax error' with status, response and request from 400 up", async () => {
  for (const status of [400, 404, 503]) {
    const host = aHost(new Response("why", { status }));
    const error = await failureOf("/api/x", { base: BASE, fetch: host.fetch });
    strictEqual(error.message, "ajax error");
    strictEqual(error.status, status);
    strictEqual(await error.response?.text(), "why");
    strictEqual(error.request?.url, "http://127.0.0.1/api/x");
  }
});

Deno.test("request() raises 'ajax error' with status 0 when no answer comes", async () => {
  const fetch = () => Promise.reject(new TypeError("connection refused"));
  const error = await failureOf("/api/x", { base: BASE, fetch });
  strictEqual(error.message, "ajax error");
  strictEqual(error.status, 0);
});

Deno.test("request() raises 'ajax timeout' when the answer is too late", async () => {
  const fetch = (request: Request) =>
    new Promise<Response>((_, reject) => {
      request.signal.addEventListener("abort", () => reject(request.signal.reason));
    });
  // An unreferenced timeout alone would let the process end before it fires.
  const alive = setInterval(() => {}, 1_000);
  const error = await failureOf("/api/x", { base: BASE, fetch, timeoutMs: 5 });
  clearInterval(alive);
  strictEqual(error.message, "ajax timeout");
});
