import { encode } from "fast-png";
import {
  deepStrictEqual,
  doesNotMatch,
  match,
  notStrictEqual,
  ok,
  strictEqual,
} from "node:assert/strict";
import { IMAGE_MAX_BYTES, imageSize } from "@/lib/base/image_format.ts";
import { NO_REPORT_SETTINGS } from "@/lib/consumption_reports/records.ts";
import {
  consumptionAnalysis,
  consumptionReportSettingsDraft,
} from "@/lib/consumption_reports/schema.ts";
import { NO_FEATURES, projectRecord } from "@/lib/residences/records.ts";
import { keys } from "@/lib/store/keys.ts";
import { readEntry } from "@/lib/store/store.ts";
import { links } from "@/lib/ui/links.ts";
import { anOutdoorSource, at, PROJECT, someone } from "@/tests/helpers/a_residence.ts";
import type { Page, Site, Visitor } from "@/tests/helpers/a_site.ts";
import { type ReportsPlace, withReportsSite } from "@/tests/helpers/consumption_reports.ts";
import { aPhoto } from "@/tests/helpers/file_bytes.ts";
import { answerOf, codeOf } from "@/tests/helpers/fixtures.ts";
import { refusedChanges } from "@/tests/helpers/schema_examples.ts";
import { REFERENCES, type ReportedPlace, withReports } from "./reported.ts";

const STORED_SETTINGS = { ...NO_REPORT_SETTINGS, image: null };

async function settingsIn({ ask }: Pick<ReportedPlace, "ask">) {
  return await answerOf(ask("getConsumptionReportSettings", at));
}

function png(width: number): string {
  const data = new Uint8Array(width * 3).fill(90);
  return new Uint8Array(encode({ width, height: 1, data, channels: 3 })).toBase64();
}

// @spec reports.settings
Deno.test("the fifteen settings are empty at first, then those of the last change; the selected source of the DJU is kept", () =>
  withReports(async (place) => {
    const { ask } = place;
    const { version, ...none } = await settingsIn(place);
    deepStrictEqual(none, STORED_SETTINGS);
    strictEqual(Object.keys(none).length, 15);
    const djuSource = await anOutdoorSource(ask);
    const settings = { ...STORED_SETTINGS, tempReference: 19, waterPricing: 4.3, djuSource };
    const put = async (over: object = {}) =>
      codeOf(
        await ask("putConsumptionReportSettings", { ...at, body: { ...settings, ...over } }),
      );
    strictEqual(await put({ version }), "ok");
    const { version: next, ...changed } = await settingsIn(place);
    deepStrictEqual(changed, settings);
    notStrictEqual(next, version);
    strictEqual(await put({ djuSource: "none" }), "unknown-reference");
    const source = { ...at, outdoorSourceId: djuSource };
    strictEqual(codeOf(await ask("deleteOutdoorSource", source)), "in-use");
    strictEqual(await put({ djuSource: null }), "ok");
    strictEqual(codeOf(await ask("deleteOutdoorSource", source)), "ok");
  }));

// @spec reports.image
Deno.test("an image is stored as re-encoded by the server, and unchanged when it is sent back", () =>
  withReports(async (place) => {
    const { ask } = place;
    const put = (image: string | null, imageMimeType: "image/png" | "image/jpeg" | null) =>
      ask("putConsumptionReportSettings", {
        ...at,
        body: { ...STORED_SETTINGS, image, imageMimeType },
      });
    // The declared type is ignored.
    strictEqual(codeOf(await put(png(1_200), "image/jpeg")), "ok");
    const { image, imageMimeType } = await settingsIn(place);
    strictEqual(imageMimeType, "image/png");
    deepStrictEqual(imageSize(Uint8Array.fromBase64(image ?? "")), { width: 600, height: 1 });
    strictEqual(codeOf(await put(image, imageMimeType)), "ok");
    strictEqual((await settingsIn(place)).image, image);
    for (const hostile of ["", btoa("GIF89a"), png(1_200).slice(0, 40)]) {
      strictEqual(codeOf(await put(hostile, "image/png")), "not-valid", hostile);
    }
    strictEqual((await settingsIn(place)).image, image);
    strictEqual(codeOf(await put(null, null)), "ok");
    strictEqual((await settingsIn(place)).image, null);
  }));

// @spec reports.settings
Deno.test("settings are changed by users with the role, where there are reports", () =>
  withReports(async ({ ask, built }) => {
    const roles = ["collect:housesconsreport:read"] as const;
    const reader = await someone(built, { email: "lea@bailleur.fr", roles });
    const change = { ...at, body: STORED_SETTINGS };
    strictEqual(codeOf(await reader("putConsumptionReportSettings", change)), "forbidden");
    const body = { ...STORED_SETTINGS, tempReference: 41 };
    strictEqual(
      codeOf(await ask("putConsumptionReportSettings", { ...at, body })),
      "invalid-input",
    );
    await built.store.atomic().set(keys.projectFeatures(PROJECT), NO_FEATURES).commit();
    const refused = codeOf(await ask("putConsumptionReportSettings", change));
    strictEqual(refused, "consumption-reports-off");
  }));

const SETTINGS = links.consumptionReportSettings(PROJECT);
const IMAGE = links.consumptionReportImage(PROJECT);
const PNG = new Uint8Array(
  encode({ width: 2, height: 1, data: new Uint8Array(6).fill(90), channels: 3 }),
);

const TYPED = {
  form: "references",
  lightsReference: "250",
  plugsReference: "1200",
  cookingReference: "350",
  elecPricing: "0,25",
  coldWaterReference: "30",
  hotWaterReference: "12",
  waterPricing: "4,3",
  waterHeatingEnergy: "urban",
  waterHeatingPricing: "0,1",
  heatingReference: "45,5",
  heatingPricing: "0,12",
  djuSource: "",
  tempReference: "19",
};

/** A residence with reports, and a user who may change its settings. */
function withSettings(
  test: (place: ReportsPlace & { version: string }) => Promise<void>,
): Promise<void> {
  return withReportsSite(async (place) => {
    await test({ ...place, version: (await place.visitor.get(SETTINGS)).version() });
  }, { roles: ["collect:housesconsreport:write"] });
}

async function moveTo({ store, platform }: Site, timeZone: string): Promise<void> {
  const { key, value } = await readEntry(store, keys.project(PROJECT), projectRecord);
  await store.atomic().set(key, { ...value, timeZone }).commit();
  await platform.versions.bump([{ kind: "project", id: PROJECT }]);
}

function sendImage(
  visitor: Visitor,
  version: string,
  image: Uint8Array<ArrayBuffer>,
  removed = false,
): Promise<Page> {
  const fields = new FormData();
  fields.set("form", "image");
  fields.set("version", version);
  // An empty file field sends a file without a name.
  fields.set("image", new File([image], image.length === 0 ? "" : "logo.png"));
  if (removed) fields.set("imageRemoved", "on");
  return visitor.post(SETTINGS, fields);
}

async function storedSettings({ landlord }: ReportsPlace) {
  const { version: _, ...settings } = await settingsIn({ ask: landlord });
  return settings;
}

// @spec reports.settings
Deno.test("wrong references are named, and the typed values stay; right ones are saved and shown again", () =>
  withSettings(async (place) => {
    const { visitor, version } = place;
    const typed = { ...TYPED, version, tempReference: "45", waterPricing: "cher" };
    const refused = await visitor.refused(SETTINGS, typed);
    match(refused.message("tempReference") ?? "", /40/);
    strictEqual(refused.message("waterPricing"), "Doit être un nombre");
    strictEqual(refused.message("lightsReference"), null);
    strictEqual(refused.value("plugsReference"), "1200");
    const unknown = await visitor.post(SETTINGS, { ...TYPED, version, djuSource: "ailleurs" });
    ok(unknown.message("djuSource"));
    strictEqual((await storedSettings(place)).lightsReference, null);
    const month = await visitor.get(links.consumptionReports(PROJECT, "2026-01"));
    match(month.html, new RegExp(`href="${SETTINGS}"`));
    const saved = await visitor.post(SETTINGS, { ...TYPED, version });
    strictEqual(saved.headers.get("location"), `${SETTINGS}?saved=references#references`);
    deepStrictEqual(await storedSettings(place), {
      lightsReference: 250,
      plugsReference: 1_200,
      cookingReference: 350,
      elecPricing: 0.25,
      coldWaterReference: 30,
      hotWaterReference: 12,
      waterPricing: 4.3,
      waterHeatingEnergy: "urban",
      waterHeatingPricing: 0.1,
      heatingReference: 45.5,
      heatingPricing: 0.12,
      djuSource: null,
      tempReference: 19,
      image: null,
      imageMimeType: null,
    });
    const page = await visitor.get(SETTINGS);
    for (const [name, value] of Object.entries(TYPED).slice(1)) {
      strictEqual(page.value(name), value, name);
    }
  }));

// @spec reports.image
Deno.test("an image is refused with the reason, stored, served and removed, without a script", () =>
  withSettings(async (place) => {
    const { visitor } = place;
    const version = async () => (await visitor.get(SETTINGS)).version();
    await visitor.post(SETTINGS, { ...TYPED, version: await version() });
    const said = async (bytes: Uint8Array<ArrayBuffer>) => {
      const sent = await sendImage(visitor, await version(), bytes);
      return [sent.status, sent.message("image-field")];
    };
    const empty = new Uint8Array();
    deepStrictEqual([
      await said(new TextEncoder().encode("<svg/>")),
      await said(PNG.slice(0, 40)),
      await said(aPhoto({ width: 8_064, height: 6_048 })),
      await said(new Uint8Array(IMAGE_MAX_BYTES + 1)),
      await said(empty),
    ], [
      [400, "Format d’image non accepté\u00A0: JPEG ou PNG uniquement"],
      [400, "L’image doit être au format JPEG ou PNG. Choisissez une autre image."],
      [400, "16\u00A0mégapixels maximum"],
      [400, "16\u00A0Mo maximum"],
      [400, "Ce champ est obligatoire"],
    ]);
    strictEqual((await visitor.get(IMAGE)).status, 404);

    const sent = await sendImage(visitor, await version(), PNG);
    strictEqual(sent.headers.get("location"), `${SETTINGS}?saved=image#image`);
    const served = await visitor.get(IMAGE);
    deepStrictEqual([served.status, served.headers.get("content-type")], [200, "image/png"]);
    match((await visitor.get(SETTINGS)).html, new RegExp(`<img src="${IMAGE}["?]`));
    strictEqual((await storedSettings(place)).waterPricing, 4.3);

    await sendImage(visitor, await version(), empty, true);
    strictEqual((await visitor.get(IMAGE)).status, 404);
    strictEqual((await storedSettings(place)).waterPricing, 4.3);
  }));

// @spec reports.mails
Deno.test("the monthly mail is turned on and off, and shows its content, its recipients and its last date", () =>
  withSettings(async ({ visitor, site, drawing }) => {
    const houseId = await drawing("A1", { "2025-12-01": 100 });
    const occupancy = { id: "o1", name: null, email: "ada@ici.fr", from: "2024-01-01", to: null };
    await site.store.atomic()
      .set(keys.occupancies(PROJECT, houseId), [{ ...occupancy, consent: null, accountId: null }])
      .set(keys.reportMailed(PROJECT, houseId), {
        month: "2025-12",
        occupancyIds: ["o1"],
        at: "2026-01-03T06:37:00Z",
      }).commit();
    const section = async () => {
      const { html } = await visitor.get(SETTINGS);
      return html.slice(html.indexOf('id="mails"'));
    };
    const off = await section();
    match(off, /à partir du 3, dès que tous ses relevés sont là/);
    match(off, /1\u00A0logement a aujourd’hui un occupant avec une adresse email/);
    match(off, /1\u00A0bilan de décembre 2025, le 03\/01\/2026 à 07:37/);
    await moveTo(site, "Indian/Reunion");
    match(await section(), /1\u00A0bilan de décembre 2025, le 03\/01\/2026 à 10:37/);
    doesNotMatch(off, /checked/);
    const version = (await visitor.get(SETTINGS)).version("mails");
    const saved = await visitor.post(SETTINGS, { form: "mails", isOn: "on", version });
    strictEqual(saved.headers.get("location"), `${SETTINGS}?saved=mails#mails`);
    const on = await section();
    match(on, /checked/);
    match(on, /envoyés depuis celui de février 2026/);
    const late = await visitor.post(SETTINGS, { form: "mails", version });
    strictEqual(late.status, 409);
    const now = (await visitor.get(SETTINGS)).version("mails");
    strictEqual((await visitor.post(SETTINGS, { form: "mails", version: now })).status, 303);
    doesNotMatch(await section(), /checked|envoyés depuis/);
  }));

// @spec reports.settings, reports.image
Deno.test("consumptionReportSettingsDraft refuses an image without its type, and values out of bounds", () => {
  const draft = { ...REFERENCES, image: null, imageMimeType: null };
  const wrong = [
    { image: "aGk=" },
    { imageMimeType: "image/png" },
    { image: "aGk=", imageMimeType: "image/gif" },
    { elecPricing: -0.01 },
    { elecPricing: 1_000.01 },
    { lightsReference: -1 },
    { tempReference: 40.1 },
  ];
  const right = [
    { image: "aGk=", imageMimeType: "image/png" },
    { elecPricing: 1_000 },
    { tempReference: 40 },
    { lightsReference: null },
  ];
  deepStrictEqual(
    refusedChanges(consumptionReportSettingsDraft, draft, [...wrong, ...right]),
    wrong,
  );
});

// @spec reports.analysis
Deno.test("consumptionAnalysis refuses a month without a year before, or of no plausible year, from another host", () => {
  const right = { month: "2026-01", isRunning: false, until: "2026-01-31", houses: [], mean: [] };
  const wrong = [{ month: "0001-01" }, { month: "9999-12" }, { month: "2026-13" }];
  const others = [{ month: "1970-01" }, { month: "2026-02" }];
  deepStrictEqual(refusedChanges(consumptionAnalysis, right, [...wrong, ...others]), wrong);
});
