/**
 * Forms that were read but cannot be processed for now: they are shown again with the typed values
 * and the reason.
 */

import { encode } from "fast-png";
import { deepStrictEqual, match, strictEqual } from "node:assert/strict";
import { reencodedImage } from "@/lib/files/image_reencoding.ts";
import { links } from "@/lib/ui/links.ts";
import { LARGE_BODY_BYTES } from "@/lib/web/body_slots.ts";
import { ORG, PROJECT, writeResidence } from "@/tests/helpers/a_residence.ts";
import { fieldValue, type Page, type Site, withSite } from "@/tests/helpers/a_site.ts";
import { withReportsSite } from "@/tests/helpers/consumption_reports.ts";
import { aPdf, bytesOf } from "@/tests/helpers/hostile_pdfs.ts";
import { aLink, REQUEST, someDocuments, writeRegisters } from "@/tests/helpers/some_documents.ts";
import { withoutSlots } from "@/tests/helpers/taken_resources.ts";

/** The hidden fields of a page, with the typed values. */
function filled(html: string, typed: Readonly<Record<string, string | File>>): FormData {
  const form = new FormData();
  for (const [, name = ""] of html.matchAll(/<input[^>]*type="hidden"[^>]*name="([^"]*)"/g)) {
    form.set(name, fieldValue(html, name) ?? "");
  }
  for (const [name, value] of Object.entries(typed)) form.set(name, value);
  return form;
}

/** Checks that a page answers a form with 503 and a Retry-After of five seconds. */
function isShownAgain({ status, headers }: Page): void {
  deepStrictEqual([status, headers.get("retry-after")], [503, "5"]);
}

/** A provider on the page of a document, with a deposit to send. */
async function aDeposit(site: Site) {
  await writeResidence(site);
  await writeRegisters(site.store);
  const [first] = await someDocuments(site.platform.own.services);
  const path = `/providers/all/${ORG}/${REQUEST}/${first?.id}`;
  const visitor = site.visitor();
  await visitor.post("/providers/login", {
    token: await aLink(site, { email: "agence@chauffage.fr" }),
  });
  return async (pdf = aPdf()) => {
    const { html } = await visitor.get(path);
    const file = new File([pdf], "attestation.pdf", { type: "application/pdf" });
    const typed = { completionDate: "2026-02-08", "value.0.w1": "90,5", file };
    return await visitor.post(path, filled(html, typed));
  };
}

// @spec forms.busy
Deno.test("deposit that the scanner cannot check now is shown again with the reason and the typed values", () => {
  let isDown = true;
  const isInfected = () =>
    isDown ? Promise.reject(new Error("No scanner")) : Promise.resolve(false);
  return withSite(async (site) => {
    const deposit = await aDeposit(site);
    const page = await deposit();
    isShownAgain(page);
    strictEqual(site.faults.splice(0).length, 1);
    match(page.text, /Les documents ne peuvent être ni déposés ni lus pour l’instant/);
    strictEqual(page.value("completionDate"), "2026-02-08");
    strictEqual(page.value("value.0.w1"), "90,5");
    isDown = false;
    strictEqual((await deposit()).headers.get("location"), "/providers?saved=deposit#deposit");
  }, { documents: { isInfected } });
});

// @spec forms.busy
Deno.test("deposit of a large file without a slot: an error page says why, and shows the typed values", () =>
  withSite(async (site) => {
    const deposit = await aDeposit(site);
    const pixels = new Uint8Array(LARGE_BODY_BYTES).fill(65);
    const stream = bytesOf(`<< /Type /XObject /Length ${pixels.length} >>\nstream\n`);
    const scan = aPdf({ objects: [[stream, pixels, "\nendstream"]] });
    const refused = await withoutSlots(() => deposit(scan));
    strictEqual(refused.status, 503);
    match(refused.text, /Le serveur reçoit trop de données à la fois/);
    match(refused.text, /08\/02\/2026.*90,5/s);
    strictEqual((await deposit(scan)).headers.get("location"), "/providers?saved=deposit#deposit");
  }));

// @spec forms.busy
Deno.test("the third concurrent image is shown again with the reason, and is accepted a moment later", () =>
  withReportsSite(async ({ site }) => {
    const path = links.consumptionReportSettings(PROJECT);
    const visitor = await site.signIn();
    const { html } = await visitor.get(path);
    const side = 3_000;
    const picture = {
      width: side,
      height: side,
      data: new Uint8Array(3 * side * side),
      channels: 3,
    };
    const large = new Uint8Array(encode(picture));
    const sent = () =>
      visitor.post(path, filled(html, { form: "image", image: new File([large], "a.png") }));
    const others = [reencodedImage(large.slice()), reencodedImage(large.slice())];
    const busy = await sent();
    isShownAgain(busy);
    match(busy.text, /Le serveur reçoit trop de données à la fois/);
    await Promise.all(others);
    strictEqual((await sent()).headers.get("location"), `${path}?saved=image#image`);
  }, { roles: ["collect:housesconsreport:write"] }));
