import { deepStrictEqual, match, strictEqual } from "node:assert/strict";
import type { CallFunction } from "@/lib/app/catalogue.ts";
import { isTimeZone } from "@/lib/base/time_zones.ts";
import { clockName, clockText, timeZoneOfAddress } from "@/lib/residences/time_zone.ts";
import { compact } from "@/lib/timeseries/store/compaction.ts";
import { StoredSeries } from "@/lib/timeseries/store/stored_series.ts";
import { links } from "@/lib/ui/links.ts";
import type { TestPlatform } from "@/tests/helpers/a_platform.ts";
import { ORG, PROJECT, withMember } from "@/tests/helpers/a_residence.ts";
import { withVisitor } from "@/tests/helpers/a_site.ts";
import { LOCATION, seriesDraft } from "@/tests/helpers/drafts.ts";
import { answerOf } from "@/tests/helpers/fixtures.ts";

// @spec projects.clock
Deno.test("timeZoneOfAddress() is the time zone of the postal code", () => {
  const expected = {
    "54000": "Europe/Paris",
    "20000": "Europe/Paris",
    "97110": "America/Guadeloupe",
    "97200": "America/Martinique",
    "97300": "America/Cayenne",
    "97400": "Indian/Reunion",
    "97500": "America/Miquelon",
    "97600": "Indian/Mayotte",
    "98600": "Pacific/Wallis",
    "98714": "Pacific/Tahiti",
    "98800": "Pacific/Noumea",
    "98000": "Europe/Paris",
    "": "Europe/Paris",
  };
  for (const [zipCode, timeZone] of Object.entries(expected)) {
    strictEqual(timeZoneOfAddress({ zipCode }), timeZone);
    strictEqual(isTimeZone(timeZone), true);
    strictEqual(clockName(timeZone).includes("/"), false, "each clock has its French name");
  }
});

// @spec projects.clock
Deno.test("clockText() names the time zone of the days, and that of the address where it differs", () => {
  const location = { street: "", zipCode: "97400", city: "", latitude: null, longitude: null };
  strictEqual(
    clockText({ timeZone: "Indian/Reunion", location }),
    "Les jours et les mois de cette résidence sont comptés à l’heure de La Réunion, d’après son code postal. L’heure ne change plus après le premier relevé.",
  );
  strictEqual(
    clockText({ timeZone: "Europe/Paris", location }),
    "Les jours et les mois de cette résidence sont comptés à l’heure de Paris, comme ses premiers relevés\u00A0: l’adresse est à l’heure de La Réunion, mais l’heure ne change plus après le premier relevé.",
  );
});

function settings(zipCode: string) {
  return { name: "Les Flamboyants", code: "", location: { ...LOCATION, zipCode }, tags: [] };
}

async function created(ask: CallFunction, zipCode: string): Promise<string> {
  return (await answerOf(ask("createProject", { orgId: ORG, body: settings(zipCode) }))).id;
}

async function clockOf(ask: CallFunction, projectId: string): Promise<string> {
  return (await answerOf(ask("getProject", { projectId }))).timeZone;
}

/** One cubic metre an hour on 10 January 2026 in La Réunion: from 20:00 UTC the day before. */
async function drawOneDay({ store, clock }: TestPlatform, ask: CallFunction, projectId: string) {
  const body = seriesDraft({ dataUnitId: "EFSV" });
  const made = await answerOf(ask("createDataseries", { projectId, body }));
  const seriesId = made.id;
  const fromS = Date.UTC(2026, 0, 8, 20) / 1_000;
  const readings = Array.from({ length: 73 }, (_, hour) => ({
    epochS: fromS + hour * 3_600,
    value: Math.min(Math.max(hour - 24, 0), 24),
  }));
  await new StoredSeries(store, projectId, clock.now).append([{
    seriesId,
    kind: "index",
    readings,
  }]);
  return seriesId;
}

async function daysOf(ask: CallFunction, projectId: string, series: string) {
  const at = { projectId, series, segment: "daily-2026-01" };
  const read = await answerOf(ask("getFacilityRangeData", at));
  return read.slots.slice(8, 11).map(({ value }) => value);
}

// @spec projects.clock
Deno.test("residence of La Réunion counts its days in its own time zone, compacted or not", () =>
  withMember({ isAdmin: true }, async ({ built, ask }) => {
    for (const [zipCode, days] of [["97400", [0, 24, 0]], ["54000", [3, 21, 0]]] as const) {
      const projectId = await created(ask, zipCode);
      const series = await drawOneDay(built, ask, projectId);
      deepStrictEqual(await daysOf(ask, projectId, series), days);
      strictEqual(await compact(built.store, projectId, built.clock.now), "done");
      deepStrictEqual(await daysOf(ask, projectId, series), days);
    }
  }));

// @spec projects.clock
Deno.test("corrected address changes the time zone until the first reading", () =>
  withMember({ isAdmin: true }, async ({ built, ask }) => {
    const projectId = await created(ask, "54000");
    const save = async (zipCode: string) => {
      await answerOf(ask("putProjectSettings", { projectId, body: settings(zipCode) }));
      return await clockOf(ask, projectId);
    };
    strictEqual(await save("97200"), "America/Martinique");
    strictEqual(await save("97400"), "Indian/Reunion");
    const series = await drawOneDay(built, ask, projectId);
    strictEqual(await save("54000"), "Indian/Reunion");
    strictEqual(await compact(built.store, projectId, built.clock.now), "done");
    strictEqual(await save("54000"), "Indian/Reunion");
    deepStrictEqual(await daysOf(ask, projectId, series), [0, 24, 0]);
    const stored = await answerOf(ask("getProjectSettings", { projectId }));
    strictEqual(stored.location.zipCode, "54000");
  }));

// @spec projects.clock
Deno.test("the pages of a residence name the time zone of its days", () =>
  withVisitor({ isAdmin: true }, async ({ visitor }) => {
    const path = links.residenceSheet(PROJECT);
    const before = await visitor.get(path);
    match(before.text, /comptés à l’heure de Paris, d’après son code postal/);
    const sent = await visitor.post(path, {
      name: "Les Flamboyants",
      street: "1 rue Haute",
      zipCode: "97400",
      city: "Saint-Denis",
      version: before.version(),
    });
    strictEqual(sent.status, 303);
    match((await visitor.get(path)).text, /comptés à l’heure de La Réunion/);
    match((await visitor.get(links.residence(PROJECT))).text, /Heure locale Heure de La Réunion/);
    match((await visitor.get(links.newResidence())).text, /celle de son code postal/);
  }));
