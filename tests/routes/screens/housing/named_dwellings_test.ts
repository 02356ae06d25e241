/** Fields of a residence with more dwellings than a list may have: they accept a typed name. */
import { deepStrictEqual, match, ok, strictEqual } from "node:assert/strict";
import { keys } from "@/lib/backend/kv/keys.ts";
import { NO_FEATURES } from "@/lib/backend/records/projects.ts";
import type { Ask } from "@/lib/contract/catalogue.ts";
import { FEW_CHOICES } from "@/lib/domain/tables/named_choice.ts";
import { links } from "@/lib/links/links.ts";
import { houseSettings } from "@/tests/backend/a_dwelling.ts";
import { PROJECT, someone, writeResidence } from "@/tests/backend/a_residence.ts";
import { seriesDraft } from "@/tests/loading/drafts.ts";
import { fieldMessage, fieldValue, type Visitor, withSite } from "@/tests/routes/screens/a_site.ts";

const at = { projectId: PROJECT };

interface Place {
  visitor: Visitor;
  ask: Ask;
  /** A water meter of the dwellings with typed indexes. */
  meter: string;
}

/** A residence of 120 dwellings, « A1 » to « A120 », and one of another residence. */
function withMany(test: (place: Place) => Promise<void>, count = FEW_CHOICES + 20): Promise<void> {
  return withSite(async (site) => {
    await writeResidence(site);
    const features = { ...NO_FEATURES, houseMode: 1 as const, housesAppAlarm: true };
    await site.store.atomic().set(keys.projectFeatures(PROJECT), features).commit();
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
    const made = await ask("createDataseries", { ...at, body });
    ok(made.ok, JSON.stringify(made));
    const visitor = site.visitor();
    await visitor.signIn();
    await test({ visitor, ask, meter: made.answer.id });
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
    const typed = { seriesId: meter, date: "2026-01-01", value: "12" };
    for (const houseId of ["Z1", "elsewhere"]) {
      const other = await visitor.post(path, { ...typed, houseId });
      strictEqual(other.status, 400);
      strictEqual(
        fieldMessage(other.html, "houseId"),
        `«\u00A0${houseId}\u00A0» n’existe pas dans cette résidence`,
      );
      strictEqual(fieldValue(other.html, "houseId"), houseId);
      strictEqual(fieldValue(other.html, "value"), "12");
    }
    const near = await visitor.post(path, { ...typed, houseId: "11" });
    match(
      fieldMessage(near.html, "houseId") ?? "",
      /«.11.» n’existe pas .*Noms proches.: A11, A110, A111, .*, A118 et 1.autre$/,
    );
    strictEqual(proposed(near.html, "houseId").length, 11);
    const missing = await visitor.post(path, { ...typed, houseId: "" });
    strictEqual(fieldMessage(missing.html, "houseId"), "Ce champ est obligatoire");
    strictEqual((await visitor.post(path, { ...typed, houseId: "a57" })).status, 303);
    const indexes = await ask("listManualIndexes", at);
    deepStrictEqual(indexes.ok && indexes.answer.map(({ houseId }) => houseId), ["h57"]);
  }));

// @spec forms.named
Deno.test("meter's event, planned works and a message to tenants name dwellings, and show their names again", () =>
  withMany(async ({ visitor, ask, meter }) => {
    const series = links.seriesSettings(PROJECT, meter);
    const html = (await visitor.get(`${series}?houseId=h7`)).html;
    strictEqual(fieldValue(html, "houseId"), "A7");
    const event = {
      form: "event",
      what: "reset",
      houseId: "A8",
      date: "2026-01-06",
      time: "12:00",
      firstIndex: "0",
      version: fieldValue(html.slice(html.indexOf('id="meter"')), "version") ?? "",
    };
    strictEqual((await visitor.post(series, event)).status, 303);
    const events = await ask("listMeterEvents", { ...at, series: meter });
    deepStrictEqual(events.ok && events.answer.events.map(({ houseId }) => houseId), ["h8"]);

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
    const mutes = await ask("listAlarmMutes", at);
    ok(mutes.ok);
    strictEqual(mutes.answer[0]?.houseId, "h9");
    const row = `${works}?mute=${mutes.answer[0]?.id}`;
    strictEqual(fieldValue((await visitor.get(row)).html, "place"), "A9");

    const alerts = links.tenantAlerts(PROJECT);
    const message = { version: "", from: "2026-03-01", to: "", message: "Visite" };
    const wrong = await visitor.post(alerts, { ...message, houseIds: "A1\r\nA999" });
    match(fieldMessage(wrong.html, "houseIds") ?? "", /«.A999.» n’existe pas/);
    match(wrong.html, />A1\r?\nA999<\/textarea>/);
    strictEqual((await visitor.post(alerts, { ...message, houseIds: "A1\r\na120" })).status, 303);
    const listed = await ask("listHousingAlerts", at);
    ok(listed.ok);
    deepStrictEqual(listed.answer[0]?.houseIds, ["h1", "h120"]);
    const shown = await visitor.get(`${alerts}?alert=${listed.answer[0]?.id}`);
    match(shown.html, />A1\nA120<\/textarea>/);
    ok((await ask("deleteHouse", { ...at, houseId: "h120" })).ok);
    const path = `${alerts}?alert=${listed.answer[0]?.id}`;
    const { html: after } = await visitor.get(path);
    match(after, />A1\nLogement supprimé<\/textarea>/);
    const houseIds = "A1\r\nLogement supprimé";
    const version = fieldValue(after, "version") ?? "";
    strictEqual((await visitor.post(path, { ...message, version, houseIds })).status, 303);
    const kept = await ask("listHousingAlerts", at);
    deepStrictEqual(kept.ok && kept.answer[0]?.houseIds, ["h1", "h120"]);
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
    const { html } = await visitor.get(own);
    strictEqual(fieldValue(html, "houseId"), "A12");
    const version = fieldValue(html, "version") ?? "";
    const saved = await visitor.post(own, { ...typed, name: "Ada D", version });
    strictEqual(saved.status, 303);
    const config = await ask("getAutoconsumptionConfig", at);
    strictEqual(config.ok && config.answer.consumers[0]?.houseId, "h12");
  }));

Deno.test("hundred dwellings are selected from a list", () =>
  withMany(async ({ visitor, meter }) => {
    const { html } = await visitor.get(links.manualIndexes(PROJECT));
    match(html, /<select[^>]*id="houseId"/);
    match(html, /<option\s+value="h57"\s*>A57<\/option>/);
    const other = { seriesId: meter, date: "2026-01-01", value: "12", houseId: "elsewhere" };
    const refused = await visitor.post(links.manualIndexes(PROJECT), other);
    strictEqual(refused.status, 400);
    match(fieldMessage(refused.html, "houseId") ?? "", /n’existe pas dans cette résidence/);
  }, FEW_CHOICES));
