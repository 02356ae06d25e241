/**
 * The collectors or the readers of a storm, in a separate process: `storm_senders.ts
 * collectors|readers PLAN`, a JSON file.
 * @module
 */
import { pause } from "@/lib/base/concurrency.ts";
import { chance } from "@/lib/demo/simulation/random.ts";
import { links, LOGIN_PATH } from "@/lib/ui/links.ts";
import { textOf, Visitor } from "@/tools/serving/visitor.ts";
import { WEIGHED_PAGES, type WeighedPage } from "@/tools/weighed_pages.ts";
import {
  type Acknowledged,
  bodyOf,
  type StormBatch,
  type StormResidence,
} from "./storm_batches.ts";

export interface CollectorsPlan {
  readonly urls: readonly string[];
  readonly residences: readonly StormResidence[];
  /** File to which acknowledgements are appended. */
  readonly log: string;
  /** End of the ticks, epoch milliseconds; the history is sent whole. */
  readonly untilMs: number;
  readonly tickEveryMs: number;
  readonly absurdEveryMs: number;
  /** Bodies of the history, in order. */
  readonly history: readonly StormBatch[];
  /** Concurrent bodies of history. */
  readonly importers: number;
}

const RETRY_MS = 250;
const LONGEST_WAIT_MS = 5_000;

/** Sends all of it; resolves once all is acknowledged. */
async function collect(plan: CollectorsPlan): Promise<void> {
  using log = await Deno.open(plan.log, { append: true, create: true });
  const collectors = new Collectors(plan, log);
  const bodies = plan.history.values();
  await Promise.all([
    ...plan.residences.map((_, residence) => collectors.tick(residence)),
    ...Array.from({ length: plan.importers }, () => collectors.importAll(bodies)),
  ]);
}

class Collectors {
  #server = 0;
  readonly #startedAt = Date.now();

  constructor(private readonly plan: CollectorsPlan, private readonly log: Deno.FsFile) {}

  /**
   * One collector, until the end of the storm: a body a period, the absurd ones by each residence
   * in turn.
   */
  async tick(residence: number): Promise<void> {
    const { tickEveryMs, absurdEveryMs, untilMs, residences } = this.plan;
    await pause(tickEveryMs * residence / residences.length);
    let absurdCount = 0;
    for (let n = 1; Date.now() < untilMs; n++) {
      const startedAt = Date.now();
      const epochS = Math.floor(startedAt / 1_000);
      await this.#deliver({ what: "tick", residence, n, epochS });
      const due = Math.floor((startedAt - this.#startedAt) / absurdEveryMs);
      if (absurdCount < due && due % residences.length === residence) {
        await this.#deliver({ what: "absurd", residence, n: due, epochS });
      }
      absurdCount = due;
      await pause(startedAt + tickEveryMs - Date.now());
    }
  }

  async importAll(bodies: Iterator<StormBatch>): Promise<void> {
    for (let next = bodies.next(); !next.done; next = bodies.next()) {
      await this.#deliver(next.value);
    }
  }

  /** Sends a body to one server, then to the other, until one has accepted it. */
  async #deliver(batch: StormBatch): Promise<void> {
    const residence = this.plan.residences[batch.residence];
    if (residence === undefined) throw new TypeError(`No residence ${batch.residence}.`);
    const body = bodyOf(batch, residence);
    for (;;) {
      const { status, waitMs } = await this.#send(batch.what, residence.token, body);
      const isTaken = status === 204 || (status === 400 && batch.what === "absurd");
      if (isTaken) return this.#acknowledge({ ...batch, status });
      await pause(waitMs);
    }
  }

  async #send(
    kind: string,
    token: string,
    body: string,
  ): Promise<{ status: number; waitMs: number }> {
    const server = this.#server++ % this.plan.urls.length;
    const [at, startedAt] = [Date.now(), performance.now()];
    const answered = (status: number, detail?: string) =>
      report({ kind, status, server, at, ms: performance.now() - startedAt, detail });
    try {
      const answer = await fetch(`${this.plan.urls[server]}/api/v2/write?precision=s`, {
        method: "POST",
        body,
        headers: { authorization: `Token ${token}` },
        signal: AbortSignal.timeout(GIVE_UP_MS),
      });
      const text = await answer.text();
      const { status, headers } = answer;
      answered(status, status === 204 ? undefined : `${headers.get("x-request-id")} ${text}`);
      const waitS = Number(headers.get("retry-after") ?? "0");
      return { status, waitMs: Math.min(LONGEST_WAIT_MS, Math.max(RETRY_MS, waitS * 1_000)) };
    } catch (error) {
      answered(0, error instanceof DOMException ? "given up" : undefined);
      return { status: 0, waitMs: RETRY_MS };
    }
  }

  #acknowledge(batch: Acknowledged): void {
    this.log.writeSync(new TextEncoder().encode(`${JSON.stringify(batch)}\n`));
  }
}

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

interface StormPage {
  readonly kind: string;
  readonly path: string;
  readonly as: WeighedPage["as"];
  /**
   * Whether the page is requested on another residence than the one it was listed for, where it may
   * not exist.
   */
  readonly isElsewhere: boolean;
}

/** Share of page views on the demo, rather than on a residence in the storm. */
const ELSEWHERE_SHARE = 0.5;
const OWN = "p01";

/**
 * The nth page of a reader: every kind once, in an order of the reader's own, then again in
 * another.
 */
export function pageOf(
  reader: number,
  n: number,
  { projectIds, today }: { projectIds: readonly string[]; today: string },
): StormPage {
  const round = Math.floor(n / PAGES.length);
  const seed = reader * 1_000 + round;
  const order = PAGES.toSorted((a, b) => chance(seed, a.rank) - chance(seed, b.rank));
  const page = order[n % PAGES.length];
  const other = projectIds[Math.floor(chance(seed + 1, n) * projectIds.length)];
  if (page === undefined || other === undefined) throw new TypeError("No page, or no residence.");
  const isLandlords = page.as === "landlord" && page.path.includes(OWN);
  const isElsewhere = isLandlords && (page.isWritten || chance(seed + 2, n) < ELSEWHERE_SHARE);
  const path = page.path.replaceAll("TODAY", today).replaceAll("MONTH", today.slice(0, 7));
  return {
    kind: page.kind,
    path: isElsewhere ? path.replaceAll(OWN, other) : path,
    as: page.as,
    isElsewhere,
  };
}

/** Pages that show the readings that collectors are sending: today's and this month's. */
function writtenPages(): { kind: string; path: string }[] {
  const [together, alone] = [{ projectId: OWN }, { projectId: OWN, houseId: `${OWN}-l001` }];
  const series = `${OWN}-l-temp`;
  const at = (place: typeof together, period: string) => links.housingSeries(place, series, period);
  return [
    { kind: "this month, together", path: at(together, "daily/MONTH") },
    { kind: "this month, one dwelling", path: at(alone, "daily/MONTH") },
    { kind: "today, together", path: at(together, "hourly/TODAY") },
    { kind: "this month, each dwelling", path: links.eachHouse(OWN, series, "daily/MONTH") },
    { kind: "this year, together", path: links.housingSeries(together, `${OWN}-l-efs`) },
  ];
}

const PAGES = [
  ...WEIGHED_PAGES.map(({ name, path, as }) => ({ kind: name, path, as, isWritten: false })),
  ...writtenPages().map((page) => ({ ...page, as: "landlord" as const, isWritten: true })),
].map((page, rank) => ({ ...page, rank }));

/** An answer, or the lack of one. */
export interface StormAnswer {
  /** Kind of page or of body. */
  readonly kind: string;
  /** 0 when the connection ended before the answer was whole. */
  readonly status: number;
  /** Index of the server. */
  readonly server: number;
  /** Time of the request, epoch milliseconds. */
  readonly at: number;
  readonly ms: number;
  /** Path, request id and text, of an answer to examine. */
  readonly detail?: string | undefined;
}

/** Whether an answer is neither right nor a request to retry later. */
export function isFaulty({ status }: StormAnswer): boolean {
  return status >= 500 && status !== 503;
}

/** Time after which a request counts as never answered. */
const GIVE_UP_MS = 60_000;

/** Sends an answer to the parent process, as a JSON line. */
function report(answer: StormAnswer): void {
  console.log(JSON.stringify(answer));
}

if (import.meta.main) {
  const [name, file = ""] = Deno.args;
  const plan = JSON.parse(await Deno.readTextFile(file));
  await (name === "readers" ? readAll(plan) : collect(plan));
  Deno.exit(0);
}
