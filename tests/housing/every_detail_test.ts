/**
 * The dwelling data that pages and files show, compared with the table that also checks the rule.
 */

import { deepStrictEqual, match, ok, strictEqual } from "node:assert/strict";
import type { CallFunction } from "@/lib/app/catalogue.ts";
import type { Role } from "@/lib/identity/roles.ts";
import { FINENESSES, type Resolution } from "@/lib/series/resolution.ts";
import { storedSeriesId } from "@/lib/timeseries/readings.ts";
import { aHouse, aHousingSeries } from "@/tests/helpers/a_dwelling.ts";
import { aMember, PROJECT, someone } from "@/tests/helpers/a_residence.ts";
import { type Site, type Visitor, withSite, withWriter } from "@/tests/helpers/a_site.ts";
import { answerOf } from "@/tests/helpers/fixtures.ts";
import { type Cell, COLLECTS, HOURLIES, HOURLY_MODES, MODES, seenOf } from "./visibility_table.ts";

/** One role for each kind of access in the table. */
const READERS: readonly Role[] = [
  "collect:building:read",
  "collect:agg:daily",
  "collect:agg:hourly",
  "collect:anondetail:daily",
  "collect:detail:daily",
  "collect:detail:hourly",
];

/** A day at each level of detail. */
const PERIODS: Readonly<Record<Resolution, string>> = {
  "day": "daily/2026/01",
  "hour": "hourly/2026/01/05",
  "five-minutes": "fivemin/2026/01/05",
};

interface Dwelling {
  readonly id: string;
  readonly modes: Pick<Cell, "collectMode" | "hourlyMode">;
  /** Its consumption on 5 January, m³: unique among dwellings and on a page. */
  readonly drawn: number;
}

/** A residence with a dwelling of each pair of modes, and a reader of each role. */
interface Residence {
  readonly admin: CallFunction;
  readonly dwellings: readonly Dwelling[];
  readonly readers: ReadonlyMap<Role, Visitor>;
  readonly temperature: string;
  readonly water: string;
}

async function aResidence(site: Site): Promise<Residence> {
  const { ask: admin, stored } = await aMember(site, {
    email: "eve@bailleur.fr",
    isAdmin: true,
    roles: ["collect"],
  });
  const [temperature, water] = [await aHousingSeries(admin), await aHousingSeries(admin, "EFSV")];
  const epochS = Date.parse("2026-01-05T07:00:00Z") / 1_000;
  const dwellings: Dwelling[] = [];
  for (const collectMode of COLLECTS) {
    for (const hourlyMode of HOURLY_MODES) {
      const modes = { collectMode, hourlyMode };
      const id = await aHouse(admin, { name: `A${dwellings.length}`, ...modes });
      const drawn = 777_001 + dwellings.length;
      await stored.append([
        {
          seriesId: storedSeriesId(water, id),
          kind: "index",
          readings: [{ epochS: epochS - 3_600, value: 0 }, { epochS, value: drawn }],
        },
        {
          seriesId: storedSeriesId(temperature, id),
          kind: "instant",
          readings: [{ epochS, value: 20 }],
        },
      ]);
      dwellings.push({ id, modes, drawn });
    }
  }
  const readers = new Map<Role, Visitor>();
  for (const [rank, role] of READERS.entries()) {
    const email = `r${rank}@bailleur.fr`;
    await someone(site, { email, roles: [role] });
    const visitor = await site.signIn(email);
    readers.set(role, visitor);
  }
  return { admin, dwellings, readers, temperature, water };
}

/** The visibility settings of a residence. */
type Chosen = Pick<Cell, "houseMode" | "houseHourly">;

async function choose(admin: CallFunction, { houseMode, houseHourly }: Chosen): Promise<void> {
  const { version: _, ...features } = await answerOf(
    admin("getProjectFeatures", { projectId: PROJECT }),
  );
  const body = { ...features, houseMode, houseHourly };
  ok((await admin("putProjectFeatures", { projectId: PROJECT, body })).ok);
}

/** A checked place: a series of one dwelling, or of all. */
interface Looked {
  /** Part of the address. */
  readonly place: string;
  /** The detail that the table allows; null for none. */
  readonly seen: Resolution | null;
  /** The value in a page or a file of the day, m³; null when it is not checked. */
  readonly drawn: number | null;
}

/**
 * Differences between a place and the table: the finest allowed detail is shown, in a page or a
 * file, and the next finer one refused.
 */
async function faultsOf(
  visitor: Visitor,
  { place, seen, drawn }: Looked,
  [shownAs, refusedAs]: readonly ["page", "file"] | readonly ["file", "page"],
): Promise<string[]> {
  const faults: string[] = [];
  if (seen !== null) {
    const path = address(place, shownAs, seen);
    const { status, html } = await visitor.get(path);
    const figure = shownAs === "file" ? String(drawn) : drawn?.toLocaleString("fr-FR") ?? "";
    const tells = drawn === null || seen !== "day" || html.includes(figure);
    if (status !== 200 || !tells) faults.push(`not shown: ${path}, ${status}`);
  }
  const finer = FINENESSES[seen === null ? 0 : FINENESSES.indexOf(seen) + 1];
  if (finer !== undefined) {
    const path = address(place, refusedAs, finer);
    const { status, html } = await visitor.get(path);
    const isRefused = status >= 400 && status < 500 && !/7[\s\u202F]?777/.test(html);
    if (!isRefused) faults.push(`not refused: ${path}, ${status}`);
  }
  return faults;
}

function address(place: string, as: "page" | "file", fineness: Resolution): string {
  const path = `/collect/${PROJECT}/houses/${place}`;
  const period = PERIODS[fineness];
  if (as === "page") return `${path}/${period}`;
  return `${path}/${period}?csv=comma`;
}

/** Every place of the residence, with the table's access for a role. */
function placesOf({ dwellings, ...residence }: Residence, role: Role, features: Chosen): Looked[] {
  return (["temperature", "water"] as const).flatMap((what) => {
    const series = residence[what];
    const isClimate = what === "temperature";
    const seen = dwellings.map(({ modes }) =>
      seenOf(role, { ...features, ...modes }, { isClimate })
    );
    return [
      { place: `all/${series}`, seen: finest(seen.map(({ together }) => together)), drawn: null },
      ...dwellings.map(({ id, drawn }, rank) => ({
        place: `${id}/${series}`,
        seen: seen[rank]?.alone ?? null,
        drawn: isClimate ? null : drawn,
      })),
    ];
  });
}

function finest(some: readonly (Resolution | null)[]): Resolution | null {
  return FINENESSES.findLast((fineness) => some.includes(fineness)) ?? null;
}

Deno.test("pages and files show the detail that the table allows and no finer, for every mode × every kind of access", () =>
  withSite(async (site) => {
    const residence = await aResidence(site);
    const faults: string[] = [];
    let count = 0;
    for (const houseMode of MODES) {
      for (const houseHourly of HOURLIES) {
        await choose(residence.admin, { houseMode, houseHourly });
        for (const [role, visitor] of residence.readers) {
          for (const looked of placesOf(residence, role, { houseMode, houseHourly })) {
            // In alternation, the page or the file shows the allowed detail, and the other is
            // requested too fine.
            const isEven = (count++ + houseHourly) % 2 === 0;
            const ways = isEven ? ["page", "file"] as const : ["file", "page"] as const;
            const found = await faultsOf(visitor, looked, ways);
            faults.push(...found.map((fault) => `${role}, ${houseMode}, ${houseHourly}: ${fault}`));
          }
        }
      }
    }
    deepStrictEqual(faults, []);
    // 5 × 7 modes × 6 roles × 2 series × 12 dwellings and all of them.
    strictEqual(count, 5_460);
  }));

interface Place {
  visitor: Visitor;
  /** A user who configures the residence. */
  writer: CallFunction;
  /** Address of the water of each dwelling. */
  path: string;
}

/** Litres of January 2024 and of January 2025. */
type Januaries = readonly [number, number];

/**
 * Two dwellings on the ground floor, one on the second, one on an unknown floor; one on the third
 * hides its detail.
 */
function withDwellings(
  test: (place: Place) => Promise<void>,
  roles: Role[] = ["collect:read"],
): Promise<void> {
  return withWriter({ roles }, async ({ ask: writer, stored, visitor }) => {
    const series = await aHousingSeries(writer, "EFSV");
    const dwelling = async (name: string, floor: number | null, [before, now]: Januaries) => {
      const collectMode = name === "Caché" ? 0 : 1;
      const id = await aHouse(writer, { name, floor, collectMode });
      const at = (date: string) => Date.parse(`${date}T12:00:00Z`) / 1_000;
      // The meter of C1 was first read on 5 January 2024.
      const since = name === "C1" ? "2024-01-05" : "2023-12-31";
      const readings = [
        { epochS: at(since), value: 0 },
        { epochS: at("2024-01-05"), value: 0 },
        { epochS: at("2024-01-06"), value: before },
        { epochS: at("2025-01-05"), value: before },
        { epochS: at("2025-01-06"), value: before + now },
        { epochS: at("2025-02-01"), value: before + now },
      ];
      await stored.append([{ seriesId: storedSeriesId(series, id), kind: "index", readings }]);
    };
    await dwelling("A10", 0, [10, 10.5]);
    await dwelling("A2", 0, [10, 10.6]);
    await dwelling("C1", 2, [10, 4]);
    await dwelling("D1", null, [8, 8]);
    await dwelling("Caché", 3, [10, 77]);
    await test({ visitor, writer, path: `/collect/${PROJECT}/houses/each/${series}` });
  }, {
    residence: {
      features: { houseMode: 3, houseOnConnection: true },
    },
  });
}

// @spec housing.each-house
Deno.test("each dwelling's month is shown with the year before: 5 % more is still good", () =>
  withDwellings(async ({ visitor, path }) => {
    const { status, text } = await visitor.get(`${path}/daily/2025/01?filter:floor=-1`);
    strictEqual(status, 200);
    match(
      text,
      /A2 RDC 10,6 10 106.% Dépassé En hausse \d+.% A10 RDC 10,5 10 105.% Dépassé Maîtrisée/,
    );
    // From noon of the 5th to the end of the month: 26.5 days of 31.
    match(text, /C1 2 4 10 relevé à 85.%, non comparé 100.%/);
    // A dwelling that hides its detail is not listed.
    ok(!text.includes("Caché") && !text.includes("77"));
    const file = await visitor.get(`${path}/daily/2025/01?filter:floor=-1&csv=semicolon`);
    match(file.html, /\r\nC1;2;4;10;;;100;relevé à 85.%, non comparé/);
    match(file.html, /\r\nA10;RDC;10,5;10;105;Maîtrisée;100;;\r\n/);
    ok(!file.html.includes("77"));
  }));

Deno.test("floors are selected: the unknown one first, RDC, numbers, or all", () =>
  withDwellings(async ({ visitor, path }) => {
    const first = await visitor.get(`${path}/daily/2025/01`);
    match(first.text, /Étage Tous \? RDC 2 /);
    match(first.html, /<strong[^>]*>\?<\/strong>/);
    match(first.text, /D1 \? 8 8 100.% Dépassé Maîtrisée/);
    ok(!first.text.includes("A10"));
    const ground = await visitor.get(`${path}/daily/2025/01?filter:floor=0`);
    match(ground.text, /A2 RDC .*A10 RDC/);
    ok(!ground.text.includes("C1 2"));
    ok(first.html.includes('title="Étage inconnu"'));
    // The floor is kept from month to month and from series to series (F §4: it resets with the
    // houses).
    ok(ground.html.includes(`${path}/daily/2024/12?filter:floor=0`), "another month");
    ok(!first.html.includes("/daily/2024/12?"), "none was chosen");
    // The floors are those of all dwellings: on this one, none shows its detail.
    const third = await visitor.get(`${path}/daily/2025/01?filter:floor=3`);
    match(third.text, /Étage Tous \? RDC 2 3 /);
    match(
      third.text,
      /Aucun logement à détailler.*Les relevés des logements de cet étage ne se voient qu’ensemble/,
    );
    // A floor without dwellings selects the first one.
    match((await visitor.get(`${path}/daily/2025/01?filter:floor=9`)).text, /D1 \?/);
  }));

Deno.test("the page is by month only, by default today's; a user who sees no detail has no page", async () => {
  await withDwellings(async ({ visitor, path }) => {
    const first = await visitor.get(path);
    match(first.headers.get("location") ?? "", /\/daily\/\d{4}\/\d{2}$/);
    strictEqual((await visitor.get(`${path}/monthly/2025`)).status, 400);
    strictEqual((await visitor.get(`${path}x/daily/2025/01`)).status, 404);
    const all = await visitor.get(`${path.replace("/each/", "/all/")}/monthly/2025`);
    ok(all.html.includes(`href="${path}/daily/2025/01"`));
  });
  await withDwellings(async ({ visitor, path }) => {
    strictEqual((await visitor.get(`${path}/daily/2025/01`)).status, 403);
  }, ["collect:agg:daily"]);
});

// @spec housing.connectivity-counts
Deno.test("the overview counts dwellings by connectivity, with a link from each count, where it is shown", () =>
  withDwellings(async ({ visitor }) => {
    const { html, text } = await visitor.get(`/collect/${PROJECT}`);
    match(text, /En ligne 0 Joignable 0 Vu ces 7 derniers jours 0 Hors ligne 5.logements/);
    const list = `/collect/${PROJECT}/houses?filter:connectivity=offline`;
    ok(html.includes(`href="${list}"`));
    match((await visitor.get(list)).text, /5.logements/);
  }));

Deno.test("dwelling whose occupant changed is not compared with a month of another", () =>
  withDwellings(async ({ visitor, writer, path }) => {
    const houses = await answerOf(writer("listHouses", { projectId: PROJECT }));
    const houseId = houses.find(({ settings }) => settings.name === "C1")?.id ?? "";
    const body = { name: "Léa", email: "", from: "2024-06-01", to: null, consent: null };
    ok((await writer("createOccupancy", { projectId: PROJECT, houseId, body })).ok);
    const { text } = await visitor.get(`${path}/daily/2025/01?filter:floor=2`);
    match(text, /C1 2 4 \d+.% /);
  }));
