/** The readers of a storm, in a separate process: `storm/readers.ts PLAN`, a JSON file. @module */

import { pause } from "@/lib/base/concurrency.ts";
import { chance } from "@/lib/demo/simulation/random.ts";
import { LOGIN_PATH } from "@/lib/ui/links.ts";
import { textOf, Visitor } from "@/tools/serving/visitor.ts";
import { GIVE_UP_MS, report } from "./outcome.ts";
import { pageOf, type StormPage } from "./pages.ts";

/** The readers, their pages, and the end. */
export interface ReadersPlan {
  readonly urls: readonly string[];
  /** Session of each kind of reader. */
  readonly cookies: Readonly<Record<NonNullable<StormPage["as"]>, string>>;
  readonly projectIds: readonly string[];
  /** "2026/11/22" */
  readonly today: string;
  readonly readers: number;
  readonly untilMs: number;
  /** Mean pause between two pages of a reader. */
  readonly pauseMs: number;
  readonly failedSignInsPerMinute: number;
}

const ACCOUNTS_TRIED = 10;

async function readAll(plan: ReadersPlan): Promise<void> {
  const readers = Array.from({ length: plan.readers }, (_, reader) => read(plan, reader));
  await Promise.all([...readers, failToSignIn(plan)]);
}

async function read(plan: ReadersPlan, reader: number): Promise<void> {
  for (let n = 0; Date.now() < plan.untilMs; n++) {
    const { kind, path, as, isElsewhere } = pageOf(reader, n, plan);
    const cookie = as === undefined ? {} : { cookie: plan.cookies[as] };
    await ask(plan, { kind: isElsewhere ? `${kind}, elsewhere` : kind, path, turn: reader + n }, {
      headers: { accept: "text/html", ...cookie },
    });
    await pause(2 * plan.pauseMs * chance(reader + 1, n));
  }
}

/** A client that tries passwords, as often as its address may. */
async function failToSignIn(plan: ReadersPlan): Promise<void> {
  for (let n = 0; Date.now() < plan.untilMs; n++) {
    const email = `personne${n % ACCOUNTS_TRIED}@exemple.fr`;
    const sent = await ask(plan, { kind: "failed sign-in", path: LOGIN_PATH, turn: n }, {
      method: "POST",
      body: new URLSearchParams({ email, password: `inconnu ${n}` }).toString(),
      headers: { "content-type": "application/x-www-form-urlencoded" },
    });
    await pause(sent * 60_000 / plan.failedSignInsPerMinute);
  }
}

/**
 * Sends a request to a server, and once more to the other when the answer is cut, as a user would
 * reload.
 *
 * @returns the number of requests sent
 */
async function ask(
  { urls }: ReadersPlan,
  { kind, path, turn }: { kind: string; path: string; turn: number },
  request: { method?: string; body?: string; headers: Record<string, string> },
): Promise<number> {
  const servers = [turn % urls.length, (turn + 1) % urls.length];
  for (const [before, server] of servers.entries()) {
    const [at, startedAt] = [Date.now(), performance.now()];
    const done = (status: number, detail?: string) =>
      report({ kind, status, server, at, ms: performance.now() - startedAt, detail });
    try {
      const answer = await inTime(new Visitor(urls[server] ?? "").ask(path, request));
      const { status, headers } = answer;
      const isPlain = status < 500 && status !== 429;
      const said = status === 503 ? `retry-after ${headers.get("retry-after")}` : textOf(answer);
      const id = headers.get("x-request-id");
      done(status, isPlain ? path : `${path} ${id} ${said.slice(0, 200)}`);
      return before + 1;
    } catch {
      done(0, path);
    }
  }
  return servers.length;
}

async function inTime<T>(answer: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error("Never answered.")), GIVE_UP_MS);
  try {
    return await Promise.race([answer, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

if (import.meta.main) {
  await readAll(JSON.parse(await Deno.readTextFile(Deno.args[0] ?? "")));
  Deno.exit(0);
}
