/**
 * The bodies and addresses that once stopped this server or were answered 500, with their right
 * answer, and a server for them.
 * @module
 */
import { gzipSync } from "node:zlib";
import { readConfig } from "@/fresh.config.ts";
import { DEMO_ACCOUNTS } from "@/lib/demo/seed/accounts.ts";
import { ADMINISTRATOR, seedAdministrator } from "@/tools/serving/seeded_stores.ts";
import { UNLIMITED, withServer } from "@/tools/serving/with_server.ts";
import { Visitor } from "@/tools/serving/visitor.ts";
import type { Keys } from "./hostile_round.ts";
import { aResidence, landlordAt } from "./own_site.ts";
import { highWaterMiB } from "./process_figures.ts";

interface Sent {
  readonly method?: "GET" | "DELETE";
  /** The key sent; by default none. */
  readonly key?: keyof Keys;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: () => string | Uint8Array<ArrayBuffer>;
  /** Number of concurrent requests; by default one. */
  readonly count?: number;
}

type Body = NonNullable<Sent["body"]>;

const FORM = { "content-type": "application/x-www-form-urlencoded" };
const GZIP = { "content-encoding": "gzip" };
const P01 = "/api/collect/projects/p01";
const WRITE = "/api/v2/write";
const STOCK = "/api/collect/orgs/demo/stock-imports?kind=dwellings";
const LONG_NAME = encodeURIComponent(JSON.stringify({ ["n".repeat(3_000)]: 1 }));
const NOBODY = { authorization: "Token nobody" };

const gzip = (text: string) => new Uint8Array(gzipSync(text));
const twoMillionFields = () => gzip("a&".repeat(2_097_152));
const manyLines = () => gzip("a a=1\n".repeat(5_000_000));
const unknownSources = () =>
  gzip(Array.from({ length: 600_000 }, (_, at) => `a,s=${at} v=1`).join("\n"));
const good = "gaz,serial=good value=1\n";
const manyTags = Array.from({ length: 22 }, (_, at) => `,t${at}=${"v".repeat(100)}`).join("");

const form = (body: Body): Sent => ({ headers: FORM, body });
const zipped = (body: Body): Sent => ({ headers: { ...FORM, ...GZIP }, body });
const file = (body: Body): Sent => ({ key: "call", headers: { "content-type": "text/csv" }, body });
const lines = (text: string): Sent => ({ key: "collector", body: () => text });
const READ = { method: "GET", key: "call" } as const;

/** By the paragraph of issue 10 that describes them: where they are sent, and the right status. */
const CASES: readonly (readonly [name: string, path: string, right: number, sent: Sent])[] = [
  ["2.1 two million fields, gzip", "/input/post", 413, zipped(twoMillionFields)],
  ["2.1 8 MB of fields", "/input/post", 413, form(() => "a&".repeat(4_000_000))],
  ["2.1 the same to /query", "/query", 413, { ...zipped(twoMillionFields), count: 8 }],
  ["2.1 sixteen bombs with a false token", WRITE, 401, {
    headers: { ...NOBODY, ...GZIP },
    body: manyLines,
    count: 16,
  }],
  ["2.2 600,000 unknown sources", WRITE, 204, {
    key: "collector",
    headers: GZIP,
    body: unknownSources,
  }],
  [
    "2.2 a stock of 4,000,000 lines",
    STOCK,
    413,
    file(() => "Code;Nom\n" + "a;b\n".repeat(4_000_000)),
  ],
  ["2.2 24 MB of fields to a page", "/account", 413, {
    key: "page",
    ...form(() => "a&".repeat(12_000_000)),
  }],
  ["2.2 a heading of 20 MB", `${P01}/readings/csv`, 413, file(() => ";".repeat(20_000_000))],
  ["2.3 22 tags that make a key of 2 kB", WRITE, 400, lines(`${good}m${manyTags} v=1`)],
  ["2.3 a tag of 1,000 « é »", WRITE, 400, lines(`${good}m,t=${"é".repeat(1_000)} v=1`)],
  ["2.3 an Emoncms name of 3,000 characters", `/input/post?node=1&fulljson=${LONG_NAME}`, 200, {
    key: "collector",
  }],
  ["2.7 a value of 1e308", WRITE, 400, lines("m,serial=1 value=1e308")],
  [
    "2.7 annotations from no date",
    `${P01}/facilities/annotations/p01-c1-dep?from=x&to=2026-01-01`,
    400,
    READ,
  ],
  ["2.7 audit to the end of time", "/api/collect/orgs/demo/audit?to=9999-12-31", 200, READ],
  [
    "2.7 an id of 3,000 characters",
    `/api/collect/projects/${"p".repeat(3_000)}/facilities`,
    404,
    READ,
  ],
  [
    "2.7 a source of 1,000 emoji",
    `${P01}/unknownsources/${encodeURIComponent("😀".repeat(1_000))}`,
    400,
    { method: "DELETE", key: "call" },
  ],
  ["2.7 /query, no gzip", "/query", 400, zipped(() => "q=a")],
  ["2.7 /query, brotli", "/query", 415, {
    headers: { ...FORM, "content-encoding": "br" },
    body: () => "q=a",
  }],
  ["2.7 /query, 9 MB", "/query", 413, form(() => `q=${"a".repeat(9_000_000)}`)],
  ["a sign-in nested 60,000 times", "/api/auth/login", 400, {
    headers: { "content-type": "application/json" },
    body: () => "[".repeat(60_000),
  }],
];

/** Sends each of them. @returns those with a wrong answer */
export async function hostileCases(
  { url, pid, keys }: { readonly url: string; readonly pid: number; readonly keys: Keys },
): Promise<string[]> {
  const faults: string[] = [];
  for (const [name, path, right, { method = "POST", key, headers, body, count = 1 }] of CASES) {
    const init = {
      method,
      headers: { "sec-fetch-site": "same-origin", ...key && keys[key], ...headers },
      ...body && { body: body() },
    };
    const answers = await Promise.all(Array.from({ length: count }, () => fetch(url + path, init)));
    await Promise.all(answers.map((answer) => answer.body?.cancel()));
    const statuses = new Set(answers.map(({ status }) => status));
    if (statuses.size !== 1 || !statuses.has(right)) {
      faults.push(
        `${name} → ${[...statuses].join()}, not ${right} (${highWaterMiB(pid)?.toFixed(0)} MiB)`,
      );
    }
  }
  return faults;
}

/** A running server for hostile bodies. */
interface HostileSite {
  readonly url: string;
  readonly pid: number;
  readonly ended: Promise<number>;
  readonly keys: Keys;
  /** Internal errors that the server reported on standard error. */
  readonly faults: readonly string[];
}

/**
 * Runs `act` with a server that has the demo, a residence of its own, and the keys of its
 * endpoints.
 */
export function withHostileSite<T>(act: (site: HostileSite) => Promise<T>): Promise<T> {
  const config = readConfig({ DEMO: "on", ACCESS_LOG: "off", ...UNLIMITED });
  const faults: string[] = [];
  const say = (line: string) => {
    if (line.startsWith("{")) faults.push(line);
  };
  return withServer(config, async ({ url, pid, ended }) => {
    using memory = await Deno.openKv(":memory:");
    const landlord = await landlordAt(url, memory, ADMINISTRATOR);
    const { projectId } = await aResidence(landlord, ADMINISTRATOR);
    const { token } = await landlord.ask("createIngestToken", { projectId, body: { name: "C" } });
    const visitor = new Visitor(url);
    await visitor.signIn(DEMO_ACCOUNTS.landlord);
    const session = { cookie: visitor.cookie };
    const keys = { collector: { authorization: `Bearer ${token}` }, call: session, page: session };
    return await act({ url, pid, ended, keys, faults });
  }, { prepare: seedAdministrator, say });
}
