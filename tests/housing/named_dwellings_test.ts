/** Fields of a residence with more dwellings than a list may have: they accept a typed name. */

import { deepStrictEqual, match, ok, strictEqual } from "node:assert/strict";
import type { CallFunction } from "@/lib/app/catalogue.ts";
import { keys } from "@/lib/store/keys.ts";
import { links } from "@/lib/ui/links.ts";
import { FEW_CHOICES } from "@/lib/ui/named_choices.ts";
import { houseSettings } from "@/tests/helpers/a_dwelling.ts";
import { at, PROJECT, someone, writeResidence } from "@/tests/helpers/a_residence.ts";
import { type Visitor, withSite } from "@/tests/helpers/a_site.ts";
import { seriesDraft } from "@/tests/helpers/drafts.ts";
import { answerOf } from "@/tests/helpers/fixtures.ts";

interface Place {
  visitor: Visitor;
  ask: CallFunction;
  /** A water meter of the dwellings with typed indexes. */
  meter: string;
}

/** A residence of 120 dwellings, « A1 » to « A120 », and one of another residence. */
function withMany(test: (place: Place) => Promise<void>, count = FEW_CHOICES + 20): Promise<void> {
  return withSite(async (site) => {
    await writeResidence(site, { features: { houseMode: 1, housesAppAlarm: true } });
    const house = { kind: "module" as const, projectModuleId: null, serial: "", config: {} };
    const atomic = site.store.atomic().set(keys.house("p2", "elsewhere"), {
      ...house,
      settings: houseSettings({ name: "Z1" }),
    });
    for (let rank = 1; rank <= count; rank++) {
      const settings = houseSettings({ name: `A${rank}` });
      atomic.set(keys.house(PROJECT, `h${rank}`), { ...house, settings });
    }
    await atomic.commit();
    const ask = await someone(site, {
      isAdmin: true,
      roles: ["collect", "collect:housing:alerts:write"],
    });
    const body = seriesDraft({ dataUnitId: "EFSV", scope: "housing", manualIndex: true });
    const made = await answerOf(ask("createDataseries", { ...at, body }));
    const visitor = await site.signIn();
    await test({ visitor, ask, meter: made.id });
  });
}

/** The names proposed for a field on the page of a refused form. */
function proposed(html: string, name: string): string[] {
  const list = new RegExp(`<datalist id="${name}-near">(.*?)</datalist>`).exec(html)?.[1] ?? "";
  return [...list.matchAll(/value="([^"]*)"/g)].map(([, label = ""]) => label);
}

// @spec forms.named
Deno.test("an index is typed for a dwelling by name; another name is refused, kept and completed", () =>
  withMany(async ({ visitor, ask, meter }) => {
    const path = links.manualIndexes(PROJECT);
    const page = await visitor.get(path);
    ok(!page.html.includes("A57"), "the page lists no dwelling");
    match(
      page.text,
      /Son nom, comme A1.; un début de nom montre les plus proches. Vide, cela vaut «.Aucun.»/,
    );
    const typed = { form: "index", seriesId: meter, date: "2026-01-01", value: "12" };
    for (const houseId of ["Z1", "elsewhere"]) {
      const other = await visitor.refused(path, { ...typed, houseId });
      strictEqual(
        other.message("houseId"),
        `«\u00A0${houseId}\u00A0» n’existe pas dans cette résidence`,
      );
      strictEqual(other.value("houseId"), houseId);
      strictEqual(other.value("value"), "12");
    }
    const near = await visitor.post(path, { ...typed, houseId: "11" });
    match(
      near.message("houseId") ?? "",
      /«.11.» n’existe pas .*Noms proches.: A11, A110, A111, .*, A118 et 1.autre$/,
    );
    strictEqual(proposed(near.html, "houseId").length, 11);
    const only = await visitor.post(path, { ...typed, houseId: "57" });
    deepStrictEqual(proposed(only.html, "houseId"), ["A57"]);
    match(/<input[^>]*name="houseId"[^>]*>/.exec(only.html)?.[0] ?? "", / list="houseId-near"/);
    const missing = await visitor.post(path, { ...typed, houseId: "" });
    strictEqual(missing.message("houseId"), "Ce champ est obligatoire");
    strictEqual((await visitor.post(path, { ...typed, houseId: "a57" })).status, 303);
    const indexes = await answerOf(ask("listManualIndexes", at));
    deepStrictEqual(indexes.map(({ houseId }) => houseId), ["h57"]);
  }));

// @spec forms.named
Deno.test("meter's event, planned works and a message to tenants name dwellings, and show their names again", () =>
  withMany(async ({ visitor, ask, meter }) => {
    const series = links.seriesSettings(PROJECT, meter);
    const sheet = await visitor.get(`${series}?houseId=h7`);
    strictEqual(sheet.value("houseId"), "A7");
    const event = {
      form: "event",
      what: "reset",
      houseId: "A8",
      date: "2026-01-06",
      time: "12:00",
      firstIndex: "0",
      version: sheet.version("meter"),
    };
    strictEqual((await visitor.post(series, event)).status, 303);
    const events = await answerOf(ask("listMeterEvents", { ...at, series: meter }));
    deepStrictEqual(events.events.map(({ houseId }) => houseId), ["h8"]);

    const works = links.alarmSettings(PROJECT);
    const mute = {
      form: "mute",
      version: "",
      fromDate: "2026-03-01",
      fromTime: "08:00",
      toDate: "2026-03-02",
      toTime: "18:00",
      reason: "Colonne",
    };
    strictEqual((await visitor.post(works, { ...mute, place: "A999" })).status, 400);
    strictEqual((await visitor.post(works, { ...mute, place: "A9" })).status, 303);
    const mutes = await answerOf(ask("listAlarmMutes", at));
    strictEqual(mutes[0]?.houseId, "h9");
    const row = `${works}?mute=${mutes[0]?.id}`;
    strictEqual((await visitor.get(row)).value("place"), "A9");

    const alerts = links.tenantAlerts(PROJECT);
    const message = { version: "", from: "2026-03-01", to: "", message: "Visite" };
    const wrong = await visitor.post(alerts, { ...message, houseIds: "A1\r\nA999" });
    match(wrong.message("houseIds") ?? "", /«.A999.» n’existe pas/);
    match(wrong.html, />A1\r?\nA999<\/textarea>/);
    strictEqual((await visitor.post(alerts, { ...message, houseIds: "A1\r\na120" })).status, 303);
    const listed = await answerOf(ask("listHousingAlerts", at));
    deepStrictEqual(listed[0]?.houseIds, ["h1", "h120"]);
    const shown = await visitor.get(`${alerts}?alert=${listed[0]?.id}`);
    match(shown.html, />A1\nA120<\/textarea>/);
    ok((await ask("deleteHouse", { ...at, houseId: "h120" })).ok);
    const path = `${alerts}?alert=${listed[0]?.id}`;
    const after = await visitor.get(path);
    match(after.html, />A1\nLogement supprimé<\/textarea>/);
    const houseIds = "A1\r\nLogement supprimé";
    const version = after.version();
    strictEqual((await visitor.post(path, { ...message, version, houseIds })).status, 303);
    const kept = await answerOf(ask("listHousingAlerts", at));
    deepStrictEqual(kept[0]?.houseIds, ["h1", "h120"]);
  }));

// @spec forms.named
Deno.test("consumer is a dwelling selected by name, and stays the same when only its name changes", () =>
  withMany(async ({ visitor, ask }) => {
    const path = links.newConsumer(PROJECT);
    const typed = {
      form: "consumer",
      name: "Ada",
      prm: "14000000000001",
      houseId: "A12",
      seriesId: "",
      sharePercent: "",
    };
    match((await visitor.get(path)).text, /Vide, cela vaut «.Aucun.: parties communes ou autre.»/);
    strictEqual((await visitor.post(path, { ...typed, houseId: "A0" })).status, 400);
    const added = await visitor.post(path, typed);
    strictEqual(added.status, 303);
    const own = added.headers.get("location") ?? "";
    const page = await visitor.get(own);
    strictEqual(page.value("houseId"), "A12");
    const version = page.version();
    const saved = await visitor.post(own, { ...typed, name: "Ada D", version });
    strictEqual(saved.status, 303);
    const config = await answerOf(ask("getAutoconsumptionConfig", at));
    strictEqual(config.consumers[0]?.houseId, "h12");
  }));

Deno.test("hundred dwellings are selected from a list", () =>
  withMany(async ({ visitor, meter }) => {
    const { html } = await visitor.get(links.manualIndexes(PROJECT));
    match(html, /<select[^>]*id="houseId"/);
    match(html, /<option\s+value="h57"\s*>A57<\/option>/);
    const typed = { seriesId: meter, date: "2026-01-01", value: "12" };
    const other = { form: "index", ...typed, houseId: "elsewhere" };
    const refused = await visitor.refused(links.manualIndexes(PROJECT), other);
    match(refused.message("houseId") ?? "", /n’existe pas dans cette résidence/);
  }, FEW_CHOICES));
