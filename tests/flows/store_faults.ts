/**
 * The whole site on a failing store: what readers see, what is written, and how it recovers.
 * @module
 */

import type { CallFunction } from "@/lib/app/catalogue.ts";
import { Platform } from "@/lib/app/platform.ts";
import { keys } from "@/lib/store/keys.ts";
import { PAGE_SIZE } from "@/lib/ui/pagination.ts";
import { aWatchedCircuit, flowLine, stored } from "@/tests/alarms/watched_circuit.ts";
import { callAs, signedIn } from "@/tests/helpers/a_platform.ts";
import { aBoilerRoom, aMember, ORG, PROJECT } from "@/tests/helpers/a_residence.ts";
import { handlerOn, SITE, type Site, withSite } from "@/tests/helpers/a_site.ts";
import { FAULT_WORDS, type Faults, faultyStore } from "@/tests/helpers/changed_stores.ts";
import { storeAlarm } from "@/tests/helpers/some_alarms.ts";
import { sendLines } from "@/tests/helpers/some_series.ts";

/** Faults, and counts of the answers. */
export interface Seen {
  readonly requestCount: number;
  /** Answers by status. */
  readonly statuses: Readonly<Record<number, number>>;
  /** Half pages, English texts, users signed out, writes repeated or lost. */
  readonly wrong: readonly string[];
  /** Number of versions with one accepted edit. */
  readonly editCount: number;
  /** The longest time to an error, ms. */
  readonly slowestErrorMs: number;
}

const PAGES = [
  "/home",
  `/collect/${PROJECT}`,
  `/collect/${PROJECT}/residence`,
  `/collect/${PROJECT}/outdoor-sources`,
  `/collect/${PROJECT}/sensors`,
  `/collect/${PROJECT}/boilerroomreports`,
  `/collect/${PROJECT}/alarms`,
  `/collect/${PROJECT}/alarms/settings`,
];
const READS = [
  "",
  "/facilities/boilerrooms",
  "/facilities/outdoorsources",
  "/dataseries",
  "/alerting/alarms",
]
  .map((rest) => `/api/collect/projects/${PROJECT}${rest}`);

/** Concurrent requests. */
const AT_ONCE = 16;
/** A reading advances the clock by minutes: all of them together must be shorter than a session. */
const MOST_READINGS = 24;
const BATCHES_PER_READING = 4;
const QUIET: Faults = { errorRate: 0, conflictRate: 0, delayRate: 0, delayMs: 0 };

interface FaultOptions extends Faults {
  readonly requestCount: number;
  readonly seed: number;
  /** Whether the store works during every second batch, whose requests must then succeed. */
  readonly rests?: boolean;
}

/** Sends requests to a site with a failing store, then every page again with a working one. */
export async function sendThroughFaults(
  { requestCount, seed, rests = false, ...rates }: FaultOptions,
): Promise<Seen> {
  const run: Run = { statuses: {}, wrong: [], slowestErrorMs: 0, editCount: 0 };
  await withSite(async (site) => {
    const faults = { ...rates };
    const sender = await aSender(site, run, { seed, faults });
    const batches = Math.ceil(requestCount / AT_ONCE);
    const perReading = Math.max(BATCHES_PER_READING, Math.ceil(batches / MOST_READINGS));
    for (let done = 0; done < requestCount; done += AT_ONCE) {
      const isWell = rests && done / AT_ONCE % 2 === 1;
      Object.assign(faults, isWell ? QUIET : rates);
      const batch = Array.from(
        { length: AT_ONCE },
        (_, index) => sender.send(done + index, isWell),
      );
      const isTime = done / AT_ONCE % perReading === 0;
      await Promise.all([...batch, ...isTime ? [sender.read()] : []]);
    }
    await sender.recovers();
    const reported = site.faults.splice(0).map(String);
    run.wrong.push(
      ...reported.filter((fault) => !FAULT_WORDS.some((words) => fault.includes(words))),
    );
  });
  return { ...run, requestCount };
}

interface Run {
  editCount: number;
  statuses: Record<number, number>;
  wrong: string[];
  slowestErrorMs: number;
}

interface Choices {
  seed: number;
  faults: Faults;
}

async function aSender(site: Site, run: Run, { seed, faults }: Choices) {
  const { ask: owner } = await aMember(site, { isAdmin: true, roles: ["collect"] });
  const equipmentId = await aBoilerRoom(owner);
  const { token } = await signedIn(site);
  const { id } = await site.platform.sessionFor((await signedIn(site)).token);
  const platform = new Platform({
    ...site.platform.options,
    store: faultyStore(site.store, faults, seed),
  });
  const handler = await handlerOn(platform);
  const page = (path: string) =>
    handler(
      new Request(SITE + path, { headers: { cookie: `session=${id}`, accept: "text/html" } }),
    );
  const api = (path: string, init: RequestInit = {}) =>
    handler(
      new Request(SITE + path, {
        ...init,
        headers: { "x-authtoken": token, "content-type": "application/json" },
      }),
    );
  const alarms = await alarmWrites({ site, owner, platform, api, wrong: run.wrong });
  const created: Written[] = [];
  const send = async (index: number, isWell: boolean) => {
    const startedAt = performance.now();
    const answer = await one(index);
    if (answer === undefined) return;
    run.statuses[answer.status] = (run.statuses[answer.status] ?? 0) + 1;
    const text = await answer.text();
    run.wrong.push(...faultsOf(answer, text, `request ${index}`));
    if (isWell && answer.status >= 500) {
      run.wrong.push(`request ${index}: ${answer.status} from a store that is well`);
    }
    if (answer.status >= 500) {
      run.slowestErrorMs = Math.max(run.slowestErrorMs, performance.now() - startedAt);
    }
  };
  const one = async (index: number): Promise<Response | undefined> => {
    if (index % 4 < 2) return await page(PAGES[(index >> 2) % PAGES.length] ?? "/home");
    if (index % 4 === 2) return await api(READS[(index >> 2) % READS.length] ?? "/api/auth/me");
    if (index % 24 === 3) return await create(index);
    if (index % 8 === 3) return await alarms.write(index >> 3);
    return await edit(index);
  };
  const create = async (index: number) => {
    const name = `Station ${index}`;
    const body = JSON.stringify({ name, method: "meteo", seriesId: null, station: "" });
    const path = `/api/collect/projects/${PROJECT}/facilities/outdoorsources`;
    const answer = await api(path, { method: "POST", body });
    created.push({ name, isAnswered: answer.ok });
    return answer;
  };
  const edit = async (index: number) => {
    const { versionstamp: version } = await site.store.get(keys.equipment(PROJECT, equipmentId));
    const put = (name: string) =>
      api(`/api/collect/projects/${PROJECT}/equipments/${equipmentId}/settings`, {
        method: "PUT",
        body: JSON.stringify({ name, code: "", instrumented: true, version }),
      });
    const [first, second] = await Promise.all([put(`A ${index}`), put(`B ${index}`)]);
    run.editCount += first.ok || second.ok ? 1 : 0;
    if (first.ok && second.ok) run.wrong.push(`request ${index}: both edits of one version taken`);
    await second.body?.cancel();
    return first;
  };
  const textOfPages = async (count: number) => {
    let text = "";
    for (let rank = 1; rank <= count; rank++) {
      text += await (await page(`/collect/${PROJECT}/outdoor-sources?page=${rank}`)).text();
    }
    return text;
  };
  const recovers = async () => {
    Object.assign(faults, QUIET);
    // Values cached a minute ago are read again.
    site.clock.advance(120_000);
    const sources = await fresh(site);
    run.wrong.push(...miscounted(created, sources));
    const { written, names, faults: ofAlarms } = await alarms.seen();
    run.wrong.push(...miscounted(written, names), ...ofAlarms);
    for (const path of PAGES) {
      const answer = await page(path);
      const text = await answer.text();
      if (answer.status !== 200) run.wrong.push(`${path} after the faults: ${answer.status}`);
      run.wrong.push(...faultsOf(answer, text, path));
    }
    const shown = await textOfPages(Math.ceil(sources.length / PAGE_SIZE));
    for (const name of sources) {
      if (!shown.includes(name)) run.wrong.push(`After the faults no page shows ${name}`);
    }
  };
  return { send, recovers, read: alarms.read };
}

/** Names of the outdoor sources, as read by a process that has just started. */
async function fresh(site: Site): Promise<string[]> {
  const platform = new Platform(site.platform.options);
  const { caller } = await signedIn(site);
  const ask: CallFunction = callAs({ ...site, platform }, caller);
  const listed = await ask("listOutdoorSources", { projectId: PROJECT });
  if (!listed.ok) throw new Error(`No outdoor sources: ${listed.code}`);
  return listed.answer.map(({ name }) => name);
}

/** A confirmed creation is stored once; a failed one at most once. */
function miscounted(created: readonly Written[], names: readonly string[]): string[] {
  return created.flatMap(({ name, isAnswered }) => {
    const count = names.filter((one) => one === name).length;
    if (count > 1) return [`${name} was written ${count} times`];
    return isAnswered && count === 0 ? [`${name} was answered and is not there`] : [];
  });
}

const ALLOWED = [200, 201, 204, 304, 409, 500, 503];

/** Faults of one answer, for any state of the store. */
function faultsOf(answer: Response, text: string, what: string): string[] {
  const { status, headers } = answer;
  const wrong: string[] = [];
  if (!ALLOWED.includes(status)) wrong.push(`${what}: ${status} ${headers.get("location") ?? ""}`);
  if (FAULT_WORDS.some((word) => text.includes(word))) wrong.push(`${what} shows the fault`);
  if (!(headers.get("content-type") ?? "").startsWith("text/html")) return wrong;
  if (!text.startsWith("<!DOCTYPE html>") || !text.trimEnd().endsWith("</html>")) {
    wrong.push(`${what}: half a page, ${status}`);
  }
  if (!text.includes('lang="fr"')) wrong.push(`${what}: not in French`);
  if (status >= 500 && !/R[ée]f[ée]rence/.test(text)) wrong.push(`${what}: no reference to quote`);
  return wrong;
}

const ALERTING = `/api/collect/projects/${PROJECT}/alerting`;
const ALARM_COUNT = 8;
/**
 * Temperatures of the flow, each in a separate slot of five minutes: a round of them raises one
 * alarm and closes it.
 */
const ROUND = [82, 83, 70, 70];
const STEP_MS = 5 * 60_000;
/** Attempts of a collector, which retries failed requests. */
const MOST_TRIES = 50;

/** A requested write, and whether its answer confirmed it. */
export interface Written {
  readonly name: string;
  readonly isAnswered: boolean;
}

interface AlarmChoices {
  site: Site;
  owner: CallFunction;
  /** On the failing store. */
  platform: Platform;
  api(path: string, init?: RequestInit): Promise<Response>;
  wrong: string[];
}

/** Writes about alarms, in a row or concurrently; `seen` checks the result at the end. */
export async function alarmWrites({ site, owner, platform, api, wrong }: AlarmChoices) {
  const { store, clock } = site;
  const { token } = await aWatchedCircuit(owner);
  // A subject that was never evaluated is followed from its newest reading on.
  await sendLines(site.platform, token, flowLine(70, Math.floor(clock.now() / 1_000) - 300));
  await site.platform.watcher.settled();
  const alarmIds: string[] = [];
  for (let index = 0; index < ALARM_COUNT; index++) {
    alarmIds.push(await storeAlarm(store, { subjectKey: `collect-online/s${index}` }));
  }
  await owner("putAlarmSettings", { projectId: PROJECT, body: DELAYS });
  const written: Written[] = [];
  const archived = new Set<string>();
  const post = async (path: string, name: string, body: Record<string, unknown>) => {
    const answer = await api(ALERTING + path, { method: "POST", body: JSON.stringify(body) });
    written.push({ name, isAnswered: answer.ok });
    return answer;
  };
  const alarmId = (index: number) => alarmIds[index % ALARM_COUNT] ?? "";
  const writes: ((index: number) => Promise<Response>)[] = [
    (index) => {
      const text = `Commentaire ${index}`;
      return post(`/alarms/${alarmId(index)}/comments`, text, { text });
    },
    (index) => {
      const reason = `Travaux ${index}`;
      const place = { equipmentId: null, houseId: null, handler: "building-cmv" };
      const [from, to] = ["2026-02-11T08:00:00Z", "2026-02-11T18:00:00Z"];
      return post("/mutes", reason, { ...place, reason, from, to });
    },
    async (index) => {
      const at = { method: "DELETE" };
      const path = `${ALERTING}/alarms/${alarmId(index)}`;
      // Two tabs archive the same alarm.
      const [first, second] = await Promise.all([api(path, at), api(path, at)]);
      if (first.ok || second.ok) archived.add(alarmId(index));
      await second.body?.cancel();
      return first;
    },
    async (index) => {
      const { versionstamp: version } = await store.get(keys.alarmSettings(PROJECT));
      const put = (minutes: number) =>
        api(`${ALERTING}/settings`, {
          method: "PUT",
          body: JSON.stringify({ ...DELAYS, "building-cmv": minutes, version: version ?? "" }),
        });
      const [first, second] = await Promise.all([put(10), put(20)]);
      if (first.ok && second.ok) wrong.push(`request ${index}: both delays of one version taken`);
      await second.body?.cancel();
      return first;
    },
  ];
  let steps = 0;
  /** A reading of the flow, sent until it is stored, and evaluated as far as the store allows. */
  const read = async () => {
    const line = flowLine(ROUND[steps++ % ROUND.length] ?? 70, Math.floor(clock.now() / 1_000));
    for (let tries = 0; tries < MOST_TRIES; tries++) {
      const sent = await sendLines(platform, token, line).catch(() => null);
      if (sent?.kind === "stored") break;
    }
    await platform.watcher.settled();
    clock.advance(STEP_MS);
  };
  const seen = async () => {
    while (steps % ROUND.length !== 0) await read();
    await platform.watcher.watch(PROJECT);
    return { written, names: await writtenNames(owner, store), faults: await faults() };
  };
  /** Contradictions in the stored alarms. */
  const faults = async (): Promise<string[]> => {
    const [open, closed] = [await stored(store, "open"), await stored(store, "closed")];
    const events = new Set<string>();
    for await (const { key } of store.list({ prefix: keys.alarmEvent.under(ORG) })) {
      events.add(key.slice(-2).join("/"));
    }
    const ofCircuit = closed.filter(({ record }) => record.handler === "boilerroom-circuit");
    const rounds = steps / ROUND.length;
    return [
      ...ofCircuit.length === rounds ? [] : [`${ofCircuit.length} alarms in ${rounds} rounds`],
      ...open.filter(({ record }) => record.handler === "boilerroom-circuit")
        .map(({ id }) => `${id} is open still`),
      ...open.filter(({ id }) => closed.some((one) => one.id === id))
        .map(({ id }) => `${id} is open and closed`),
      ...closed.filter(({ id }) => !events.has(`${id}/start`) || !events.has(`${id}/end`))
        .map(({ id }) => `${id} lacks an event`),
      ...[...archived].filter((id) => !closed.some((one) => one.id === id && one.record.archived))
        .map((id) => `${id} was archived and is not`),
    ];
  };
  return { write: (index: number) => writes[index % writes.length]?.(index), read, seen };
}

const DELAYS = {
  "boilerroom-circuit": 0,
  "building-cmv": 15,
  "building-skydome": 0,
  "pilot-threshold": 0,
};

/** The texts of the stored comments and the reasons of the stored works. */
async function writtenNames(owner: CallFunction, store: Site["store"]): Promise<string[]> {
  const mutes = await owner("listAlarmMutes", { projectId: PROJECT });
  if (!mutes.ok) throw new Error(`No works: ${mutes.code}`);
  const comments: string[] = [];
  for await (const { value } of store.list({ prefix: keys.alarmComment.under(PROJECT) })) {
    comments.push(JSON.stringify(value));
  }
  return [
    ...mutes.answer.map(({ reason }) => reason),
    ...comments.flatMap((text) => /Commentaire \d+/.exec(text) ?? []),
  ];
}
