import { match, ok, strictEqual } from "node:assert/strict";
import type { CallFunction } from "@/lib/app/catalogue.ts";
import { dayBounds } from "@/lib/base/time_zones.ts";
import { signedIn } from "@/tests/helpers/a_platform.ts";
import {
  aBoilerRoom,
  aMember,
  anOutdoorSource,
  aSeries,
  PROJECT,
  storedSeries,
} from "@/tests/helpers/a_residence.ts";
import { type Site, type Visitor, withSite } from "@/tests/helpers/a_site.ts";
import { settingsDraft, sourcesDraft } from "@/tests/helpers/drafts.ts";
import { answerOf } from "@/tests/helpers/fixtures.ts";

/**
 * The balance, its year, its season, its file, the comparison and the home page, on many days and
 * at three hours of each, compared with an independent count of whole days.
 */

/** First, second, middle and last days of months, both changes of the clock, 29 February, 1 July. */
const DAYS = [
  "2024-02-01",
  "2024-02-02",
  "2024-02-15",
  "2024-02-29",
  "2024-03-01",
  "2024-03-31",
  "2024-04-01",
  "2024-07-01",
  "2024-10-27",
  "2024-10-28",
  "2024-11-01",
  "2024-11-15",
  "2024-11-30",
  "2024-12-31",
];
const HOURS = ["00:01", "12:00", "23:59"];

const FIRST_DAY = "2023-07-01";
const DAY_MS = 86_400_000;
const FIVE_MINUTES_MS = 300_000;
const TWO_HOURS_S = 7_200;
const AREA = 1_000;
const PEOPLE = 50;
const TARGET = 41;
const Q = 100;

/** Amounts of each day, by its rank since 1970: different from those of the days around it. */
const rankOf = (date: string) => Date.parse(date) / DAY_MS;
const dateOf = (rank: number) => new Date(rank * DAY_MS).toISOString().slice(0, 10);
const gasOf = (rank: number) => 60 + 5 * (rank % 7);
const waterOf = (rank: number) => 2 + rank % 3;
const djuOf = (rank: number) => 8 + rank % 5;

/** A count over whole days, for a line of the file. */
interface Count {
  days: number;
  gas: number;
  water: number;
  dju: number;
}

function countDays(first: string, end: string): Count {
  const count = { days: 0, gas: 0, water: 0, dju: 0 };
  for (let rank = rankOf(first); rank < rankOf(end); rank++) {
    count.days++;
    count.gas += gasOf(rank);
    count.water += waterOf(rank);
    count.dju += djuOf(rank);
  }
  return count;
}

const NAMES = [
  ...["janvier", "février", "mars", "avril", "mai", "juin"],
  ...["juillet", "août", "septembre", "octobre", "novembre", "décembre"],
];

/**
 * Half away from zero, the point as decimal mark, no trailing zero: every figure here is above
 * zero.
 */
function written(value: number, decimals = 0): string {
  const scale = 10 ** decimals;
  return String(Math.floor(value * scale + 0.5 + 1e-9) / scale);
}

const nextMonth = (month: string) => {
  const [year = 0, number = 0] = month.split("-").map(Number);
  return number === 12 ? `${year + 1}-01` : `${year}-${String(number + 1).padStart(2, "0")}`;
};

/** A line of the file: source, DJU, hot water, then NC and N'B where there is heating. */
function line(label: string, all: Count, heated: Count | null): string {
  const litres = 1_000 * all.water / (PEOPLE * all.days);
  const dju = heated === null ? all.dju : heated.dju;
  const head = [label, all.gas, all.gas * 11, dju, all.water, all.water * Q, written(litres)];
  if (heated === null) return [...head, "", "", "", "", "", "", ""].join();
  const nc = heated.gas * 11 - heated.water * Q;
  const nb = TARGET * AREA * heated.dju / 1_000;
  const gap = (nc / nb - 1) * 100;
  const perAreaDju = 1_000 * nc / (AREA * heated.dju);
  return [...head, "", "", nc, written(perAreaDju, 1), nb, TARGET, written(gap, 1)].join();
}

/** The lines of the file of twelve months, on a given day. */
function expectedLines(firstMonth: string, label: string, today: string): string[] {
  const lines: string[] = [];
  const counts: { all: Count; heated: Count | null }[] = [];
  for (let month = firstMonth, at = 0; at < 12 && month <= today; month = nextMonth(month), at++) {
    const end = `${nextMonth(month)}-01`;
    const all = countDays(`${month}-01`, end < today ? end : today);
    const number = Number(month.slice(5));
    const heated = number <= 5 || number >= 10 ? all : null;
    const name = `${NAMES[number - 1]} ${month.slice(0, 4)}`;
    lines.push(all.days === 0 ? `${name}${",".repeat(13)}` : line(name, all, heated));
    if (all.days > 0) counts.push({ all, heated });
  }
  const all = added(counts.map((count) => count.all));
  const heated = added(counts.flatMap((count) => count.heated ?? []));
  if (all.days === 0) return [...lines, `${label}${",".repeat(13)}`];
  return [...lines, line(label, all, heated)];
}

function added(counts: readonly Count[]): Count {
  return counts.reduce((sum, one) => ({
    days: sum.days + one.days,
    gas: sum.gas + one.gas,
    water: sum.water + one.water,
    dju: sum.dju + one.dju,
  }), { days: 0, gas: 0, water: 0, dju: 0 });
}

interface Room {
  site: Site;
  boilerRoomId: string;
  /** Of the same meters, with the residence's own sensor as its source of DJU. */
  sensedId: string;
  outdoorSourceId: string;
  gas: string;
  water: string;
  sensor: string;
}

const EMAIL = "ada@bailleur.fr";

async function aRoom(site: Site): Promise<Room> {
  site.clock.goTo(`${FIRST_DAY}T10:00:00Z`);
  const { ask } = await aMember(site, { email: EMAIL, roles: ["collect"] });
  const [boilerRoomId, sensedId] = [await aBoilerRoom(ask), await aBoilerRoom(ask, "Annexe")];
  const [gas, water] = [await aSeries(ask, "GAZV"), await aSeries(ask, "ECSV")];
  const sensor = await aSeries(ask, "TEXT");
  const outdoorSourceId = await anOutdoorSource(ask);
  const body = { name: "Sonde", method: "mean" as const, station: "", seriesId: sensor };
  const sensed = await answerOf(ask("createOutdoorSource", { projectId: PROJECT, body }));
  const hotWaterTypes = [{ hotWaterType: water, hotWaterKind: "volume" as const }];
  const sources = sourcesDraft({ sourceType: gas, hotWaterTypes });
  for (const [room, djuSource] of [[boilerRoomId, outdoorSourceId], [sensedId, sensed.id]]) {
    const place = { projectId: PROJECT, boilerRoomId: room ?? "" };
    ok((await ask("putEfficiencySources", { ...place, body: sources })).ok);
    const terms = { area: AREA, peopleNb: PEOPLE, q: Q, target: TARGET };
    const settings = settingsDraft(djuSource ?? "", terms);
    const dated = { ...place, fromDate: "2020-01-01", body: settings };
    ok((await ask("putEfficiencySettings", dated)).ok);
  }
  return { site, boilerRoomId, sensedId, outdoorSourceId, gas, water, sensor };
}

/**
 * Sends the registers of each midnight up to now, and the latest ones, read every five minutes;
 * imports the weather of the finished days.
 */
async function feed(
  { site, gas, water, sensor, outdoorSourceId }: Room,
  ask: CallFunction,
  from: string,
) {
  const nowS = Math.floor(site.clock.now() / FIVE_MINUTES_MS) * FIVE_MINUTES_MS / 1_000;
  const stamps: { epochS: number; gas: number; water: number }[] = [];
  const weather = ["NUM_POSTE;NOM_USUEL;AAAAMMJJ;TN;TX"];
  const sensed: { epochS: number; value: number }[] = [];
  const before = countDays(FIRST_DAY, from);
  let registers = { gas: 10_000 + before.gas, water: 500 + before.water };
  for (let rank = rankOf(from);; rank++) {
    const bounds = dayBounds(dateOf(rank));
    const [fromS, toS] = [bounds.from / 1_000, bounds.to / 1_000];
    stamps.push({ epochS: fromS, ...registers });
    for (let epochS = fromS; epochS < Math.min(toS, nowS); epochS += TWO_HOURS_S) {
      sensed.push({ epochS, value: 18 - djuOf(rank) });
    }
    if (toS > nowS) {
      const share = (nowS - fromS) / (toS - fromS);
      const today = { gas: gasOf(rank) * share, water: waterOf(rank) * share };
      stamps.push({
        epochS: nowS,
        gas: registers.gas + today.gas,
        water: registers.water + today.water,
      });
      break;
    }
    registers = { gas: registers.gas + gasOf(rank), water: registers.water + waterOf(rank) };
    const temperature = 18 - djuOf(rank);
    const day = dateOf(rank).replaceAll("-", "");
    weather.push(`1;NANCY;${day};${temperature};${temperature}`);
  }
  const of = (seriesId: string, value: (stamp: typeof stamps[number]) => number) => ({
    seriesId,
    kind: "index" as const,
    readings: stamps.map((stamp) => ({ epochS: stamp.epochS, value: value(stamp) })),
  });
  await storedSeries(site).append([
    of(gas, (stamp) => stamp.gas),
    of(water, (stamp) => stamp.water),
    { seriesId: sensor, kind: "instant", readings: sensed },
  ]);
  const place = { projectId: PROJECT, outdoorSourceId };
  if (weather.length > 1) {
    ok((await ask("importOutdoorDays", { ...place, body: weather.join("\n") })).ok);
  }
}

/** Checks every page and file of the balance, at the present instant. */
async function look({ boilerRoomId, sensedId }: Room, visitor: Visitor, today: string, at: string) {
  const room = `/collect/${PROJECT}/boilerrooms/${boilerRoomId}`;
  const csv = async (period: string, of = boilerRoomId) => {
    const path = `/collect/${PROJECT}/boilerrooms/${of}/energy-balance/${period}?csv=comma`;
    return (await visitor.get(path)).html.split("\n").slice(1).join("\n");
  };
  const year = expectedLines("2024-01", "Année 2024", today);
  strictEqual(await csv("monthly/2024"), year.join("\n"), `${at}, the year`);
  strictEqual(await csv("monthly/2024", sensedId), year.join("\n"), `${at}, DJU of the sensor`);
  const firstSeason = today < "2024-07-01" ? 2023 : 2024;
  const label = `Saison ${firstSeason} à ${firstSeason + 1}`;
  for (const [first, named] of [["2023-07", "Saison 2023 à 2024"], [`${firstSeason}-07`, label]]) {
    const season = expectedLines(first ?? "", named ?? "", today);
    const period = `monthly-shifted/${first?.slice(0, 4)}`;
    strictEqual(await csv(period), season.join("\n"), `${at}, the season`);
  }
  const sum = year.at(-1)?.split(",") ?? [];
  const gap = `${Number(sum[13]).toFixed(1)}`.replace(".", ",");
  const page = await visitor.get(`${room}/energy-balance/monthly/2024`);
  strictEqual(page.status, 200);
  ok(page.text.includes(`Écart ${gap}`), `${at}, the page: ${gap}`);
  const days = Number(today.slice(8)) - 1;
  match(page.text, days === 0 ? /Aucun de ses jours/ : runOf(days, today), at);
  const compared = await visitor.get(
    `/collect/${PROJECT}/boilerroomreports?period=monthly-2024&csv=comma`,
  );
  const expected = [...[3, 9, 11, 10, 12, 13].map((column) => sum[column])].join();
  ok(compared.html.includes(`Chaufferie,${expected},`), `${at}, compared: ${compared.html}`);
}

function runOf(days: number, today: string): RegExp {
  const month = NAMES[Number(today.slice(5, 7)) - 1];
  return days === 1
    ? new RegExp(`Compté en jours entiers, le 1er ${month}`)
    : new RegExp(`Compté en jours entiers, du 1er au ${days} ${month}`);
}

Deno.test("the balance, its year, its file and the comparison count whole days, at any hour of any day", () =>
  withSite(async (site) => {
    const room = await aRoom(site);
    let fed = FIRST_DAY;
    for (const today of DAYS) {
      for (const hour of HOURS) {
        const instant = Temporal.PlainDateTime.from(`${today}T${hour}`)
          .toZonedDateTime("Europe/Paris").toInstant().toString();
        site.clock.goTo(instant);
        const { ask } = await signedIn(site, EMAIL);
        await feed(room, ask, fed);
        fed = today;
        const visitor = await site.signIn(EMAIL);
        await look(room, visitor, today, `${today} ${hour}`);
      }
    }
  }));
