import { deepStrictEqual, match, ok, strictEqual } from "node:assert/strict";
import { detect } from "@/lib/alarms/detection.ts";
import { watchAlarms } from "@/lib/alarms/evaluation_job.ts";
import type { Watch } from "@/lib/alarms/records.ts";
import { subjectsOf } from "@/lib/alarms/residence_subjects.ts";
import { alarmMessage } from "@/lib/alarms/text.ts";
import { addDays, daysBetween } from "@/lib/base/civil_dates.ts";
import { epochOfClock } from "@/lib/base/time_zones.ts";
import { type FoundDrift, foundDriftRecord } from "@/lib/energy_signature/found_drifts.ts";
import type { Drift } from "@/lib/energy_signature/schema.ts";
import { compactSeries } from "@/lib/series/compaction_jobs.ts";
import { keys } from "@/lib/store/keys.ts";
import { readEntry } from "@/lib/store/store.ts";
import type { Reading } from "@/lib/timeseries/readings.ts";
import { ROOM, watched } from "@/tests/alarms/a_watched.ts";
import { stored } from "@/tests/alarms/watched_circuit.ts";
import { someSettings } from "@/tests/energy_balance/builders.ts";
import { aBoilerRoom, aSeries, at, PROJECT, withMember } from "@/tests/helpers/a_residence.ts";
import { replacementDraft } from "@/tests/helpers/drafts.ts";
import { answerOf } from "@/tests/helpers/fixtures.ts";
import { seeded } from "@/tests/helpers/made_series.ts";

const ZONE = "Europe/Paris";
const NOW_S = epochOfClock("2026-01-20", 6 * 3_600, ZONE);
const SUBJECTS = subjectsOf(watched({ equipments: [ROOM] }))
  .filter(({ handler }) => handler === "energy-drift");

const DRIFT: Drift = {
  verdict: "drift",
  since: "2025-10-12",
  alarmOn: "2025-10-24",
  percent: 18,
  lostKwh: 21_400,
  unjudgedKwh: 0,
  hint: null,
};
const FOUND: FoundDrift = {
  state: "1",
  yearStart: 2025,
  reference: 2024,
  drift: DRIFT,
  closedOn: null,
};

function judged(found: FoundDrift | null, watches: readonly Watch[] = []) {
  return detect({
    subjects: SUBJECTS,
    watches,
    readings: new Map(),
    newest: new Map(),
    silentAfterS: new Map(),
    past: {
      ...{ atS: NOW_S, timeZone: ZONE, nights: new Map() },
      drifts: new Map(found === null ? [] : [[ROOM.id, found]]),
    },
    mutes: [],
    nowS: NOW_S,
    newId: (startS, key) => `${key}@${startS}`,
  });
}

// @spec alarms.energy-drift, alarms.subjects
Deno.test("a verdict raises one alarm, which lasts until the verdict is closed or goes", () => {
  deepStrictEqual(SUBJECTS.map(({ key }) => key), [`energy-drift/${ROOM.id}`]);
  strictEqual(subjectsOf(watched({ equipments: [{ ...ROOM, instrumented: false }] })).length, 0);
  const { raised: [alarm], watches } = judged(FOUND);
  strictEqual(alarm?.startS, epochOfClock("2025-10-12", 0, ZONE));
  match(
    alarm ? alarmMessage(alarm) : "",
    /^Chaufferie\s: dérive depuis le 12\soctobre\s2025, \+18\s%, \+21\s400\skWh$/,
  );
  const later = (change: Partial<FoundDrift>) => {
    const { raised, closed } = judged({ ...FOUND, ...change }, watches);
    return [raised.length, closed.length];
  };
  deepStrictEqual(later({}), [0, 0]);
  deepStrictEqual(later({ drift: { ...DRIFT, percent: 3, verdict: "watch" } }), [0, 0]);
  deepStrictEqual(later({ drift: null }), [0, 1]);
  deepStrictEqual(later({ closedOn: "2026-01-10", drift: null }), [0, 1]);
  deepStrictEqual(later({ closedOn: "2026-01-10" }), [0, 1], "found again: another alarm follows");
  deepStrictEqual(later({ yearStart: 2026 }), [0, 1]);
  strictEqual(judged(null, watches).closed.length, 0, "not read");
});

// @spec alarms.energy-drift
Deno.test("what is to be watched raises no alarm, a drop does", () => {
  const of = (drift: Partial<Drift>) =>
    judged({ ...FOUND, drift: { ...DRIFT, ...drift } }).raised.length;
  deepStrictEqual([of({ verdict: "watch" }), of({ verdict: "drop", percent: -6 })], [0, 1]);
  strictEqual(judged({ ...FOUND, drift: null }).raised.length, 0);
});

/** First day of the readings, a month before the season that is the reference. */
const FIRST = "2025-09-01";
const TODAY = "2027-01-20";
const CHANGED = "2026-11-20";

// @spec alarms.energy-drift, signature.found, signature.closing
Deno.test("a boiler room that drifts raises an alarm, nothing is fitted again, and a closing ends it", () =>
  withMember({ isAdmin: true, roles: ["collect"] }, async ({ ask, built, stored: series }) => {
    const { platform, store, clock } = built;
    const [gas, outdoor] = [await aSeries(ask, "GAZV"), await aSeries(ask, "TEXT")];
    const chance = seeded(5);
    const firstS = epochOfClock(FIRST, 0, ZONE);
    let register = 1_000;
    const registers: Reading[] = [];
    const temperatures: Reading[] = [];
    for (let day = 0; day <= daysBetween(FIRST, TODAY); day++) {
      const outdoorC = 10 - 9 * Math.cos(2 * Math.PI * (day - 135) / 365) + 6 * (chance() - 0.5);
      const share = (addDays(FIRST, day) >= CHANGED ? 1.12 : 1) + 0.04 * (chance() - 0.5);
      const m3 = share * (300 + 120 * Math.max(0, 17 - outdoorC)) / 11;
      for (let part = 0; part < 8; part++) {
        const epochS = firstS + (day * 8 + part) * 10_800;
        registers.push({ epochS, value: Math.round(1_000 * register) / 1_000 });
        temperatures.push({ epochS, value: outdoorC });
        register += m3 / 8;
      }
    }
    await series.append([
      { seriesId: gas, kind: "index", readings: registers },
      { seriesId: outdoor, kind: "instant", readings: temperatures },
    ]);
    await compactSeries(store, clock.now);
    const source = { name: "Sonde", method: "mean" as const, seriesId: outdoor, station: "" };
    const made = await answerOf(ask("createOutdoorSource", { projectId: PROJECT, body: source }));
    const boilerRoomId = await aBoilerRoom(ask, "Chaufferie nord");
    const place = { projectId: PROJECT, boilerRoomId };
    const sources = { sourceType: gas, hotWaterTypes: [], solarTypes: [], gazPce: null };
    const body = { sourceKind: "gaz-volume" as const, ...sources };
    ok((await ask("putEfficiencySources", { ...place, body })).ok);
    const { fromDate, ...settings } = someSettings({ fromDate: "2025-01-01", djuSource: made.id });
    ok((await ask("putEfficiencySettings", { ...place, fromDate, body: settings })).ok);
    const key = keys.foundDrift(PROJECT, boilerRoomId);
    const found = () => readEntry(store, key, foundDriftRecord);
    const open = async () => {
      clock.advance(3_600_000);
      await watchAlarms({ store, now: clock.now, watcher: platform.watcher });
      return (await stored(store, "open"))
        .filter(({ record }) => record.handler === "energy-drift")
        .map(({ record: { message } }) => message);
    };
    const [message = ""] = await open();
    match(message, /^Chaufferie nord.: dérive depuis le \d+ novembre 2026, \+1\d.%/);
    const first = await found();
    strictEqual(first.value?.drift?.verdict, "drift");
    strictEqual((await open()).length, 1);
    strictEqual((await found()).versionstamp, first.versionstamp, "sought once");
    const closing = { from: TODAY, to: TODAY, text: "Vanne réparée", signature: "closed" as const };
    const added = await answerOf(
      ask("addAnnotation", { ...at, annotatedId: boilerRoomId, body: closing }),
    );
    deepStrictEqual(await open(), []);
    strictEqual((await found()).value?.closedOn, TODAY);
    const annotationId = added.id;
    ok((await ask("deleteAnnotation", { ...at, annotatedId: boilerRoomId, annotationId })).ok);
    strictEqual((await open()).length, 1, "the closing is undone");
    const changed = async () => {
      const { earlier: [before], reference } = await answerOf(
        ask("getEnergySignature", { ...place, year: "2026" }),
      );
      return [before?.change?.kind, before?.change?.date, reference];
    };
    deepStrictEqual(await changed(), [undefined, undefined, 2025]);
    const another = { ...place, fromDate: "2026-12-01" };
    ok((await ask("putEfficiencySettings", { ...another, body: { ...settings, area: 999 } })).ok);
    deepStrictEqual(await changed(), ["contract", "2026-12-01", null]);
    const event = replacementDraft("2026-11-30");
    ok((await ask("addMeterEvent", { projectId: PROJECT, series: gas, body: event })).ok);
    deepStrictEqual(await changed(), ["meter", "2026-11-30", null]);
    deepStrictEqual(await open(), [], "no drift is sought");
    ok((await ask("deleteEquipment", { ...at, equipmentId: boilerRoomId })).ok);
    strictEqual((await found()).value, null);
    deepStrictEqual(await open(), []);
  }, { now: `${TODAY}T09:00:00Z` }));
