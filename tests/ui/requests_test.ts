import { deepStrictEqual, ok, rejects, strictEqual } from "node:assert/strict";
import { markAmong, markField, NO_MARK } from "@/lib/ui/form_token_field.ts";
import {
  pageData,
  request,
  RequestError,
  type RequestOptions,
  resetTime,
  Waiting,
} from "@/lib/ui/requests.ts";
import { announcedSeconds, tooManyText } from "@/lib/ui/wait_notice.ts";

const REQUEST_BASE = "http://127.0.0.1/";

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

const NOW = Date.parse("2026-03-01T12:00:00Z");

/** A clock that only advances when something sleeps, and records each sleep. */
function aSleepingClock() {
  const slept: number[] = [];
  let now = NOW;
  const sleep = (ms: number) => {
    slept.push(ms);
    now += ms;
    return Promise.resolve();
  };
  return { now: () => now, sleep, slept };
}

function tooMany(headers: Record<string, string>): Response {
  return new Response(null, { status: 429, headers });
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

Deno.test("request() sends an object as JSON and the given headers", async () => {
  const host = aHost(new Response("null"));
  await request(
    { method: "PUT", url: "/api/x", body: { area: 12 }, headers: { "X-AuthToken": "t" } },
    { base: REQUEST_BASE, fetch: host.fetch },
  );
  const sent = host.asked[0];
  strictEqual(sent?.method, "PUT");
  strictEqual(sent?.url, "http://127.0.0.1/api/x");
  strictEqual(sent?.headers.get("content-type"), "application/json");
  strictEqual(sent?.headers.get("x-authtoken"), "t");
  strictEqual(await sent?.text(), '{"area":12}');
});

Deno.test("request() waits for reset + 1 s on 429, then retries with the same body", async () => {
  const host = aHost(tooMany({ "RateLimit-Reset": "2" }), new Response("done"));
  const clock = aSleepingClock();
  const response = await request(
    { method: "POST", url: "/api/x", body: "text" },
    { base: REQUEST_BASE, fetch: host.fetch, waiting: new Waiting(clock) },
  );
  strictEqual(await response.text(), "done");
  deepStrictEqual(clock.slept, [3_000]);
  strictEqual(await host.asked[1]?.text(), "text");
});

// @spec calls.requests
Deno.test("request() raises 'ajax error' with status, response and request from 400 up", async () => {
  for (const status of [400, 404, 503]) {
    const host = aHost(new Response("why", { status }));
    const error = await failureOf("/api/x", { base: REQUEST_BASE, fetch: host.fetch });
    strictEqual(error.message, "ajax error");
    strictEqual(error.status, status);
    strictEqual(await error.response?.text(), "why");
    strictEqual(error.request?.url, "http://127.0.0.1/api/x");
  }
});

Deno.test("request() raises 'ajax error' with status 0 when no answer comes", async () => {
  const fetch = () => Promise.reject(new TypeError("connection refused"));
  const error = await failureOf("/api/x", { base: REQUEST_BASE, fetch });
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
  const error = await failureOf("/api/x", { base: REQUEST_BASE, fetch, timeoutMs: 5 });
  clearInterval(alive);
  strictEqual(error.message, "ajax timeout");
});

const BASE = "http://127.0.0.1/home";

Deno.test("pageData() fetches JSON from an address of the page", async () => {
  const host = aHost(Response.json([{ name: "Les Tilleuls" }]));
  const read = await pageData("/home/pins", { base: BASE, fetch: host.fetch });
  deepStrictEqual(read, [{ name: "Les Tilleuls" }]);
  deepStrictEqual(host.asked.map(({ url }) => url), ["http://127.0.0.1/home/pins"]);
});

Deno.test("pageData() does not treat a sign-in page as data", async () => {
  const page = Object.defineProperty(new Response("<!doctype html>"), "redirected", {
    value: true,
  });
  const { fetch } = aHost(page);
  await rejects(pageData("/home/pins", { base: BASE, fetch }), /session has ended/);
});

Deno.test("tooManyText() says when to retry: seconds up to a minute and a half, then started minutes", () => {
  const waits = [1, 45, 90, 91, 3_600].map((seconds) => tooManyText(seconds).split(". ")[1]);
  deepStrictEqual(waits, [
    "Réessayez dans 1\u00a0seconde.",
    "Réessayez dans 45\u00a0secondes.",
    "Réessayez dans 90\u00a0secondes.",
    "Réessayez dans 2\u00a0minutes.",
    "Réessayez dans 60\u00a0minutes.",
  ]);
});

// @spec calls.waiting
Deno.test("announcedSeconds() are those on screen, a few times during a wait, not each second", () => {
  const said: number[] = [];
  for (let seconds = 45; seconds > 0; seconds--) {
    const announced = announcedSeconds(seconds, said.at(-1) ?? null);
    if (announced !== said.at(-1)) said.push(announced);
  }
  deepStrictEqual(said, [45, 30, 10]);
  strictEqual(announcedSeconds(4, null), 4);
  strictEqual(announcedSeconds(119, 120), 120);
  // The wait was made longer.
  strictEqual(announcedSeconds(9, 3), 9);
});

Deno.test("resetTime() reads a duration, an instant and a date", () => {
  const wait = (headers: Record<string, string>) =>
    (resetTime(new Headers(headers), NOW) ?? 0) - NOW;
  const instant = String(NOW / 1_000 + 45);
  strictEqual(wait({ "RateLimit-Reset": "12" }), 12_000);
  strictEqual(wait({ "Retry-After": "3" }), 3_000);
  strictEqual(wait({ "Retry-After": "Sun, 01 Mar 2026 12:00:30 GMT" }), 30_000);
  strictEqual(wait({ "X-RateLimit-Reset": instant }), 45_000);
  // A wrong clock would falsify an instant, not a duration.
  strictEqual(wait({ "X-RateLimit-Reset": instant, "RateLimit-Reset": "5" }), 5_000);
});

// @spec calls.waiting
Deno.test("Waiting.over() waits for the reset time plus one second", async () => {
  const clock = aSleepingClock();
  const waiting = new Waiting(clock);
  waiting.hold(tooMany({ "Retry-After": "7" }));
  await waiting.over();
  deepStrictEqual(clock.slept, [8_000]);
  strictEqual(waiting.until, null);
});

Deno.test("Waiting.over() continues when the wait was extended during the sleep", async () => {
  const clock = aSleepingClock();
  const waiting = new Waiting({
    now: clock.now,
    sleep: async (ms) => {
      await clock.sleep(ms);
      if (clock.slept.length === 1) waiting.hold(tooMany({ "Retry-After": "2" }));
    },
  });
  waiting.hold(tooMany({ "Retry-After": "1" }));
  await waiting.over();
  deepStrictEqual(clock.slept, [2_000, 3_000]);
});

const MARK = "abcdefghijkABCDEFGHIJK";

Deno.test("markAmong() is null for a missing or anonymous mark, or one of another length", () => {
  strictEqual(markAmong(["name", "version"]), null);
  strictEqual(markAmong([markField(NO_MARK)]), null);
  strictEqual(markAmong([markField(`${MARK}L`)]), null);
});
