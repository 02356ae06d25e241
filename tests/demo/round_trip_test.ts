import { deepStrictEqual, match, ok, strictEqual } from "node:assert/strict";
import type { Call } from "@/lib/api/call.ts";
import { readOf } from "@/lib/api/parameters.ts";
import { fillPath } from "@/lib/api/routing.ts";
import { type CallName, CALLS } from "@/lib/app/catalogue.ts";
import { namesOf } from "@/lib/base/records.ts";
import { DEMO_ACCOUNTS } from "@/lib/demo/seed/accounts.ts";
import { DEMO_ORG } from "@/lib/demo/seed/people.ts";
import { demoSites } from "@/lib/demo/seed/site_table.ts";
import { siteId } from "@/lib/demo/simulation/site_series.ts";
import { FEWEST_ANONYMOUS } from "@/lib/housing/anonymity.ts";
import { signedIn } from "@/tests/helpers/a_platform.ts";
import { withApp } from "@/tests/helpers/an_app.ts";
import { placeIn } from "@/tests/helpers/schema_examples.ts";
import { seriesDraft } from "@/tests/helpers/drafts.ts";
import { answerOf, codeOfCall } from "@/tests/helpers/fixtures.ts";
import { inDemo } from "./in_demo.ts";

/** The calls that change one part of what their read answers. */
const PARTS: Readonly<Partial<Record<CallName, string>>> = {
  putHeatingSeasons: "seasons",
  putEfficiencySources: "sources",
};

/** Residences of the demo that have, together, all that calls change. */
const RESIDENCES = [0, 1, 2, 3];

// @spec calls.round-trip
Deno.test("what each read answers is accepted by the PUT of the same thing", () =>
  withApp(async (http, built) => {
    const { email, password } = DEMO_ACCOUNTS.landlord;
    const headers = { "x-authtoken": (await signedIn(built, email, password)).token };
    const refused: string[] = [];
    const accepted = new Set<string>();
    for (const name of namesOf(CALLS)) {
      const call: Call = CALLS[name];
      const read = call.method === "PUT" ? readOf(call, CALLS) : null;
      if (read === null) continue;
      for (const rank of RESIDENCES) {
        const place = placeIn(name, call, { orgId: DEMO_ORG.id, projectId: siteId(rank) });
        const answer = await http(`/api${fillPath(read.path, place)}`, { headers });
        const whole = await answer.json();
        if (answer.status !== 200) continue;
        const part = PARTS[name];
        const thing = part !== undefined ? whole[part] : read.path === call.path ? whole : whole[0];
        if (thing === undefined || thing === null) continue;
        const last = /:(\w+)$/.exec(call.path)?.[1] ?? "";
        const id = thing.id ?? thing[last];
        const at = read.path === call.path || id === undefined ? place : { ...place, [last]: id };
        const put = await http(`/api${fillPath(call.path, at)}`, {
          method: "PUT",
          headers: { ...headers, "content-type": "application/json" },
          body: JSON.stringify(thing),
        });
        const said = await put.text();
        if (put.status < 300) accepted.add(name);
        else refused.push(`${name} ${siteId(rank)} ${put.status} ${said}`);
      }
    }
    deepStrictEqual(refused, []);
    ok(accepted.size > 20, [...accepted].join(" "));
  }, { demo: true }));

const at = { projectId: "p01" };

Deno.test("the demo shares the sun of two roofs between a residence's dwellings and its common parts", () =>
  inDemo("landlord", async (ask) => {
    const { producers, consumers } = await answerOf(ask("getAutoconsumptionConfig", at));
    strictEqual(producers.length, 2);
    const countOf = (status: string) => consumers.filter((one) => one.status === status).length;
    ok(countOf("active") > FEWEST_ANONYMOUS);
    ok(countOf("invited") > 0 && countOf("left") > 0);
    strictEqual(new Set([...producers, ...consumers].map(({ prm }) => prm)).size, 29);
    const year = await ask("getAutoconsumptionData", { ...at, segment: "monthly-2025" });
    ok(year.ok);
    for (const slot of year.answer.slots) {
      ok(!slot.isWithheld && slot.completeness > 0.9, JSON.stringify(slot));
      const { producedKWh, selfConsumedKWh, surplusKWh } = slot;
      strictEqual(
        Math.round(1e6 * (producedKWh ?? 0)),
        Math.round(1e6 * (selfConsumedKWh ?? 0)) + Math.round(1e6 * (surplusKWh ?? 0)),
      );
    }
    const total = (name: "producedKWh" | "consumedKWh" | "selfConsumedKWh") =>
      year.answer.slots.reduce((sum, slot) => sum + (slot[name] ?? 0), 0);
    // 66 kW produce 900 kWh each in a year; a third to two thirds of it is consumed on the spot.
    ok(total("producedKWh") > 40_000 && total("producedKWh") < 66_000);
    const rate = total("selfConsumedKWh") / total("producedKWh");
    ok(rate > 0.33 && rate < 0.66, String(rate));
  }));

const RESIDENCES_WITH_FEATURES = demoSites().map((_, index) => siteId(index));

// @spec demo.features
Deno.test("the residences of the demo have every mode of dwellings, and one has calculated seasons", () =>
  inDemo("landlord", async (ask) => {
    const features = await Promise.all(
      RESIDENCES_WITH_FEATURES.map((projectId) =>
        answerOf(ask("getProjectFeatures", { projectId }))
      ),
    );
    deepStrictEqual([...new Set(features.map(({ houseMode }) => houseMode))].sort(), [
      0,
      1,
      2,
      3,
      4,
    ]);
    const rank = features.findIndex(({ calculatedHeatingSeason }) => calculatedHeatingSeason);
    const projectId = RESIDENCES_WITH_FEATURES[rank] ?? "";
    const room = { projectId, boilerRoomId: `${projectId}-c1` };
    const { seasons } = await answerOf(ask("getHeatingSeasons", room));
    // The demo is of 10 February 2026: last season is over, and its dates are those of the weather.
    const last = seasons.find(({ yearStart }) => yearStart === 2024);
    match(last?.calculatedDateStart ?? "", /^2024-(09|10)-/);
  }));

// @spec demo.calls
Deno.test("each state of the demo has messages", () =>
  inDemo("landlord", async (ask) => {
    let count = 0;
    for (const projectId of RESIDENCES_WITH_FEATURES) {
      const series = await answerOf(ask("listDataseries", { projectId }));
      const states = series.filter(({ scope, unit }) =>
        scope === "facilities" && unit.kind === "state"
      );
      for (const { id } of states) {
        const read = { projectId, series: id, segment: "daily-2026-01" };
        const { messages } = await answerOf(ask("getFacilityMessageData", read));
        ok(messages.length > 0, id);
        count++;
      }
    }
    strictEqual(count, 67);
  }));

// @spec demo.simulated-series
Deno.test("a simulated series refuses sources and files, and names itself; a new one takes them", () =>
  inDemo("landlord", async (ask) => {
    const at = { projectId: "p01" };
    const source = { source: "m,serial=1 value", houseId: null };
    const attach = (series: string, body = source) =>
      codeOfCall(ask("attachSource", { ...at, series, body }));
    strictEqual(await attach("p01-c1-gaz"), "simulated-series");
    const measure = { source: "m,house=* value", houseId: null };
    strictEqual(await attach("p01-l-temp", measure), "simulated-series");
    const body = seriesDraft({ dataUnitId: "TEMP", renamed: "Sonde du visiteur" });
    const { id } = await answerOf(ask("createDataseries", { ...at, body }));
    strictEqual(await attach(id), "ok");
    const rows = ["10/02/2026 08:00;p01-c1-gaz;5", "10/02/2026 08:00;Sonde du visiteur;5"];
    const file = ["date;serie;valeur", ...rows].join("\n");
    const { errors, insertedCount } = await answerOf(ask("importReadings", { ...at, body: file }));
    strictEqual(insertedCount, 1);
    deepStrictEqual(errors.map(({ line }) => line), [2]);
    match(
      errors[0]?.message ?? "",
      /La démonstration calcule «\u00A0.+\u00A0»\u00A0: créez une série/,
    );
  }));
