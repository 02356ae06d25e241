import { deepStrictEqual, doesNotMatch, match, ok, strictEqual } from "node:assert/strict";
import { DEMO_ACCOUNTS } from "@/lib/demo/seed/accounts.ts";
import { type Visitor, withSite } from "@/tests/helpers/a_site.ts";
import { allRoutes, pathOf, type Place } from "@/tests/tools/routes.ts";

/** Parameters of a residence of the small data set. */
function placeOf(projectId: string): Place {
  const room = `${projectId}-c1`;
  return {
    orgId: "exemple",
    projectId,
    boilerRoomId: room,
    circuitId: `${room}-r1`,
    sourceId: `${projectId}-meteo`,
    series: `${room}-dep`,
    seriesId: `${room}-dep`,
    equipmentId: room,
    period: "monthly/2025",
    year: "2025",
    month: "2025-06",
    list: "running",
  };
}

/** Pages of equipment that the residence without dwellings lacks. */
const HAS_NO = [
  "houseId",
  "houseSeries",
  "buildingId",
  "consumerId",
  "reportId",
  "alarmId",
  "requestId",
  "docId",
  "email",
  "teamId",
  "tagId",
  "moduleId",
  "occupancyId",
  "importId",
  "actionId",
  "pce",
  "path",
  "node",
  "providerId",
  "contractId",
  "typedocId",
];

/** Pages of a feature that only its twin has on. */
const IS_OFF = /\/consumption-reports/;

async function signedInAs(visitor: Visitor): Promise<Visitor> {
  const { email, password } = DEMO_ACCOUNTS.sample;
  await visitor.signIn(email, password);
  return visitor;
}

// @spec demo.sample
Deno.test("the small data set has three residences of 20, 0 and 20 dwellings", () =>
  withSite(async ({ visitor }) => {
    const reader = await signedInAs(visitor());
    const { text } = await reader.get("/home");
    match(text, /3\u00A0résidences /);
    for (const name of ["Résidence Colette", "Maison des associations", "Les Glycines"]) {
      ok(text.includes(name), name);
    }
    const houses = await reader.get("/collect/p23/houses");
    match(houses.text, /20\u00A0logements/);
    strictEqual((await reader.get("/collect/p01")).status, 404);
  }, { demo: true }));

Deno.test("residence without dwellings displays every page of a residence correctly", () =>
  withSite(async ({ visitor }) => {
    const reader = await signedInAs(visitor());
    const routes = (await allRoutes()).filter(({ isPage, pattern }) =>
      isPage && pattern.includes(":projectId") && !pattern.startsWith("/display") &&
      !HAS_NO.some((name) => pattern.includes(`:${name}`))
    );
    const wrong: string[] = [];
    for (const route of routes) {
      const { status, text } = await reader.get(pathOf(route, placeOf("p24")));
      const twin = await reader.get(pathOf(route, placeOf("p25")));
      const expected = IS_OFF.test(route.pattern) ? 404 : twin.status;
      if (status !== expected) wrong.push(`${route.pattern}: ${status}, not ${expected}`);
      if (status >= 500) wrong.push(`${route.pattern}: ${status}`);
      doesNotMatch(text, /\b(NaN|undefined|null|Infinity)\b|∞/, route.pattern);
    }
    deepStrictEqual(wrong, []);
    ok(routes.length > 30, String(routes.length));
  }, { demo: true }));
