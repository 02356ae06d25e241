/**
 * The dwelling data that pages and files show, compared with the table that also checks the rule.
 */

import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import type { CallFunction } from "@/lib/app/catalogue.ts";
import type { Role } from "@/lib/identity/roles.ts";
import { FINENESSES, type Resolution } from "@/lib/series/resolution.ts";
import { storedSeriesId } from "@/lib/timeseries/readings.ts";
import { aHouse, aHousingSeries } from "@/tests/helpers/a_dwelling.ts";
import { aMember, PROJECT, someone } from "@/tests/helpers/a_residence.ts";
import { type Site, type Visitor, withSite } from "@/tests/helpers/a_site.ts";
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
