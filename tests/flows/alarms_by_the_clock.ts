/** Alarms of two started servers, by the real clock, which is too slow for tests. @module */

import { deepStrictEqual, doesNotMatch, ok } from "node:assert/strict";
import { readConfig } from "@/fresh.config.ts";
import { DEFAULT_DELAYS_MIN } from "@/lib/alarms/alarm_handlers.ts";
import { keys } from "@/lib/store/keys.ts";
import { openStore } from "@/lib/store/open_store.ts";
import type { DataUnitId } from "@/lib/timeseries/units.ts";
import { links } from "@/lib/ui/links.ts";
import { type PostOffice, withPostOffice } from "@/tests/helpers/a_post_office.ts";
import { type Landlord, landlordAt } from "@/tests/loading/a_landlord.ts";
import { aFedSeries, aResidence } from "@/tests/loading/an_own_site.ts";
import { sendByInflux } from "@/tests/tools/influx_sender.ts";
import { ADMINISTRATOR, seedAdministrator } from "@/tools/serving/administrator.ts";
import { buildIfStale } from "@/tools/serving/build_state.ts";
import { textOf, Visitor } from "@/tools/serving/visitor.ts";
import { JobClock } from "./job_clock.ts";
import { Servers } from "./servers.ts";

const MAILBOXES = 5;
/**
 * Longest wait for a mail, beyond the delay of mails about alarms and the lease of a killed process; period without
 * another mail; interval of a sensor, since the end of the circuit's alarm takes two right values, five minutes apart.
 */
const WAITS_MS = { mail: 8 * 60_000, silence: 70_000, sensor: 60_000 };
/** Mails of the second wave after which both servers are killed. */
const KILLED_AFTER = 3;

interface Watched {
  readonly unit: DataUnitId;
  readonly wrong: number;
  readonly right: number;
  /** The stored details of the equipment with the series. */
  details(seriesId: string): Readonly<Record<string, unknown>>;
}

/** Found when the reading arrives, except the circuit, which a job finds a minute later. */
const WATCHED: Readonly<Record<string, Watched>> = {
  "boilerroom-circuit": {
    unit: "TDEP",
    wrong: 85,
    right: 70,
    details: (outType) => {
      const none = { outMin: null, backMin: null, backMax: null, backType: null };
      return { circuit: { enabled: true, ...none, outMax: 80, outType, isHotWater: true } };
    },
  },
  "boilerroom-errorcode": {
    unit: "ETAT",
    wrong: 12,
    right: 0,
    details: (seriesId) => ({ errorCode: { seriesId, normalCodes: ["0"] } }),
  },
  "boilerroom-faultdetector": {
    unit: "ETAT",
    wrong: 1,
    right: 0,
    details: (seriesId) => ({ faultDetector: { seriesId, alarmKind: 2 } }),
  },
  "building-skydome": {
    unit: "ETAT",
    wrong: 1,
    right: 0,
    details: (seriesId) => ({ skydome: { seriesId } }),
  },
};

const ADDRESSES = Object.keys(WATCHED).flatMap((handler) =>
  Array.from({ length: MAILBOXES }, (_, index) => `${handler}-${index}@oph.example`)
).toSorted();

/**
 * The jobs of two started servers on one store, by the real clock: a collector's readings raise
 * alarms that are mailed once to each address; both are killed while they mail the ends, and once
 * restarted each end is mailed once too; the page of the jobs shows when each ran and runs next. It
 * takes about fifteen minutes.
 */
export async function alarmsByTheClock(): Promise<void> {
  await buildIfStale();
  const folder = await Deno.makeTempDir({ prefix: "crons-" });
  const servers = new Servers();
  using memory = await Deno.openKv(":memory:");
  let left = Infinity;
  const data = () => {
    if (--left === 0) void servers.kill();
    return null;
  };
  try {
    await withPostOffice(async (office) => {
      const kvPath = `${folder}/kv.db`;
      await seedAdministrator(kvPath);
      const config = settings(kvPath, office.url);
      const first = await servers.start(config);
      const administrator = await landlordAt(first, memory, ADMINISTRATOR);
      const place = await aWatchedPlace(administrator, kvPath);
      await servers.start(config);
      await place.sends("wrong", first);
      await mailsStarts({ administrator, office });
      left = KILLED_AFTER;
      await place.sends("right", first);
      await servers.ended();
      console.log(`both servers killed after ${office.received.length} mails`);
      const url = await servers.start(config);
      await servers.start(config);
      const again = { administrator: await landlordAt(url, memory, ADMINISTRATOR), office };
      await collecting(() => place.sends("right", url), () => mailsEnds(url, again));
      await servers.stop();
    }, { data });
  } finally {
    await servers.kill();
    await Deno.remove(folder, { recursive: true });
  }
}

/** Runs a step while sensors send. */
async function collecting(send: () => Promise<void>, act: () => Promise<void>): Promise<void> {
  const collector = setInterval(() => void send(), WAITS_MS.sensor);
  try {
    await act();
  } finally {
    clearInterval(collector);
  }
}

function settings(kvPath: string, smtpUrl: string) {
  return readConfig({
    DEMO: "off",
    ACCESS_LOG: "off",
    PORT: "0",
    DENO_KV_PATH: kvPath,
    SMTP_URL: smtpUrl,
    PUBLIC_URL: "http://127.0.0.1:8000",
  });
}

interface WatchedPlace {
  /** Sends the wrong or the right value of each sensor, dated now. */
  sends(state: "wrong" | "right", url: string): Promise<void>;
}

async function aWatchedPlace(landlord: Landlord, kvPath: string): Promise<WatchedPlace> {
  const { orgId, projectId } = await aResidence(landlord, ADMINISTRATOR);
  const store = await openStore(kvPath);
  const atomic = store.atomic()
    .set(keys.alarmSettings(projectId), { ...DEFAULT_DELAYS_MIN, "boilerroom-circuit": 1 })
    .sum(keys.version("project", projectId), 1n)
    .sum(keys.version("org", orgId), 1n);
  for (const [handler, { unit, details }] of Object.entries(WATCHED)) {
    const source = `serial=${handler}`;
    const series = await aFedSeries(landlord, { projectId, name: handler, unit, source });
    const kind = handler.startsWith("building-") ? handler.slice("building-".length) : handler;
    const named = { kind, name: handler, code: "", parentId: null, instrumented: true };
    atomic.set(keys.equipment(projectId, handler), { ...named, details: details(series) });
    atomic.set(keys.orgAlarmReport(orgId, handler), {
      name: handler,
      emails: ADDRESSES.filter((email) => email.startsWith(handler)),
      notifyStart: true,
      notifyEnd: true,
      notifyEvery: "",
      selections: [{ handler, filters: {} }],
    });
  }
  ok((await atomic.commit()).ok);
  store.close();
  const { token } = await landlord.ask("createIngestToken", { projectId, body: { name: "C" } });
  return {
    async sends(state, url) {
      const second = Math.floor(Date.now() / 1_000);
      const lines = Object.entries(WATCHED).map(([handler, values]) =>
        `sensor,serial=${handler} value=${values[state]} ${second}`
      );
      await sendByInflux({ url, token, bucket: projectId }, lines);
    },
  };
}

/** What observes a wave of mails. */
interface Seen {
  readonly administrator: Landlord;
  readonly office: PostOffice;
}

/** Both servers run: each address gets one mail about the start, and none after it. */
async function mailsStarts({ administrator, office }: Seen): Promise<void> {
  const clock = new JobClock(administrator);
  const sentMs = Date.now();
  await inTime(office.after(ADDRESSES.length), "mails about starts");
  console.log(`${ADDRESSES.length} mails ${Math.round((Date.now() - sentMs) / 1_000)} s after`);
  await new Promise((resolve) => setTimeout(resolve, WAITS_MS.silence));
  deepStrictEqual(office.received.map(({ to }) => to).toSorted(), ADDRESSES);
  console.log(await clock.stop());
}

/**
 * After both were killed: each address gets its mail about the end, one of them perhaps twice with
 * the same id.
 */
async function mailsEnds(url: string, { administrator, office }: Seen): Promise<void> {
  const clock = new JobClock(administrator);
  const ends = () => office.received.slice(ADDRESSES.length);
  const ids = () => new Map(ends().map(({ messageId, to }) => [messageId, to]));
  await inTime(
    (async () => {
      for (let count = 1; ids().size < ADDRESSES.length; count++) {
        await office.after(ADDRESSES.length + count);
      }
    })(),
    "mails about ends",
  );
  await new Promise((resolve) => setTimeout(resolve, WAITS_MS.silence));
  deepStrictEqual([...ids().values()].toSorted(), ADDRESSES);
  const twice = ends().length - ADDRESSES.length;
  ok(twice <= 1, `${twice} mails twice`);
  console.log(`${ADDRESSES.length} mails about ends, ${twice} of them sent twice with its id`);
  console.log(await clock.stop());
  const visitor = new Visitor(url);
  await visitor.signIn(ADMINISTRATOR);
  const page = textOf(await visitor.ask(links.platformJobs()));
  doesNotMatch(page, /En erreur|Interrompu|plus long/);
}

async function inTime<T>(awaited: Promise<T>, name: string): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error(`No ${name} in time`)), WAITS_MS.mail);
  try {
    return await Promise.race([awaited, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
