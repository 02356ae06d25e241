import { deepStrictEqual, match, ok } from "node:assert/strict";
import { watchAlarms } from "@/lib/alarms/evaluation_job.ts";
import { DEFAULT_DELAYS_MIN } from "@/lib/alarms/alarm_handlers.ts";
import type { CallFunction } from "@/lib/app/catalogue.ts";
import { addDays } from "@/lib/base/civil_dates.ts";
import { epochOfClock } from "@/lib/base/time_zones.ts";
import { aHouse, aHousingSeries } from "@/tests/helpers/a_dwelling.ts";
import type { TestPlatform } from "@/tests/helpers/a_platform.ts";
import { aBoilerRoom, aSeries, at, withMember } from "@/tests/helpers/a_residence.ts";
import { answerOf } from "@/tests/helpers/fixtures.ts";
import { aCollector, sendLines } from "@/tests/helpers/some_series.ts";
import { stored } from "./watched_circuit.ts";

const ZONE = "Europe/Paris";
const HOUR_S = 3_600;
const NIGHTS = 3;

interface Meter {
  /** Litres in an hour of the day. */
  readonly flow: (clockH: number) => number;
  /** Hours without a reading. */
  readonly isLost?: (hour: number) => boolean;
  /** The register that a reset at an hour starts again from. */
  readonly resetAt?: number;
}

interface NightSite {
  readonly built: TestPlatform;
  readonly ask: CallFunction;
  readonly series: string;
  /** Sends the registers of a meter at each hour of four days, up to 8 h of the last one. */
  send(source: string, meter: Meter): Promise<void>;
  /** The dwellings with an open alarm about water at night. */
  openAlarms(): Promise<string[]>;
}

/** A residence at 8 h of a day, whose water meters are watched by three nights. */
function atEight(day: string, test: (site: NightSite) => Promise<void>): Promise<void> {
  const nowS = epochOfClock(day, 8 * HOUR_S, ZONE);
  const fromS = epochOfClock(addDays(day, -NIGHTS), 0, ZONE);
  return withMember({ isAdmin: true, roles: ["collect"] }, async ({ built, ask }) => {
    const { platform, store, clock } = built;
    const nightFlow = { nights: NIGHTS, litresPerHour: 50 };
    const { version } = await answerOf(ask("getAlarmSettings", at));
    const body = { ...DEFAULT_DELAYS_MIN, "water-night-flow": nightFlow, version };
    ok((await ask("putAlarmSettings", { ...at, body })).ok);
    const series = await aHousingSeries(ask, "EFSV");
    const token = await aCollector(ask);
    const send = async (source: string, { flow, isLost = () => false, resetAt }: Meter) => {
      let litres = 5_000;
      const lines: string[] = [];
      for (let hour = 0; fromS + hour * HOUR_S <= nowS; hour++) {
        if (hour === resetAt) litres = 0;
        const epochS = fromS + hour * HOUR_S;
        if (!isLost(hour)) lines.push(`eau,serial=${source} value=${litres / 1_000} ${epochS}`);
        litres += flow(hour % 24);
      }
      ok((await sendLines(platform, token, lines.join("\n"))).kind === "stored");
      await platform.watcher.settled();
    };
    const openAlarms = async () => {
      clock.advance(HOUR_S * 1_000);
      await watchAlarms({ store, now: clock.now, watcher: platform.watcher });
      const alarms = await stored(store, "open");
      return alarms.filter(({ record }) => record.handler === "water-night-flow")
        .map(({ record: { message } }) => message.slice(0, message.indexOf(","))).toSorted();
    };
    await test({ built, ask, series, send, openAlarms });
  }, { now: new Date(nowS * 1_000).toISOString(), residence: { features: { houseMode: 1 } } });
}

async function attached({ ask, series }: NightSite, name: string): Promise<string> {
  const houseId = await aHouse(ask, { name });
  ok(
    (await ask("attachSource", { ...at, series, body: { source: `serial=${name}`, houseId } })).ok,
  );
  return houseId;
}

const LEAK: Meter = { flow: () => 4 };
const USES: Meter = { flow: (clockH) => clockH >= 6 ? 30 : 0 };

for (const day of ["2026-02-12", "2026-03-29", "2026-10-25"]) {
  // @spec alarms.night-flow, alarms.subjects
  Deno.test(`stored registers of three nights to ${day} raise the alarm of the dwelling that leaks`, () =>
    atEight(day, async (site) => {
      const { ask, send, openAlarms } = site;
      for (const name of ["Fuite", "Sobre", "Absent", "Manque"]) await attached(site, name);
      const room = await aBoilerRoom(ask);
      const common = await aSeries(ask, "EFSV", room);
      const body = { source: "serial=Commun", houseId: null };
      ok((await ask("attachSource", { ...at, series: common, body })).ok);
      await send("Fuite", LEAK);
      await send("Sobre", USES);
      await send("Manque", { ...LEAK, isLost: (hour) => hour >= 25 && hour < 28 });
      await send("Commun", LEAK);
      deepStrictEqual(await openAlarms(), ["Fuite"]);
    }));
}

// @spec alarms.night-flow
Deno.test("a reset in a night leaves it unknown, until it is dated with its final register", () =>
  atEight("2026-02-12", async (site) => {
    const { ask, series, send, openAlarms } = site;
    const houseId = await attached(site, "Remise");
    await send("Remise", { ...LEAK, resetAt: 27 });
    deepStrictEqual(await openAlarms(), []);
    const body = {
      ...{ what: "reset", houseId, date: "2026-02-10", time: "03:00" } as const,
      ...{ finalIndex: 5.108, firstIndex: 0, comment: "" },
    };
    ok((await ask("addMeterEvent", { ...at, series, body })).ok);
    deepStrictEqual(await openAlarms(), ["Remise"]);
  }));

// @spec alarms.night-flow, alarms.corrections
Deno.test("a correction of a night that was read ends its alarm within the hour", () =>
  atEight("2026-02-12", async (site) => {
    const { built: { store }, send, openAlarms } = site;
    await attached(site, "Fuite");
    await send("Fuite", LEAK);
    deepStrictEqual(await openAlarms(), ["Fuite"]);
    await send("Fuite", USES);
    deepStrictEqual(await openAlarms(), []);
    match((await stored(store, "closed"))[0]?.record.end ?? "", /^2026-02-10T04:00:00Z/);
  }));
