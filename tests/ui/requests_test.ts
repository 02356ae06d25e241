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
  const host = aHost(
    new Response(null, { status: 429, headers: { "RateLimit-Reset": "2" } }),
    new Response("done"),
  );
  const slept: number[] = [];
  const response = await request(
    { method: "POST", url: "/api/x", body: "text" },
    { base: REQUEST_BASE, fetch: host.fetch, waiting: anImmediateWaiting(slept) },
  );
  strictEqual(await response.text(), "done");
  deepStrictEqual(slept, [3_000]);
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

const NOW = Date.parse("2026-03-01T12:00:00Z");

/** A clock that only advances when something sleeps, and records each sleep. */
function aSleepingClock(start = NOW) {
  const slept: number[] = [];
  let now = start;
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

Deno.test("resetTime() reads a duration, an instant and a date", () => {
  strictEqual(resetTime(new Headers({ "RateLimit-Reset": "12" }), NOW), NOW + 12_000);
  strictEqual(resetTime(new Headers({ "Retry-After": "3" }), NOW), NOW + 3_000);
  const date = "Sun, 01 Mar 2026 12:00:30 GMT";
  strictEqual(resetTime(new Headers({ "Retry-After": date }), NOW), NOW + 30_000);
  const instant = String(NOW / 1_000 + 45);
  strictEqual(resetTime(new Headers({ "X-RateLimit-Reset": instant }), NOW), NOW + 45_000);
});

Deno.test("resetTime() prefers a duration to an instant, which a wrong clock would falsify", () => {
  const headers = new Headers({
    "X-RateLimit-Reset": String(NOW / 1_000 + 900),
    "RateLimit-Reset": "5",
  });
  strictEqual(resetTime(headers, NOW), NOW + 5_000);
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
