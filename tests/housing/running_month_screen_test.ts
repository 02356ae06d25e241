import { match, ok, strictEqual } from "node:assert/strict";
import { addDays } from "@/lib/base/civil_dates.ts";
import { civilDateOf, dayBounds } from "@/lib/base/time_zones.ts";
import type { Role } from "@/lib/identity/roles.ts";
import { storedSeriesId } from "@/lib/timeseries/readings.ts";
import { aHouse, aHousingSeries } from "@/tests/helpers/a_dwelling.ts";
import { PROJECT, storedSeries } from "@/tests/helpers/a_residence.ts";
import { type Site, type Visitor, withWriter } from "@/tests/helpers/a_site.ts";

/** Litres a day from two years to a year ago, and in the last months. */
interface Habit {
  before: number;
  now: number;
}

interface Place {
  visitor: Visitor;
  /** Address of the month of all the dwellings. */
  month: string;
  /** Address of a dwelling that shows its detail. */
  house: string;
}

/**
 * A residence of one dwelling whose water meter was read each midnight, including that of today, 10
 * February 2026.
 */
function withWater(
  habit: Habit,
  test: (place: Place) => Promise<void>,
  roles: Role[] = ["collect:read"],
): Promise<void> {
  return withWriter({ roles }, async ({ site, ask: writer, visitor }) => {
    const series = await aHousingSeries(writer, "EFSV");
    const id = await aHouse(writer, { name: "A1", collectMode: 1 });
    const today = civilDateOf(site.clock.now());
    await writeRegisters(site, storedSeriesId(series, id), { today, habit });
    const houses = `/collect/${PROJECT}/houses`;
    await test({ visitor, month: `${houses}/month`, house: `${houses}/${id}` });
  }, { residence: { features: { houseMode: 1, houseHourly: 0 } } });
}

async function writeRegisters(
  site: Site,
  seriesId: string,
  { today, habit }: { today: string; habit: Habit },
): Promise<void> {
  const readings = [];
  let value = 100;
  for (let date = addDays(today, -420); date <= today; date = addDays(date, 1)) {
    readings.push({ epochS: dayBounds(date).from / 1_000, value });
    value += (date < addDays(today, -200) ? habit.before : habit.now) / 1_000;
  }
  await storedSeries(site).append([{ seriesId, kind: "index", readings }]);
}

Deno.test("the running month of all dwellings, and of one, is shown with the same month a year before", () =>
  withWater({ before: 200, now: 200 }, async ({ visitor, month, house }) => {
    for (const path of [month, house]) {
      const { status, text } = await visitor.get(path);
      strictEqual(status, 200);
      match(text, /Eau froide .*Maîtrisée/);
      match(text, /Jusqu’à hier, à côté du même mois un an avant/);
    }
    const file = await visitor.get(`${month}?csv=semicolon`);
    const [head = "", line = ""] = file.html.split("\r\n");
    match(head, /^\uFEFFConsommation;Jusqu’à hier;.* \d{4};Avancement;Projection;État;Complétude;/);
    const cells = line.split(";");
    // 200 litres on each of the 28 days of February.
    strictEqual(cells[4], "5,6");
    strictEqual(cells[5], "Maîtrisée");
  }));

Deno.test("month projected at more than 5 % above the year before is marked as an increase, also in words", () =>
  withWater({ before: 200, now: 230 }, async ({ visitor, month }) => {
    match((await visitor.get(month)).text, /Eau froide .*En hausse/);
    const { html } = await visitor.get(month);
    ok(!html.includes("style="), "colours are the stylesheet's");
  }));

Deno.test("the bar of a month that has reached the year before is full, with a notice", () =>
  withWater({ before: 1, now: 900 }, async ({ visitor, month }) => {
    const { html, text } = await visitor.get(month);
    match(html, /<progress class="bar-very-bad" max="100" value="100" aria-label="Eau froide, /);
    match(text, /Dépassé/);
  }));

Deno.test("the list of dwellings links to the running month", () =>
  withWater({ before: 1, now: 1 }, async ({ visitor, month }) => {
    ok((await visitor.get(`/collect/${PROJECT}/houses`)).html.includes(`href="${month}"`));
  }));

Deno.test("user who reads only totals sees the month of all, and not of a dwelling", () =>
  withWater({ before: 200, now: 200 }, async ({ visitor, month, house }) => {
    match((await visitor.get(month)).text, /Eau froide .*Maîtrisée/);
    ok(!(await visitor.get(house)).text.includes("Mois en cours"));
  }, ["collect:agg:daily"]));

Deno.test("without a role on the dwellings the month is not found", () =>
  withWater({ before: 1, now: 1 }, async ({ visitor, month }) => {
    strictEqual((await visitor.get(month)).status, 403);
  }, ["collect:boilerroom:read"]));
