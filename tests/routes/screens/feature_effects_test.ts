import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import type { Ask } from "../../../lib/contract/catalogue.ts";
import { FEATURE_FLAGS, type FeatureFlag } from "../../../lib/domain/projects/features_form.ts";
import type { ProjectFeatures } from "../../../lib/domain/projects/types.ts";
import type { Role } from "../../../lib/domain/roles/roles.ts";
import { NO_FEATURES } from "../../../lib/backend/embedded/project_records.ts";
import {
  aBoilerRoom,
  anOutdoorSource,
  aSeries,
  PROJECT,
  someone,
  writeResidence,
} from "../../backend/a_residence.ts";
import { type Visitor, withSite } from "./a_site.ts";

/** A residence whose features are chosen, and whoever administers it with every role. */
interface Residence {
  ask: Ask;
  visitor: Visitor;
  /** Made before any feature is chosen. */
  boilerRoomId: string;
  seriesId: string;
}

const PATH = `/collect/${PROJECT}`;

/** What is looked at, told as one value that must differ with and without the feature. */
type Look = (residence: Residence) => Promise<unknown>;

function offers(role: Role): Look {
  return async ({ ask }) => {
    const roles = await ask("listProjectAvailableRoles", { projectId: PROJECT });
    ok(roles.ok);
    return roles.answer.some((one) => one.role === role);
  };
}

function status(path: string): Look {
  return async ({ visitor }) => (await visitor.get(`${PATH}${path}`)).status === 200;
}

function shows(path: string, words: string): Look {
  return async ({ visitor }) => (await visitor.get(`${PATH}${path}`)).html.includes(words);
}

const calculatedDates: Look = async ({ ask, boilerRoomId }) => {
  const read = await ask("getHeatingSeasons", { projectId: PROJECT, boilerRoomId });
  ok(read.ok);
  return read.answer.seasons[0]?.calculatedDateStart === "2024-10-10";
};

/** What each function changes once on. @spec domain §3 "Project features and their effect" */
const EFFECTS: Readonly<Partial<Record<FeatureFlag, Look>>> = {
  houseTypes: shows("/houses/new", 'name="houseTypeId"'),
  houseMetadata: shows("/houses/new", 'name="config"'),
  housesConsreport: offers("collect:housesconsreport:read"),
  display: offers("collect:display:read"),
  housesAppAlarm: offers("collect:housing:alerts:read"),
  calculatedHeatingSeason: calculatedDates,
  facilityFiveMin: async ({ visitor, seriesId }) =>
    (await visitor.get(`${PATH}/facilities/${seriesId}/daily/2025/01`)).html.includes("/fivemin/"),
};

function withResidence(test: (residence: Residence) => Promise<void>): Promise<void> {
  return withSite(async (site) => {
    await writeResidence(site);
    const ask = await someone(site, { isAdmin: true, roles: ["collect"] });
    const visitor = site.visitor();
    await visitor.signIn();
    const boilerRoomId = await aBoilerRoom(ask);
    const seriesId = await aSeries(ask, "TEMP", boilerRoomId);
    await coldWinter(ask, boilerRoomId);
    await test({ ask, visitor, boilerRoomId, seriesId });
  });
}

/** A season typed, and a weather that tells another: three cold days from 10 October, the last on 20 May. */
async function coldWinter(ask: Ask, boilerRoomId: string): Promise<void> {
  const outdoorSourceId = await anOutdoorSource(ask);
  const days = ["20241010", "20241011", "20241012", "20250518", "20250519", "20250520"];
  const lines = days.map((day) => `54526001;NANCY-OCHEY;48.58;5.96;336;${day};0;1;0.0;1;;9;10.0;1`);
  const heading = "NUM_POSTE;NOM_USUEL;LAT;LON;ALTI;AAAAMMJJ;RR;QRR;TN;QTN;HTN;QHTN;TX;QTX";
  const body = [heading, ...lines].join("\n");
  const at = { projectId: PROJECT, outdoorSourceId };
  const read = await ask("importOutdoorDays", { ...at, dryRun: "false", body });
  ok(read.ok && read.answer.insertedCount === days.length, JSON.stringify(read));
  const typed = [{ yearStart: 2024, dateStart: "2024-10-01", dateStop: "2025-05-31" }];
  ok((await ask("putHeatingSeasons", { projectId: PROJECT, boilerRoomId, body: typed })).ok);
}

async function choose(ask: Ask, chosen: Partial<ProjectFeatures>): Promise<void> {
  const off = { ...NO_FEATURES, facilityFiveMin: false, houseMode: 1 as const };
  const body = { ...off, ...chosen };
  ok((await ask("putProjectFeatures", { projectId: PROJECT, body })).ok);
}

for (const flag of FEATURE_FLAGS) {
  const look = EFFECTS[flag];
  if (look === undefined) continue;
  Deno.test(`${flag} changes what the residence offers once it is on, and only then`, () =>
    withResidence(async (residence) => {
      const seen: unknown[] = [];
      for (const isOn of [false, true, false]) {
        await choose(residence.ask, { [flag]: isOn });
        seen.push(await look(residence));
      }
      deepStrictEqual(seen, [false, true, false]);
    }));
}

Deno.test("houseMode decides whether there are dwellings, and which of their details are offered", () =>
  withResidence(async (residence) => {
    const looks = [
      status("/houses"),
      offers("collect:detail:daily"),
      offers("collect:anondetail:daily"),
    ];
    const seen: unknown[][] = [];
    for (const houseMode of [0, 1, 2, 3, 4] as const) {
      await choose(residence.ask, { houseMode });
      seen.push(await Promise.all(looks.map((look) => look(residence))));
    }
    deepStrictEqual(seen, [
      [false, false, false],
      [true, true, false],
      [true, false, true],
      [true, true, true],
      [true, true, true],
    ]);
  }));

Deno.test("houseHourly offers hourly roles, and lets each dwelling choose where it is configurable", () =>
  withResidence(async (residence) => {
    const looks = [offers("collect:detail:hourly"), shows("/houses/new", 'name="hourlyMode"')];
    const seen: unknown[][] = [];
    for (const houseHourly of [0, 1, 5] as const) {
      await choose(residence.ask, { houseHourly });
      seen.push(await Promise.all(looks.map((look) => look(residence))));
    }
    deepStrictEqual(seen, [[false, false], [true, false], [true, true]]);
  }));

Deno.test("the dates of a season are those typed, until the residence wants those of its weather", () =>
  withResidence(async ({ ask, boilerRoomId }) => {
    await choose(ask, { calculatedHeatingSeason: true });
    const read = await ask("getHeatingSeasons", { projectId: PROJECT, boilerRoomId });
    ok(read.ok);
    const [season] = read.answer.seasons;
    deepStrictEqual([season?.dateStart, season?.calculatedDateStart], ["2024-10-01", "2024-10-10"]);
    strictEqual(season?.calculatedDateStop, "2025-05-20");
  }));
