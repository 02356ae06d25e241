import { encode } from "fast-png";
import { deepStrictEqual, doesNotMatch, match, ok, strictEqual } from "node:assert/strict";
import { IMAGE_MAX_BYTES, imageSize } from "@/lib/base/image_format.ts";
import { projectRecord } from "@/lib/residences/records.ts";
import { keys } from "@/lib/store/keys.ts";
import { readEntry } from "@/lib/store/store.ts";
import { links } from "@/lib/ui/links.ts";
import { PROJECT } from "@/tests/helpers/a_residence.ts";
import type { Page, Site, Visitor } from "@/tests/helpers/a_site.ts";
import { type ReportsPlace, withReportsSite } from "@/tests/helpers/consumption_reports.ts";
import { aPhoto, segment, TURNED } from "@/tests/helpers/file_bytes.ts";

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
  const found = await landlord("getConsumptionReportSettings", { projectId: PROJECT });
  if (!found.ok) throw new TypeError(found.code);
  const { version: _, ...settings } = found.answer;
  return settings;
}

// @spec reports.settings
Deno.test("references and prices are saved and shown again, and the month's page links to them", () =>
  withSettings(async ({ visitor, version, ...place }) => {
    const month = await visitor.get(links.consumptionReports(PROJECT, "2026-01"));
    match(month.html, new RegExp(`href="${SETTINGS}"`));
    const saved = await visitor.post(SETTINGS, { ...TYPED, version });
    strictEqual(saved.headers.get("location"), `${SETTINGS}?saved=references#references`);
    deepStrictEqual(await storedSettings({ visitor, ...place }), {
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

// @spec reports.settings
Deno.test("wrong references are named, and the typed values stay", () =>
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
  }));

// @spec reports.settings
Deno.test("of two tabs the second is shown both versions", () =>
  withSettings(async ({ visitor, version }) => {
    await visitor.post(SETTINGS, { ...TYPED, version });
    const late = await visitor.post(SETTINGS, { ...TYPED, version, plugsReference: "900" });
    strictEqual(late.status, 409);
    match(late.text, /Repère prises.*900.*200|Repère prises.*200.*900/);
    strictEqual((await sendImage(visitor, version, PNG)).status, 409);
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

// @spec reports.image
Deno.test("photograph of a telephone is accepted as it is, and stored upright and small", () =>
  withSettings(async (place) => {
    const { visitor, version } = place;
    // A camera's metadata is in segments of 64 KB.
    const words = Array.from({ length: 40 }, () => segment(0xe4, Array(65_000).fill(0))).flat();
    const photo = aPhoto({ width: 4_032, height: 3_024, others: [...TURNED, ...words] });
    ok(photo.length > 2_500_000);
    const sent = await sendImage(visitor, version, photo);
    strictEqual(sent.headers.get("location"), `${SETTINGS}?saved=image#image`);
    const { image, imageMimeType } = await storedSettings(place);
    strictEqual(imageMimeType, "image/jpeg");
    deepStrictEqual(imageSize(Uint8Array.fromBase64(image ?? "")), { width: 450, height: 600 });
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

// @spec reports.settings
Deno.test("the settings are refused to a user who only reads the reports", () =>
  withReportsSite(async (place) => {
    const { visitor } = place;
    strictEqual((await visitor.get(SETTINGS)).status, 403);
    strictEqual((await visitor.post(SETTINGS, { ...TYPED, version: "" })).status, 403);
    const { html } = await visitor.get(links.consumptionReports(PROJECT, "2026-01"));
    doesNotMatch(html, new RegExp(SETTINGS));
    strictEqual((await storedSettings(place)).lightsReference, null);
  }, { roles: ["collect:housesconsreport:read"] }));

// @spec reports.settings
Deno.test("the settings are not found where the residence has no reports", () =>
  withReportsSite(async ({ visitor }) => {
    strictEqual((await visitor.get(SETTINGS)).status, 404);
    strictEqual((await visitor.get(IMAGE)).status, 404);
  }, { roles: ["collect:housesconsreport:write"], housesConsreport: false }));
