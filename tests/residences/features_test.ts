import { deepStrictEqual, match, ok, strictEqual } from "node:assert/strict";
import type { CallFunction } from "@/lib/app/catalogue.ts";
import type { Role } from "@/lib/identity/roles.ts";
import { FEATURES_FORM } from "@/lib/residences/forms.ts";
import { NO_FEATURES } from "@/lib/residences/records.ts";
import type { ProjectFeatures } from "@/lib/residences/schema.ts";
import { storedSeriesId } from "@/lib/timeseries/readings.ts";
import { aHousingSeries, houseDraft } from "@/tests/helpers/a_dwelling.ts";
import {
  aBoilerRoom,
  anOutdoorSource,
  aSeries,
  PROJECT,
  storedSeries,
} from "@/tests/helpers/a_residence.ts";
import { type Site, type Visitor, withVisitor } from "@/tests/helpers/a_site.ts";
import { answerOf } from "@/tests/helpers/fixtures.ts";

const FEATURES_PATH = `/collect/${PROJECT}/features`;

function withFeatures(
  isAdmin: boolean,
  test: (visitor: Visitor, modes: () => Promise<unknown>) => Promise<void>,
): Promise<void> {
  return withVisitor({ isAdmin, roles: ["collect:read"] }, async ({ ask, visitor }) => {
    await test(visitor, async () => {
      const { houseMode, houseHourly, display } = await answerOf(
        ask("getProjectFeatures", { projectId: PROJECT }),
      );
      return [houseMode, houseHourly, display].join();
    });
  });
}

Deno.test("mode that is not offered is refused, and nothing is written", () =>
  withFeatures(true, async (visitor, modes) => {
    const before = await modes();
    strictEqual(
      (await visitor.post(FEATURES_PATH, { form: "features", houseMode: "9", houseHourly: "0" }))
        .status,
      400,
    );
    strictEqual(await modes(), before);
  }));

/** The installed equipment of the residence, without the version. */
async function installation(ask: CallFunction): Promise<unknown> {
  const { version: _, ...answer } = await answerOf(
    ask("getProjectInstallation", { projectId: PROJECT }),
  );
  return answer;
}

// @spec projects.installation
Deno.test("the installed equipment of a residence is declared by a form; roles, alerts and rights follow", () =>
  withVisitor({ isAdmin: true, roles: ["collect", "pilot"] }, async ({ visitor, ask }) => {
    const offered = async () => {
      const roles = await answerOf(ask("listProjectAvailableRoles", { projectId: PROJECT }));
      const alarms = await answerOf(ask("listAvailableSelections", { projectId: PROJECT }));
      const names = roles.map(({ role }) => role);
      return [
        names.includes("pilot"),
        names.includes("collect:housing:pilottemp:read"),
        names.filter((role) => role.startsWith("ecotouch:houses:")),
        alarms.some(({ handler }) => handler === "pilot-online"),
      ];
    };
    deepStrictEqual(await offered(), [false, false, [], false]);
    const bare = await visitor.get(FEATURES_PATH);
    match(bare.html, /name="instrumented" value="on" checked/);
    const saved = await visitor.post(FEATURES_PATH, {
      form: "installation",
      version: bare.version("installation"),
      hasPilot: "on",
      hasTempPilot: "on",
      ecotouchAdmin: "2",
    });
    strictEqual(saved.status, 303);
    strictEqual(saved.headers.get("location"), `${FEATURES_PATH}?saved=installation#installation`);
    deepStrictEqual(await installation(ask), {
      hasPilot: true,
      hasTempPilot: true,
      instrumented: false,
      ecotouchAdmin: 2,
    });
    deepStrictEqual(await offered(), [
      true,
      true,
      ["ecotouch:houses:write", "ecotouch:houses:read", "ecotouch:houses:admin"],
      true,
    ]);
  }));

// @spec projects.features
Deno.test("FEATURES_FORM reads the modes and the ticked boxes, and shows them again", () => {
  const typed = { houseMode: "3", houseHourly: "6", display: "on" };
  const features = FEATURES_FORM.read(typed);
  deepStrictEqual([features?.houseMode, features?.houseHourly], [3, 6]);
  const on = Object.entries(features ?? {}).filter(([, value]) => value === true);
  deepStrictEqual(on, [["display", true]]);
  strictEqual(FEATURES_FORM.typed(features).display, "on");
});

/** A residence whose features are chosen, and a user who administers it with every role. */
interface Residence {
  ask: CallFunction;
  visitor: Visitor;
  /** Created before any feature is chosen. */
  boilerRoomId: string;
  seriesId: string;
  /** Series of the dwellings' temperatures, and the dwelling that has one. */
  temperatures: string;
  houseId: string;
}

const PATH = `/collect/${PROJECT}`;

/** The checked data, as one value that must differ with and without the feature. */
type Look = (residence: Residence) => Promise<unknown>;

function offers(role: Role): Look {
  return async ({ ask }) => {
    const roles = await answerOf(ask("listProjectAvailableRoles", { projectId: PROJECT }));
    return roles.some((one) => one.role === role);
  };
}

function status(path: string): Look {
  return async ({ visitor }) => (await visitor.get(`${PATH}${path}`)).status === 200;
}

function shows(path: string, words: string): Look {
  return async ({ visitor }) => (await visitor.get(`${PATH}${path}`)).html.includes(words);
}

const calculatedDates: Look = async ({ ask, boilerRoomId }) => {
  const read = await answerOf(ask("getHeatingSeasons", { projectId: PROJECT, boilerRoomId }));
  return read.seasons[0]?.calculatedDateStart === "2024-10-10";
};

/** The effect of each feature. @spec domain §3 "Project features and their effect" */
const EFFECTS: Readonly<Record<Exclude<keyof ProjectFeatures, "houseMode" | "houseHourly">, Look>> =
  {
    houseTypes: shows("/houses/new", 'name="houseTypeId"'),
    houseMetadata: shows("/houses/new", 'name="config"'),
    housesConsreport: offers("collect:housesconsreport:read"),
    display: offers("collect:display:read"),
    housesAppAlarm: offers("collect:housing:alerts:read"),
    calculatedHeatingSeason: calculatedDates,
    houseOnConnection: shows("/houses", "Connexion"),
    tempOffset: async (residence) => {
      const shown = await shownTemperatures(residence);
      // The module reads 0.5 °C too much: 20.5 °C is 20 °C.
      deepStrictEqual(new Set(shown).size, 1, shown.join());
      return shown[0] === "20";
    },
    facilityFiveMin: async ({ visitor, seriesId }) =>
      (await visitor.get(`${PATH}/facilities/${seriesId}/daily/2025/01`)).html.includes(
        "/fivemin/",
      ),
  };

function withResidence(test: (residence: Residence) => Promise<void>): Promise<void> {
  return withVisitor({ isAdmin: true, roles: ["collect"] }, async ({ site, ask, visitor }) => {
    const boilerRoomId = await aBoilerRoom(ask);
    const seriesId = await aSeries(ask, "TEMP", boilerRoomId);
    await coldWinter(ask, boilerRoomId);
    const [temperatures, houseId] = await aMeasuredHouse(site, ask);
    await test({ ask, visitor, boilerRoomId, seriesId, temperatures, houseId });
  });
}

/** A dwelling whose module reads 0.5 °C too much, and read 20.5 °C on 5 January 2026. */
async function aMeasuredHouse(
  { store, clock }: Site,
  ask: CallFunction,
): Promise<[string, string]> {
  const temperatures = await aHousingSeries(ask, "TEMP");
  const body = houseDraft({ config: { tempOffset: "0.5" } });
  const house = await answerOf(ask("createHouse", { projectId: PROJECT, body }));
  const seriesId = storedSeriesId(temperatures, house.id);
  const readings = [{ epochS: Date.parse("2026-01-05T08:00:00Z") / 1_000, value: 20.5 }];
  await storedSeries({ store, clock }).append([{ seriesId, kind: "instant", readings }]);
  return [temperatures, house.id];
}

/** The temperature of that dwelling that day, as the calls, the page and the file show it. */
async function shownTemperatures(residence: Residence): Promise<string[]> {
  const { ask, visitor, temperatures: series, houseId } = residence;
  const all = { projectId: PROJECT, series };
  const one = { ...all, houseId };
  const day = "2026-01-05";
  const months = { segment: "monthly-2026" };
  const answers = await Promise.all([
    ask("getHouseRangeData", { ...one, ...months }),
    ask("getHouseRangeStats", { ...one, segment: "daily-2026-01" }),
    ask("getHouseStats", { ...one, ...months }),
    ask("getHouseDetailedData", { ...one, segment: `fivemin-${day}` }),
    ask("getHouseLastSensorData", { ...one, instant: day }),
    ask("getSeriesRangeData", { ...all, ...months }),
    ask("getSeriesRangeStats", { ...all, ...months }),
    ask("getSeriesStats", { ...all, instant: day }),
    ask("getSeriesDetailedData", { ...all, instant: day }),
    ask("getSeriesLastSensorData", { ...all, instant: day }),
    ask("getHousingRangeData", { projectId: PROJECT, ...months }),
    ask("getHousingRangeStats", { projectId: PROJECT, ...months }),
  ]);
  const values = answers.map((answer) => {
    ok(answer.ok, JSON.stringify(answer));
    return /"(?:value|mean)":(20(?:\.5)?)\b/.exec(JSON.stringify(answer.answer))?.[1] ?? "none";
  });
  const path = `${PATH}/houses/${houseId}/${series}`;
  const page = await visitor.get(`${path}/daily/2026/01`);
  const file = await visitor.get(`${path}/daily/2026/01?csv=comma`);
  const texts = [
    /<td[^>]*>(20(?:,5)?)<\/td>/.exec(page.html)?.[1] ?? "none",
    /^2026-01-05,(20(?:\.5)?),/m.exec(file.html)?.[1] ?? file.html.slice(0, 300),
  ];
  return [...values, ...texts.map((found) => found.replace(",", "."))];
}

/**
 * A typed season, and another one by the weather: three cold days from 10 October, the last on 20
 * May, with mild days before and after them.
 */
async function coldWinter(ask: CallFunction, boilerRoomId: string): Promise<void> {
  const outdoorSourceId = await anOutdoorSource(ask);
  const days = ["20241010", "20241011", "20241012", "20250518", "20250519", "20250520"];
  const mild = ["20241007", "20241008", "20241009", "20250521", "20250522", "20250523"];
  const line = (day: string, celsius: string) =>
    `54526001;NANCY-OCHEY;48.58;5.96;336;${day};0;1;${celsius};1;;9;${celsius};1`;
  const lines = [...days.map((day) => line(day, "5.0")), ...mild.map((day) => line(day, "20.0"))];
  const heading = "NUM_POSTE;NOM_USUEL;LAT;LON;ALTI;AAAAMMJJ;RR;QRR;TN;QTN;HTN;QHTN;TX;QTX";
  const body = [heading, ...lines].join("\n");
  const at = { projectId: PROJECT, outdoorSourceId };
  const read = await ask("importOutdoorDays", { ...at, dryRun: "false", body });
  ok(read.ok && read.answer.insertedCount === lines.length, JSON.stringify(read));
  const typed = [{ yearStart: 2024, dateStart: "2024-10-01", dateStop: "2025-05-31" }];
  ok((await ask("putHeatingSeasons", { projectId: PROJECT, boilerRoomId, body: typed })).ok);
}

async function choose(ask: CallFunction, chosen: Partial<ProjectFeatures>): Promise<void> {
  const off = {
    ...NO_FEATURES,
    facilityFiveMin: false,
    houseMode: 1 as const,
    houseHourly: 3 as const,
  };
  const body = { ...off, ...chosen };
  ok((await ask("putProjectFeatures", { projectId: PROJECT, body })).ok);
}

for (const [flag, look] of Object.entries(EFFECTS)) {
  Deno.test(`${flag} changes the residence only once it is on`, () =>
    withResidence(async (residence) => {
      const seen: unknown[] = [];
      for (const isOn of [false, true, false]) {
        await choose(residence.ask, { [flag]: isOn });
        seen.push(await look(residence));
      }
      deepStrictEqual(seen, [false, true, false]);
    }));
}

Deno.test("houseMode determines whether there are dwellings, and which of their details are offered", () =>
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

Deno.test("the dates of a season are the typed ones, until the residence uses the weather's", () =>
  withResidence(async ({ ask, boilerRoomId }) => {
    await choose(ask, { calculatedHeatingSeason: true });
    const read = await answerOf(ask("getHeatingSeasons", { projectId: PROJECT, boilerRoomId }));
    const [season] = read.seasons;
    deepStrictEqual([season?.dateStart, season?.calculatedDateStart], ["2024-10-01", "2024-10-10"]);
    strictEqual(season?.calculatedDateStop, "2025-05-20");
  }));
