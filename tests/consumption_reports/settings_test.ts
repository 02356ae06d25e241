import { encode } from "fast-png";
import { deepStrictEqual, notStrictEqual, strictEqual } from "node:assert/strict";
import { imageSize } from "@/lib/base/image_format.ts";
import { NO_REPORT_SETTINGS } from "@/lib/consumption_reports/records.ts";
import { NO_FEATURES } from "@/lib/residences/records.ts";
import { keys } from "@/lib/store/keys.ts";
import { anOutdoorSource, at, PROJECT, someone } from "@/tests/helpers/a_residence.ts";
import { answerOf, codeOf } from "@/tests/helpers/fixtures.ts";
import { type ReportedPlace, withReports } from "./reported_place.ts";

const SETTINGS = { ...NO_REPORT_SETTINGS, image: null };

async function settingsIn({ ask }: Pick<ReportedPlace, "ask">) {
  return await answerOf(ask("getConsumptionReportSettings", at));
}

function png(width: number): string {
  const data = new Uint8Array(width * 3).fill(90);
  return new Uint8Array(encode({ width, height: 1, data, channels: 3 })).toBase64();
}

// @spec reports.settings
Deno.test("the fifteen settings are empty at first, then those of the last change, which quotes their version", () =>
  withReports(async (place) => {
    const { ask } = place;
    const { version, ...none } = await settingsIn(place);
    deepStrictEqual(none, SETTINGS);
    strictEqual(Object.keys(none).length, 15);
    const djuSource = await anOutdoorSource(ask);
    const body = { ...SETTINGS, tempReference: 19, waterPricing: 4.3, djuSource, version };
    strictEqual(codeOf(await ask("putConsumptionReportSettings", { ...at, body })), "ok");
    const { version: next, ...changed } = await settingsIn(place);
    deepStrictEqual(changed, { ...SETTINGS, tempReference: 19, waterPricing: 4.3, djuSource });
    notStrictEqual(next, version);
    strictEqual(codeOf(await ask("putConsumptionReportSettings", { ...at, body })), "ok");
    const other = { ...body, tempReference: 20 };
    strictEqual(
      codeOf(await ask("putConsumptionReportSettings", { ...at, body: other })),
      "conflict",
    );
  }));

// @spec reports.settings
Deno.test("the source of the DJU belongs to the residence, and cannot be deleted while it is selected", () =>
  withReports(async ({ ask }) => {
    const put = (djuSource: string | null) =>
      ask("putConsumptionReportSettings", { ...at, body: { ...SETTINGS, djuSource } });
    strictEqual(codeOf(await put("none")), "unknown-reference");
    const outdoorSourceId = await anOutdoorSource(ask);
    strictEqual(codeOf(await put(outdoorSourceId)), "ok");
    strictEqual(codeOf(await ask("deleteOutdoorSource", { ...at, outdoorSourceId })), "in-use");
    strictEqual(codeOf(await put(null)), "ok");
    strictEqual(codeOf(await ask("deleteOutdoorSource", { ...at, outdoorSourceId })), "ok");
  }));

// @spec reports.image
Deno.test("an image is stored as re-encoded by the server, and unchanged when it is sent back", () =>
  withReports(async (place) => {
    const { ask } = place;
    const put = (image: string | null, imageMimeType: "image/png" | "image/jpeg" | null) =>
      ask("putConsumptionReportSettings", { ...at, body: { ...SETTINGS, image, imageMimeType } });
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
    const change = { ...at, body: SETTINGS };
    strictEqual(codeOf(await reader("putConsumptionReportSettings", change)), "forbidden");
    const body = { ...SETTINGS, tempReference: 41 };
    strictEqual(
      codeOf(await ask("putConsumptionReportSettings", { ...at, body })),
      "invalid-input",
    );
    await built.store.atomic().set(keys.projectFeatures(PROJECT), NO_FEATURES).commit();
    const refused = codeOf(await ask("putConsumptionReportSettings", change));
    strictEqual(refused, "consumption-reports-off");
  }));
