import { deepStrictEqual, strictEqual } from "node:assert/strict";
import { LETTERS } from "@/lib/app/letters.ts";
import { Outbox, queueMail } from "@/lib/mail/outbox.ts";
import { sendOutbox } from "@/lib/mail/send_outbox.ts";
import { SmtpCarrier } from "@/lib/mail/smtp.ts";
import { purgeSeries } from "@/lib/platform/purge_job.ts";
import { keys } from "@/lib/store/keys.ts";
import type { Store } from "@/lib/store/store.ts";
import { storedSeriesId } from "@/lib/timeseries/readings.ts";
import { compact } from "@/lib/timeseries/store/compaction.ts";
import { removeReadings } from "@/lib/timeseries/store/removal.ts";
import { StoredSeries } from "@/lib/timeseries/store/stored_series.ts";
import { houseDraft } from "@/tests/helpers/a_dwelling.ts";
import { withPostOffice } from "@/tests/helpers/a_post_office.ts";
import { ORG, PROJECT, someone, withResidence } from "@/tests/helpers/a_residence.ts";
import { declared, OF_APP } from "@/tests/helpers/letters.ts";
import { seriesDraft } from "@/tests/loading/drafts.ts";
import { loopDelayText, withLoopDelay } from "@/tests/loading/loop_delay.ts";

/** Longest block of the main thread by any work below, ms. */
const HELD_MS = 50;
/** One in each slot of five minutes: all are stored. */
const POINTS = 1_000_000;
const SLOT_S = 300;
const POINTS_PER_BATCH = 50_000;
const DWELLINGS = 200;
const HOURS = 8_760;
const MAILS = 500;

/** All readings are past their retention. */
const OLD_S = Date.UTC(2010, 0) / 1_000;

/**
 * Blocks of the event loop by the removal of a series of a million readings, by the count of the
 * next purge, by the purge of another million and of a year of hours of 200 dwellings, and by 500
 * mails: never more than 50 ms of processor time in a row. The work runs in this process, mail
 * server included, next to a server that is probed. `deno task trial loop_jobs`.
 */
export default async function loopJobs(): Promise<void> {
  let isProbed = Promise.withResolvers<void>();
  await using server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, () => {
    isProbed.resolve();
    return new Response("here");
  });
  const target = { port: server.addr.port, pid: Deno.pid };
  await withResidence(async (built) => {
    const { store } = built;
    const ask = await someone(built, { isAdmin: true });
    await fill(store);
    const held: string[] = [];
    const steps: readonly (readonly [name: string, act: () => Promise<void>])[] = [
      ["removal of a series of a million readings", async () => {
        const gone = { projectId: PROJECT, seriesId: "removed" };
        strictEqual(await removeReadings(store, gone, Date.now), true);
      }],
      ["count of the next purge", async () => {
        strictEqual((await ask("getNextPurge", { orgId: ORG, everything: "true" })).ok, true);
      }],
      ["purge", async () => void await purgeSeries(store, Date.now)],
      [`${MAILS} mails`, () => sendMails(store)],
    ];
    for (const [name, act] of steps) {
      isProbed = Promise.withResolvers();
      const { result: seconds, delay } = await withLoopDelay(target, async () => {
        await isProbed.promise;
        const startedAt = performance.now();
        await act();
        return (performance.now() - startedAt) / 1_000;
      });
      console.log(`${name}, ${seconds.toFixed(1)} s: ${loopDelayText(delay)}`);
      if (delay.cpuMaxMs > HELD_MS) held.push(name);
    }
    deepStrictEqual(held, []);
  });
}

async function fill(store: Store): Promise<void> {
  await writeOwners(store);
  const series = new StoredSeries(store, PROJECT, Date.now);
  for (const seriesId of ["removed", "purged"]) {
    for (let from = 0; from < POINTS; from += POINTS_PER_BATCH) {
      const readings = Array.from({ length: POINTS_PER_BATCH }, (_, at) => ({
        epochS: OLD_S + SLOT_S * (from + at),
        value: from + at,
      }));
      await series.append([{ seriesId, kind: "index", readings }]);
    }
  }
  for (let house = 0; house < DWELLINGS; house++) {
    const readings = Array.from({ length: HOURS }, (_, hour) => ({
      epochS: OLD_S + 3_600 * hour,
      value: 18 + hour % 5,
    }));
    const seriesId = storedSeriesId("temperature", `h${house}`);
    await series.append([{ seriesId, kind: "instant", readings }]);
  }
  await compact(store, PROJECT, Date.now);
}

/** The series and the dwellings of the purged readings: those of no one are removed before the purge. */
async function writeOwners(store: Store): Promise<void> {
  const atomic = store.atomic()
    .set(keys.dataseries(PROJECT, "purged"), seriesDraft({ dataUnitId: "GAZV" }))
    .set(
      keys.dataseries(PROJECT, "temperature"),
      seriesDraft({ dataUnitId: "TEMP", scope: "housing" }),
    );
  for (let house = 0; house < DWELLINGS; house++) {
    const record = { ...houseDraft({}, { name: `h${house}` }), config: {} };
    atomic.set(keys.house(PROJECT, `h${house}`), record);
  }
  await atomic.commit();
}

async function sendMails(store: Store): Promise<void> {
  const to = Array.from(
    { length: MAILS },
    (_, at) => ({ email: `p${at}@oph.fr`, name: `P ${at}` }),
  );
  const letter = declared({ kind: "password-changed" });
  const mail = await new Outbox(store, Date.now, LETTERS).sealed(letter, { to });
  const atomic = store.atomic();
  queueMail(atomic, mail);
  await atomic.commit();
  await withPostOffice(async ({ url, received }) => {
    const origins = () => ({ own: "http://127.0.0.1", apps: {}, loginPath: "/login" });
    const options = { store, now: Date.now, carrier: new SmtpCarrier(url), origins };
    let sentCount = 0;
    while (sentCount < MAILS) {
      const run = await sendOutbox({ ...OF_APP, ...options, from: "suivi@bailleur.example" });
      sentCount += run?.sentCount ?? 0;
    }
    strictEqual(received.length, MAILS);
  });
}
