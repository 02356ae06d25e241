/**
 * Writes about alarms on a failing store: evaluated readings, archived and commented alarms,
 * planned works, changed delays. Each must be stored once, or not at all.
 * @module
 */

import type { CallFunction } from "@/lib/app/catalogue.ts";
import type { Platform } from "@/lib/app/platform.ts";
import { keys } from "@/lib/store/keys.ts";
import { aWatchedCircuit, flowLine, stored } from "@/tests/alarms/watched_circuit.ts";
import { ORG, PROJECT } from "@/tests/helpers/a_residence.ts";
import type { Site } from "@/tests/helpers/a_site.ts";
import { storeAlarm } from "@/tests/helpers/some_alarms.ts";
import { sendLines } from "@/tests/helpers/some_series.ts";

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

interface Choices {
  site: Site;
  owner: CallFunction;
  /** On the failing store. */
  platform: Platform;
  api(path: string, init?: RequestInit): Promise<Response>;
  wrong: string[];
}

/** Writes about alarms, in a row or concurrently; `seen` checks the result at the end. */
export async function alarmWrites({ site, owner, platform, api, wrong }: Choices) {
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
