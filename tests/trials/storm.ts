import { deepStrictEqual, ok } from "node:assert/strict";
import { quantile } from "@/tests/loading/load.ts";
import { type Outage, storm, type StormResult } from "@/tests/loading/storm.ts";
import { isFaulty, type StormAnswer } from "@/tests/loading/storm_senders.ts";

const MINUTES = Number(Deno.args[1] ?? 10);
const RESIDENCES = Number(Deno.args[2] ?? 50);
const HISTORY_POINTS = Number(Deno.args[3] ?? 2_000_000);

const PAGE_MS = 2_000;
/** Limit for a page to answer that it is not ready. */
const LATER_MS = 3_000;
const MIB = 300;
const KILL_EVERY_MS = 60_000;
/** Around a kill a connection may end, or be refused. */
const CUT_MARGIN_MS = 500;
const NAMED = 20;

/**
 * Issue 10 §3: ten minutes of 50 residences of 40 dwellings whose collectors send every second, an
 * import of two million points, absurd times, eight readers, failing sign-ins, and one of two
 * servers killed each minute. No answer of 500, every page within two seconds besides the server's
 * waits for a processor, or a 503, at most 300 MiB a process, and afterwards every figure as
 * counted. `deno task trial storm [minutes] [residences] [points of history]`.
 */
export default async function stormTrial(): Promise<void> {
  const result = await storm({
    residences: RESIDENCES,
    dwellings: 40,
    hasDemoReadings: true,
    seconds: MINUTES * 60,
    historyPoints: HISTORY_POINTS,
    readers: 8,
    pauseMs: 500,
    absurdEveryMs: 60_000,
    killEveryMs: KILL_EVERY_MS,
  });
  printKinds(result.answers);
  printServers(result);
  const faults = faultsOf(result);
  for (const [what, some] of faults) {
    console.log(`FAULT ${what} × ${some.length}${some.length === NAMED ? " or more" : ""}`);
    for (const one of some.slice(0, NAMED)) console.log(`  ${one}`);
  }
  deepStrictEqual([...faults.keys()], []);
  ok(result.servers.outages.length > 0 || MINUTES < 1, "kills");
}

/** Faults by kind, one a line. */
function faultsOf(result: StormResult): ReadonlyMap<string, readonly string[]> {
  const { exitCodes, servers, differences: [shown, kept] } = result;
  const others: readonly (readonly [string, readonly string[]])[] = [
    ["exit code", exitCodes.filter((code) => code !== 0).map(String)],
    ["memory", servers.peak.mib > MIB ? [peakLine(result)] : []],
    ["figure of the API", shown.named],
    ["series of the store", kept.named],
  ];
  const faults = new Map(others.filter(([, some]) => some.length > 0));
  for (const [what, some] of Map.groupBy(answerFaults(result), ({ what }) => what)) {
    faults.set(what, some.toSorted((a, b) => b.answer.ms - a.answer.ms).map(({ line }) => line));
  }
  return faults;
}

interface AnswerFault {
  readonly what: string;
  readonly answer: StormAnswer;
  readonly line: string;
}

function answerFaults(result: StormResult): AnswerFault[] {
  const { answers, servers } = result;
  return answers.flatMap((answer) => {
    const { kind, status, server, at, ms, detail = "" } = answer;
    const waited = servers.waitedMs(server, at, at + ms);
    const what = status === 0
      ? cutFault(answer, servers.outages)
      : answerFault(answer, ms - (waited ?? 0));
    if (what === null) return [];
    const waiting = waited === null ? "" : ` (${waited.toFixed(0)} waiting for a processor)`;
    const line = `${kind}: ${status} after ${ms.toFixed(0)} ms${waiting}, ${
      momentOf(result, server, at)
    }, ${detail}`;
    return [{ what, answer, line }];
  });
}

function momentOf({ servers, startedAt }: StormResult, server: number, atMs: number): string {
  const answered = (servers.answeredMs(server, atMs) / 1_000).toFixed(1);
  const since = ((atMs - startedAt) / 1_000).toFixed(0);
  return `${since} s into the storm, server ${server} up for ${answered} s`;
}

function peakLine(result: StormResult): string {
  const { mib, server, atMs } = result.servers.peak;
  return `${mib.toFixed(0)} MiB, ${momentOf(result, server, atMs)}`;
}

/** A connection may end only while its server is killed. */
function cutFault({ server, at, ms }: StormAnswer, outages: readonly Outage[]): string | null {
  const isKilled = outages.some((outage) =>
    outage.server === server && at <= outage.toMs + CUT_MARGIN_MS &&
    at + ms >= outage.fromMs - CUT_MARGIN_MS
  );
  return isKilled ? null : "no answer, and no kill";
}

/**
 * The fault of an answer; null when there is none.
 *
 * @param ownMs its duration, without the waits of the server for a processor
 */
function answerFault(answer: StormAnswer, ownMs: number): string | null {
  const { kind, status, detail = "" } = answer;
  if (isFaulty(answer)) return "fault of the server";
  if (status === 429) return "too many requests";
  if (COLLECTED.includes(kind)) {
    const isRightForAbsurd = status !== 204 || kind !== "absurd";
    if (!isRightForAbsurd) return "absurd time taken";
    return status === 400 && kind !== "absurd" ? "good readings refused" : null;
  }
  if (status === 503 && !/retry-after \d/.test(detail)) return "503 without Retry-After";
  return ownMs > (status === 503 ? LATER_MS : PAGE_MS) ? "late" : null;
}

const COLLECTED = ["tick", "history", "absurd"];

function printKinds(answers: readonly StormAnswer[]): void {
  const kinds = Map.groupBy(answers, ({ kind }) => kind);
  console.log(`${"kind".padEnd(38)} count    p50    p99    max ms  statuses`);
  for (const [kind, ofKind] of [...kinds].sort(([a], [b]) => a.localeCompare(b))) {
    const times = ofKind.map(({ ms }) => ms).sort((a, b) => a - b);
    const [p50, p99, max] = [quantile(times, 0.5), quantile(times, 0.99), times.at(-1) ?? 0];
    const cells = [ofKind.length, p50, p99, max].map((cell) => cell.toFixed(0).padStart(6));
    const statuses = [...Map.groupBy(ofKind, ({ status }) => status)].sort(([a], [b]) => a - b)
      .map(([status, some]) => `${status === 0 ? "cut" : status} × ${some.length}`);
    console.log(`${kind.padEnd(37)} ${cells.join(" ")}   ${statuses.join(", ")}`);
  }
}

function printServers(result: StormResult): void {
  const { servers, historyS, differences } = result;
  console.log(`${servers.outages.length} kills; at most a process: ${peakLine(result)}`);
  console.log(`the history was in after ${historyS.toFixed(0)} s`);
  const [shown, kept] = differences;
  console.log(`${shown.compared} figures of the API compared, ${shown.count} differ`);
  console.log(`${kept.compared} series of the store compared, ${kept.count} differ`);
  const faults = Map.groupBy(servers.said, (line) => {
    const { fault = line } = parsed(line);
    return fault.replaceAll(/p\d+/g, "pNN");
  });
  for (const [fault, lines] of faults) {
    const ids = lines.slice(0, 3).map((line) => parsed(line).id ?? "").join(" ");
    console.log(`servers said ${lines.length} × ${fault.slice(0, 200)} ${ids}`);
  }
}

/** A line of standard error: a fault as JSON, or any other text. */
function parsed(line: string): { id?: string; fault?: string } {
  return line.startsWith("{") ? JSON.parse(line) : {};
}
