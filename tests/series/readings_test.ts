import { deepStrictEqual, match, ok, strictEqual } from "node:assert/strict";
import type { Role } from "@/lib/identity/roles.ts";
import {
  pointOf,
  REFUSALS_FOR_MS,
  REFUSALS_KEPT,
  RefusalTally,
  takenPoint,
  waitingPoint,
} from "@/lib/series/refusals.ts";
import { getNextPurge } from "@/lib/series/retention.ts";
import { keys } from "@/lib/store/keys.ts";
import { storedSeriesId } from "@/lib/timeseries/readings.ts";
import { appendArrivals } from "@/lib/timeseries/store/arrivals.ts";
import { compact } from "@/lib/timeseries/store/compaction.ts";
import { SeriesLease } from "@/lib/timeseries/store/compaction_lease.ts";
import type { DataKind } from "@/lib/timeseries/units.ts";
import { links } from "@/lib/ui/links.ts";
import { aHouse, aHousingSeries } from "@/tests/helpers/a_dwelling.ts";
import {
  aMember,
  aSeries,
  ORG,
  OTHER_WRITER,
  PROJECT,
  someone,
  withResidence,
} from "@/tests/helpers/a_residence.ts";
import { plain, type Visitor, withSite, withVisitor } from "@/tests/helpers/a_site.ts";
import { answerOf } from "@/tests/helpers/fixtures.ts";

const PATH = `/collect/${PROJECT}/sensors/readings`;
const FILE = "date;serie;valeur\n01/01/2025;GAZV;1000\n01/02/2025;GAZV;1310,5\nhier;GAZV;1";

function withPage(
  roles: Role[],
  test: (visitor: Visitor, month: () => Promise<unknown>) => Promise<void>,
): Promise<void> {
  return withVisitor({ roles }, async ({ ask, visitor }) => {
    if (!roles.includes("collect:boilerroom:write")) {
      return await test(visitor, () => Promise.resolve(null));
    }
    const series = await aSeries(ask, "GAZV");
    await test(visitor, async () => {
      const range = { projectId: PROJECT, series, segment: "monthly-2025" };
      const result = await ask("getFacilityRangeData", range);
      return result.ok ? result.answer.slots[0]?.value : result.code;
    });
  });
}

function form(text: string | null, fields: Record<string, string> = {}): FormData {
  const data = new FormData();
  for (const [name, value] of Object.entries({ intent: "import", ...fields })) {
    data.set(name, value);
  }
  if (text !== null) data.set("file", new File([text], "releves.csv"));
  return data;
}

Deno.test("file is checked, then imported, with the accepted and the refused lines", () =>
  withPage(["collect:boilerroom:write"], async (visitor, month) => {
    const tried = await visitor.post(PATH, form(FILE, { intent: "try" }));
    strictEqual(tried.status, 200);
    match(plain(tried.text), /Essai : rien n’a été enregistré 3 lignes lues, 2 ajoutées/);
    match(
      plain(tried.text),
      /séparées par des points-virgules, virgule décimale, dates jj\/mm\/aaaa/,
    );
    match(plain(tried.text), /Ligne 4, date : Date illisible/);
    strictEqual(await month(), null);
    const done = await visitor.post(PATH, form(FILE));
    match(plain(done.text), /Import terminé 3 lignes lues, 2 ajoutées/);
    strictEqual(await month(), 310.5);
  }));

// @spec imports.column-choice
Deno.test("a file with another heading is read once its columns are chosen on the page, without any script", () =>
  withPage(["collect:boilerroom:write"], async (visitor, month) => {
    const file = "Export\nQuand;Repère;Relevé\n01/01/2025;GAZV;1000\n01/02/2025;GAZV;1310500\n";
    const other = await visitor.post(PATH, form(file, { intent: "try" }));
    strictEqual(other.status, 400);
    match(
      plain(other.text),
      /L’en-tête semble être la ligne 2 \(« Quand », « Repère », « Relevé »\)/,
    );
    match(plain(other.text), /Repère GAZV ; GAZV Contenu/);
    match(other.html, /<details[^>]* open/);
    const shown = {
      "shown.line": "2",
      "shown.heading": "quand repere releve",
      "heading.line": "2",
    };
    ok(other.html.includes('value="quand repere releve"'), "no heading");
    const chosen = { ...shown, "role.0": "date", "role.1": "series", intent: "try" };
    const missing = await visitor.post(PATH, form(file, chosen));
    strictEqual(missing.status, 400);
    match(plain(missing.text), /Il manque une colonne « Valeur » ou « Index »/);
    match(missing.html, /<option[^>]* value="series" selected/);
    const whole = { ...chosen, "role.2": "index", "unit.2": "L" };
    const tried = await visitor.post(PATH, form(file, whole));
    strictEqual(tried.status, 200);
    match(plain(tried.text), /Format reconnu : Colonnes choisies/);
    match(plain(tried.text), /01\/01\/2025 à 00:00 1 000 L/);
    // The choices are about that heading: another file is read as it is recognised.
    const known = await visitor.post(PATH, form(FILE, whole));
    match(plain(known.text), /Format reconnu : Relevés, une valeur par ligne/);
    match(plain(known.text), /serie GAZV ; GAZV ; GAZV Contenu Série \(reconnu\)/);
    const done = await visitor.post(PATH, form(file, { ...whole, intent: "import" }));
    match(plain(done.text), /Import terminé 2 lignes lues, 2 ajoutées/);
    ok(!done.html.includes("role.0"), "the choice is shown after the import");
    strictEqual(await month(), 1309.5);
  }));

// @spec imports.remembered-columns
Deno.test("a file with the heading of an imported one is read by its columns, until they are chosen otherwise or forgotten", () =>
  withPage(["collect:boilerroom:write"], async (visitor) => {
    const lines = "01/01/2025;GAZV;1000;1\n01/02/2025;GAZV;1310500;2\n";
    const file = `Export\nQuand;Repère;Relevé;Autre\n${lines}`;
    const shown = { "shown.line": "2", "shown.heading": "quand repere releve autre" };
    const chosen = { ...shown, "role.0": "date", "role.1": "series", "role.2": "index" };
    const send = (fields: Record<string, string>, text = file) =>
      visitor.post(PATH, form(text, fields));
    strictEqual((await send({ ...chosen, "unit.2": "L", intent: "try" })).status, 200);
    strictEqual((await send({ intent: "try" })).status, 400);
    match(plain((await send({ ...chosen, "unit.2": "L" })).text), /2 ajoutées/);
    const next = `Exporté ce soir\n\nquand ; "Repère";RELEVÉ;Autre\n${lines}`;
    const again = await send({ intent: "try" }, next);
    match(
      plain(again.text),
      /2 identiques, .* Colonnes lues comme choisies le \d\d\/\d\d\/20\d\d\./,
    );
    match(again.html, /<option[^>]* value="index" selected/);
    match(again.html, /name="shown\.line" value="3"/);
    match(again.html, /name="shown\.remembered"/);
    // What is chosen otherwise replaces it; left as recognised, it is not read by it either.
    const otherwise = { ...shown, "shown.remembered": "true" };
    strictEqual((await send({ ...otherwise, intent: "try" })).status, 400);
    const last = { ...otherwise, "role.0": "date", "role.1": "series", "role.3": "value" };
    const replaced = await send({ ...last, onConflict: "keep" });
    match(plain(replaced.text), /Import terminé/);
    const other = await send({ intent: "try" });
    match(other.html, /id="role\.3"[^]*<option[^>]* value="value" selected/);
    const refused = await send({ intent: "try" }, file.replaceAll("01/0", "hier "));
    strictEqual(refused.status, 400);
    match(
      plain(refused.text),
      /Colonnes retenues .*« .*quand.* », choisies le \d\d\/\d\d\/20\d\d Oublier ce choix/i,
    );
    const [, key = ""] = /name="key" value="([^"]+)"/.exec(refused.html) ?? [];
    const forgotten = await visitor.post(PATH, { intent: "forget", key });
    strictEqual(forgotten.status, 303);
    strictEqual((await send({ intent: "try" })).status, 400);
    strictEqual((await visitor.post(PATH, { intent: "forget", key })).status, 303);
  }));

Deno.test("missing or invalid file is reported at its field; the other choices stay", () =>
  withPage(["collect:boilerroom:write"], async (visitor) => {
    const none = await visitor.refused(PATH, form(null, { kind: "consumption" }));
    strictEqual(none.message("file"), "Ce champ est obligatoire");
    match(none.html, /<option[^>]* value="consumption" selected/);
    const picture = await visitor.refused(PATH, form("\x89PNG\r\n\x1a\n"));
    ok(!picture.text.includes("Import terminé"));
  }));

const NOON_S = Date.UTC(2026, 0, 7, 11) / 1_000;

// @spec series.deletions
Deno.test("wrong readings are chosen, shown with what is lost, deleted and restored, without any script", () =>
  withSite(async (site) => {
    const { ask, stored } = await aMember(site, { email: "tom@b.fr", roles: ["collect"] });
    const series = await aSeries(ask, "GAZV");
    const values = [100, 101, 9_000, 102];
    const readings = values.map((value, day) => ({ epochS: NOON_S + 86_400 * day, value }));
    await stored.append([{ seriesId: series, kind: "index", readings }]);
    await someone(site, { roles: ["collect:boilerroom:write", "collect:boilerroom:read"] });
    const visitor = await site.signIn();
    const path = `/collect/${PROJECT}/series/${series}/readings`;
    const day = await visitor.get(`/collect/${PROJECT}/facilities/${series}/daily/2026/01`);
    ok(day.html.includes(`href="${path}?from=2025-12-31T23%3A00%3A00Z`), "no link");
    match((await visitor.get(path)).text, /Aucun relevé de cette série n’a été supprimé/);
    const typed = { from: "2026-01-09", fromTime: "00:00", to: "2026-01-09", toTime: "23:59" };
    const wrong = await visitor.post(path, { form: "period", ...typed, to: "2026-01-08" });
    strictEqual(wrong.status, 400);
    const chosen = await visitor.post(path, { form: "period", ...typed });
    strictEqual(chosen.status, 303);
    const shownAt = chosen.headers.get("location") ?? "";
    const shown = await visitor.get(shownAt);
    const said = plain(shown.text);
    match(said, /Ce qui sera supprimé 1 relevé, le 09\/01\/2026 à 12:00\./);
    // 9,000 is between 101 and 102: the day before and the day after were 8,899 and nothing.
    match(
      said,
      /La consommation du 08\/01\/2026 à 12:00 au 10\/01\/2026 à 12:00 passera de 8 899 m³ à 1 m³/,
    );
    match(said, /09\/01\/2026 à 12:00 9 000/);
    const sent = { form: "deletion", intent: "remove", version: shown.version("readings") };
    const gone = await visitor.post(shownAt, sent);
    strictEqual(gone.status, 303);
    const after = await visitor.get(path);
    match(plain(after.text), /1 suppression .* 1 09\/01\/2026 à 12:00 09\/01\/2026 à 12:00/);
    // A second tab sends it again.
    const twice = await visitor.post(shownAt, sent);
    strictEqual(twice.status, 303);
    const [, deletionId = ""] = /name="deletionId" value="([^"]+)"/.exec(after.html) ?? [];
    strictEqual((await visitor.post(path, { form: "restore", deletionId })).status, 303);
    const all = await stored.points(series, { fromS: 0, toS: 2 ** 32 });
    deepStrictEqual(all.map(({ value }) => value), values);
    deepStrictEqual(
      await answerOf(ask("listReadingsDeletions", { projectId: PROJECT, series })),
      [],
    );
  }));

Deno.test("page whose readings are being compacted says so, reloads, then shows them", () =>
  withSite(async (site) => {
    const { ask: writer } = await aMember(
      site,
      OTHER_WRITER,
      { features: { houseMode: 1, houseHourly: 0 } },
    );
    const series = await aHousingSeries(writer, "EFSV");
    const house = await aHouse(writer, { name: "A1", collectMode: 1 });
    const startS = Date.parse("2024-05-01T00:00:00Z") / 1000;
    const readings = Array.from({ length: 40 * 720 }, (_, minute) => ({
      epochS: startS + minute * 60,
      value: minute / 1000,
    }));
    const seriesId = storedSeriesId(series, house);
    await appendArrivals(site.store, PROJECT, [{ seriesId, kind: "index", readings }]);
    await someone(site, { roles: ["collect:read"] });
    const visitor = await site.signIn();
    const page = links.eachHouse(PROJECT, series, "daily/2024/05");
    // Another process is compacting for a while.
    const lease = await SeriesLease.take(site.store, PROJECT, site.clock.now);
    const waiting = await visitor.get(page);
    strictEqual(waiting.status, 503);
    match(waiting.text, /Relevés en cours de classement Beaucoup de relevés viennent d’arriver/);
    const seconds = Number(waiting.headers.get("retry-after"));
    ok(seconds >= 1 && seconds <= 5, `${seconds} s`);
    strictEqual(waiting.headers.get("refresh"), "3");
    await lease?.release();
    strictEqual(await compact(site.store, PROJECT, site.clock.now), "done");
    const filed = await visitor.get(page);
    strictEqual(filed.status, 200);
    match(filed.text, /Eau froide/);
  }));

const NOW_MS = Date.parse("2026-02-10T11:00:00Z");

Deno.test("RefusalTally is bounded: sources beyond its limit are counted together, names are truncated", () => {
  const tally = new RefusalTally(NOW_MS);
  for (let at = 0; at < 10_000; at++) {
    tally.add(`${"é".repeat(5_000)}${at}`, "too-old", "x".repeat(5_000));
    tally.add(`s${at}`, "future", "2030");
  }
  const { counts } = tally;
  strictEqual(counts.length, REFUSALS_KEPT + 1);
  strictEqual(counts.reduce((sum, { count }) => sum + count, 0), 20_000);
  // One truncated name, 59 whole ones, and the others of the second cause.
  strictEqual(counts.find(({ source }) => source === "")?.count, 10_000 - (REFUSALS_KEPT - 1));
  strictEqual(JSON.stringify(counts).length < 20_000, true);
});

Deno.test("RefusalTally deletes refusals a week after the last one", () => {
  const tally = new RefusalTally(NOW_MS);
  tally.add("s", "future", "2030");
  strictEqual(new RefusalTally(NOW_MS + REFUSALS_FOR_MS - 1, tally.counts).counts.length, 1);
  strictEqual(new RefusalTally(NOW_MS + REFUSALS_FOR_MS, tally.counts).counts.length, 0);
});

const AT = 1_770_000_000;

Deno.test("pointOf() is a number, 1 for true, or the text of a state", () => {
  const values = [21.5, true, false, "open"].map((value) => pointOf(AT, value));
  deepStrictEqual(values, [
    { epochS: AT, value: 21.5 },
    { epochS: AT, value: 1 },
    { epochS: AT, value: 0 },
    { epochS: AT, value: 0, text: "open" },
  ]);
});

Deno.test("takenPoint() gives a series its waiting numbers within bounds, and texts to a state only", () => {
  const bounds = { min: 0, max: 100 };
  const taken = (kind: DataKind, value: number | string | boolean) =>
    takenPoint(waitingPoint(AT, value), { kind, bounds, unit: null }, "");
  deepStrictEqual(taken("instant", 21.5), { epochS: AT, value: 21.5 });
  deepStrictEqual(taken("instant", 0), { epochS: AT, value: 0 });
  deepStrictEqual([taken("instant", 100.1), taken("instant", -0.1)], ["value", "value"]);
  deepStrictEqual([taken("instant", "open"), taken("index", true)], ["text", "text"]);
  deepStrictEqual(taken("state", "open"), { epochS: AT, value: 0, text: "open" });
  deepStrictEqual(taken("state", true), { epochS: AT, value: 1 });
  deepStrictEqual(taken("state", false), { epochS: AT, value: 0 });
  deepStrictEqual(taken("state", 3), { epochS: AT, value: 3 });
  const inEnergy = { kind: "index" as const, bounds, unit: "kWh" };
  deepStrictEqual(takenPoint(waitingPoint(AT, 600), inEnergy, "Wh"), { epochS: AT, value: 0.6 });
  deepStrictEqual(takenPoint(waitingPoint(AT, 600), inEnergy, "W"), "unit");
});

Deno.test("getNextPurge() starts no other residence after half a second, unless called for all", () =>
  withResidence(async (built) => {
    await built.store.atomic()
      .set(keys.projectOfOrg(ORG, "zz-1"), true)
      .set(keys.projectOfOrg(ORG, "zz-2"), true)
      .commit();
    // The clock is read at the start, then once for each residence, 200 ms later each time.
    let nowMs = Date.UTC(2026, 1, 21, 2);
    const services = { ...built.platform.own.services, now: () => nowMs += 200 };
    const uncounted = async (everything?: "true") => {
      const next = await answerOf(getNextPurge(services, { orgId: ORG, everything }));
      return next?.uncountedCount;
    };
    deepStrictEqual([await uncounted(), await uncounted("true")], [1, 0]);
  }));
